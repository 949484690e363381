//! The table of functions on optionals: values that may be absent.
//
// cel-go: cel/library.go (optionalLib)

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "optional.of" since Minor(29), "an optional with this value" { size: Size::Operand }:
        OPTIONAL_OF = of "optional_of" [A] -> Optional(&A), Cost::Unit
            => |c, a: Value<'_>| Ok(library::optionals::of(c.arena, a));
    "optional.ofNonZeroValue" since Minor(29), "an optional with this value, or none if it is zero or empty" { size: Size::Operand }:
        OPTIONAL_OF_NON_ZERO_VALUE = of "optional_ofNonZeroValue" [A] -> Optional(&A), Cost::Unit
            => |c, a: Value<'_>| Ok(library::optionals::of_non_zero(c.arena, a));
    "optional.none" since Minor(29), "an optional without a value" { size: Size::Scalar }:
        OPTIONAL_NONE = of "optional_none" [] -> Optional(&A), Cost::Unit => |_| Ok(Value::Optional(None));
    "value" since Minor(29), "the value of an optional; an error if it has none" { size: Size::Operand }:
        OPTIONAL_VALUE = on "optional_value" [Optional(&A)] -> A, Cost::Unit
            => |_, a: Value<'_>| library::optionals::value(a);
    "hasValue" since Minor(29), "whether an optional has a value":
        OPTIONAL_HAS_VALUE = on "optional_hasValue" [Optional(&A)] -> Bool, Cost::Unit
            => |_, a: Value<'_>| library::optionals::has_value(a);
    "or" since Minor(29), "the first optional that has a value":
        OPTIONAL_OR_OPTIONAL = on "optional_or_optional" [Optional(&A), Optional(&A)] -> Optional(&A), Cost::Unit;
    "orValue" since Minor(29), "the value of the optional, or this one":
        OPTIONAL_OR_VALUE_VALUE = on "optional_orValue_value" [Optional(&A), A] -> A, Cost::Unit;
    "_?._" since Minor(29), "an optional with the field, if it is present":
        SELECT_OPTIONAL_FIELD = of "select_optional_field" [Dyn, String] -> Optional(&A), Cost::Unit;
    "_[?_]" since Minor(29), "an optional with the item or value, if it is present":
        LIST_OPTINDEX_OPTIONAL_INT = of "list_optindex_optional_int" [List(&A), Int] -> Optional(&A), Cost::Unit;
        OPTIONAL_LIST_OPTINDEX_OPTIONAL_INT = of "optional_list_optindex_optional_int" [Optional(&List(&A)), Int] -> Optional(&A), Cost::Unit;
        MAP_OPTINDEX_OPTIONAL_VALUE = of "map_optindex_optional_value" [Map(&A, &B), A] -> Optional(&B), Cost::Unit;
        OPTIONAL_MAP_OPTINDEX_OPTIONAL_VALUE = of "optional_map_optindex_optional_value" [Optional(&Map(&A, &B)), A] -> Optional(&B), Cost::Unit;
    "_[_]" since Minor(29), "the same of an optional":
        OPTIONAL_LIST_INDEX_INT = of "optional_list_index_int" [Optional(&List(&A)), Int] -> Optional(&A), Cost::Unit;
        OPTIONAL_MAP_INDEX_VALUE = of "optional_map_index_value" [Optional(&Map(&A, &B)), A] -> Optional(&B), Cost::Unit;
    "last" since Minor(29), "an optional with the last item" { size: Size::PartOfList }:
        LIST_LAST = on "list_last" [List(&A)] -> Optional(&A), Cost::Unit
            => |c, a: values::List<'_>| library::optionals::last(c.arena, a);
    "first" since Minor(29), "an optional with the first item" { size: Size::PartOfList }:
        LIST_FIRST = on "list_first" [List(&A)] -> Optional(&A), Cost::Unit
            => |c, a: values::List<'_>| library::optionals::first(c.arena, a);
    "optional.unwrap" since Minor(29), "the values of the optionals that have one" { size: Size::Operand }:
        OPTIONAL_UNWRAP = of "optional_unwrap" [List(&Optional(&A))] -> List(&A), Cost::Unit
            => |c, a: values::List<'_>| library::optionals::unwrap(c.arena, a);
    "unwrapOpt" since Minor(29), "the values of the optionals that have one" { size: Size::Operand }:
        OPTIONAL_UNWRAP_OPT = on "optional_unwrapOpt" [List(&Optional(&A))] -> List(&A), Cost::Unit
            => |c, a: values::List<'_>| library::optionals::unwrap(c.arena, a);
}
