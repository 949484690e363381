//! Optionals: values that may be absent.
//
// cel-go: cel/library.go (optionalLib)

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "optional.of",
        since: Minor(29),
        doc: "an optional with this value",
        overloads: &[of("optional_of", &[A], Optional(&A), Cost::Unit)],
    },
    Function {
        name: "optional.ofNonZeroValue",
        since: Minor(29),
        doc: "an optional with this value, or none if it is zero or empty",
        overloads: &[of("optional_ofNonZeroValue", &[A], Optional(&A), Cost::Unit)],
    },
    Function {
        name: "optional.none",
        since: Minor(29),
        doc: "an optional without a value",
        overloads: &[of("optional_none", &[], Optional(&A), Cost::Unit)],
    },
    Function {
        name: "value",
        since: Minor(29),
        doc: "the value of an optional; an error if it has none",
        overloads: &[on("optional_value", &[Optional(&A)], A, Cost::Unit)],
    },
    Function {
        name: "hasValue",
        since: Minor(29),
        doc: "whether an optional has a value",
        overloads: &[on("optional_hasValue", &[Optional(&A)], Bool, Cost::Unit)],
    },
    Function {
        name: "or",
        since: Minor(29),
        doc: "the first optional that has a value",
        overloads: &[on("optional_or_optional", &[Optional(&A), Optional(&A)], Optional(&A), Cost::Unit)],
    },
    Function {
        name: "orValue",
        since: Minor(29),
        doc: "the value of the optional, or this one",
        overloads: &[on("optional_orValue_value", &[Optional(&A), A], A, Cost::Unit)],
    },
    Function {
        name: "_?._",
        since: Minor(29),
        doc: "an optional with the field, if it is present",
        overloads: &[of("select_optional_field", &[Dyn, String], Optional(&A), Cost::Unit)],
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
    },
    Function {
        name: "_[_]",
        since: Minor(29),
        doc: "the same of an optional",
        overloads: &[
            of("optional_list_index_int", &[Optional(&List(&A)), Int], Optional(&A), Cost::Unit),
            of("optional_map_index_value", &[Optional(&Map(&A, &B)), A], Optional(&B), Cost::Unit),
        ],
    },
    Function {
        name: "last",
        since: Minor(29),
        doc: "an optional with the last item",
        overloads: &[on("list_last", &[List(&A)], Optional(&A), Cost::Unit)],
    },
    Function {
        name: "first",
        since: Minor(29),
        doc: "an optional with the first item",
        overloads: &[on("list_first", &[List(&A)], Optional(&A), Cost::Unit)],
    },
    Function {
        name: "optional.unwrap",
        since: Minor(29),
        doc: "the values of the optionals that have one",
        overloads: &[of("optional_unwrap", &[List(&Optional(&A))], List(&A), Cost::Unit)],
    },
    Function {
        name: "unwrapOpt",
        since: Minor(29),
        doc: "the values of the optionals that have one",
        overloads: &[on("optional_unwrapOpt", &[List(&Optional(&A))], List(&A), Cost::Unit)],
    },
];
