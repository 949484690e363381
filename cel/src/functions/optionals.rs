//! Optionals: values that may be absent.
//
// cel-go: cel/library.go (optionalLib)

use super::apply::{apply0, apply1};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Value, library};
use crdc_vocabulary::Minor;

/// `optional_of`
pub const OPTIONAL_OF: Overload = of("optional_of", &[A], Optional(&A), Cost::Unit)
    .runs(|c, v| apply1::<Value<'_>, _>(v, |a| Ok(library::optionals::of(c.arena, a))));

/// `optional_ofNonZeroValue`
pub const OPTIONAL_OF_NON_ZERO_VALUE: Overload =
    of("optional_ofNonZeroValue", &[A], Optional(&A), Cost::Unit)
        .runs(|c, v| apply1::<Value<'_>, _>(v, |a| Ok(library::optionals::of_non_zero(c.arena, a))));

/// `optional_none`
pub const OPTIONAL_NONE: Overload = of("optional_none", &[], Optional(&A), Cost::Unit)
    .runs(|_, v| apply0::<_>(v, || Ok(Value::Optional(None))));

/// `optional_value`
pub const OPTIONAL_VALUE: Overload = on("optional_value", &[Optional(&A)], A, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| library::optionals::value(a)));

/// `optional_hasValue`
pub const OPTIONAL_HAS_VALUE: Overload = on("optional_hasValue", &[Optional(&A)], Bool, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| library::optionals::has_value(a)));

/// `list_last`
pub const LIST_LAST: Overload = on("list_last", &[List(&A)], Optional(&A), Cost::Unit)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::optionals::last(c.arena, a)));

/// `list_first`
pub const LIST_FIRST: Overload = on("list_first", &[List(&A)], Optional(&A), Cost::Unit)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::optionals::first(c.arena, a)));

/// `optional_unwrap`
pub const OPTIONAL_UNWRAP: Overload = of("optional_unwrap", &[List(&Optional(&A))], List(&A), Cost::Unit)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::optionals::unwrap(c.arena, a)));

/// `optional_unwrapOpt`
pub const OPTIONAL_UNWRAP_OPT: Overload =
    on("optional_unwrapOpt", &[List(&Optional(&A))], List(&A), Cost::Unit)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::optionals::unwrap(c.arena, a)));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "optional.of",
        size: Size::Operand,
        since: Minor(29),
        doc: "an optional with this value",
        overloads: &[OPTIONAL_OF],
        ..FUNCTION
    },
    Function {
        name: "optional.ofNonZeroValue",
        size: Size::Operand,
        since: Minor(29),
        doc: "an optional with this value, or none if it is zero or empty",
        overloads: &[OPTIONAL_OF_NON_ZERO_VALUE],
        ..FUNCTION
    },
    Function {
        name: "optional.none",
        size: Size::Scalar,
        since: Minor(29),
        doc: "an optional without a value",
        overloads: &[OPTIONAL_NONE],
        ..FUNCTION
    },
    Function {
        name: "value",
        size: Size::Operand,
        since: Minor(29),
        doc: "the value of an optional; an error if it has none",
        overloads: &[OPTIONAL_VALUE],
        ..FUNCTION
    },
    Function {
        name: "hasValue",
        since: Minor(29),
        doc: "whether an optional has a value",
        overloads: &[OPTIONAL_HAS_VALUE],
        ..FUNCTION
    },
    Function {
        name: "or",
        since: Minor(29),
        doc: "the first optional that has a value",
        overloads: &[on("optional_or_optional", &[Optional(&A), Optional(&A)], Optional(&A), Cost::Unit)],
        ..FUNCTION
    },
    Function {
        name: "orValue",
        since: Minor(29),
        doc: "the value of the optional, or this one",
        overloads: &[on("optional_orValue_value", &[Optional(&A), A], A, Cost::Unit)],
        ..FUNCTION
    },
    Function {
        name: "_?._",
        since: Minor(29),
        doc: "an optional with the field, if it is present",
        overloads: &[of("select_optional_field", &[Dyn, String], Optional(&A), Cost::Unit)],
        ..FUNCTION
    },
    Function {
        name: "_[?_]",
        since: Minor(29),
        doc: "an optional with the item or value, if it is present",
        overloads: &[
            of("list_optindex_optional_int", &[List(&A), Int], Optional(&A), Cost::Unit),
            of("optional_list_optindex_optional_int", &[Optional(&List(&A)), Int], Optional(&A), Cost::Unit),
            of("map_optindex_optional_value", &[Map(&A, &B), A], Optional(&B), Cost::Unit),
            of(
                "optional_map_optindex_optional_value",
                &[Optional(&Map(&A, &B)), A],
                Optional(&B),
                Cost::Unit,
            ),
        ],
        ..FUNCTION
    },
    Function {
        name: "_[_]",
        since: Minor(29),
        doc: "the same of an optional",
        overloads: &[
            of("optional_list_index_int", &[Optional(&List(&A)), Int], Optional(&A), Cost::Unit),
            of("optional_map_index_value", &[Optional(&Map(&A, &B)), A], Optional(&B), Cost::Unit),
        ],
        ..FUNCTION
    },
    Function {
        name: "last",
        size: Size::PartOfList,
        since: Minor(29),
        doc: "an optional with the last item",
        overloads: &[LIST_LAST],
        ..FUNCTION
    },
    Function {
        name: "first",
        size: Size::PartOfList,
        since: Minor(29),
        doc: "an optional with the first item",
        overloads: &[LIST_FIRST],
        ..FUNCTION
    },
    Function {
        name: "optional.unwrap",
        size: Size::Operand,
        since: Minor(29),
        doc: "the values of the optionals that have one",
        overloads: &[OPTIONAL_UNWRAP],
        ..FUNCTION
    },
    Function {
        name: "unwrapOpt",
        size: Size::Operand,
        since: Minor(29),
        doc: "the values of the optionals that have one",
        overloads: &[OPTIONAL_UNWRAP_OPT],
        ..FUNCTION
    },
];
