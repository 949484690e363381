//! The table of functions on quantities. Their code is in `scalars/quantity/`.
//
// apiserver: pkg/cel/library/quantity.go

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "quantity" since Minor(29), "a string as a quantity; an error if it is none" { counts: Counts::Traverse, size: Size::Parsed }:
        STRING_TO_QUANTITY = of "string_to_quantity" [String] -> Object("kubernetes.Quantity"), Cost::Parse
            => |c, a: &str| library::quantity::Quantity::parse(a, c.arena).map(Value::Quantity);
    "isQuantity" since Minor(29), "whether a string is a quantity" { counts: Counts::Traverse }:
        IS_QUANTITY_STRING = of "is_quantity_string" [String] -> Bool, Cost::Parse
            => |_, a: &str| Ok(library::quantity::Quantity::is_quantity(a));
    "sign" since Minor(29), "1, 0 or -1":
        QUANTITY_SIGN = of "quantity_sign" [Object("kubernetes.Quantity")] -> Int, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::quantity::Quantity<'_>>(a)?.sign());
    "isGreaterThan" since Minor(29), "whether it is greater":
        QUANTITY_IS_GREATER_THAN = on "quantity_is_greater_than" [Object("kubernetes.Quantity"), Object("kubernetes.Quantity")] -> Bool, Cost::Unit
            => |c, a: Value<'_>, b: Value<'_>| Ok(values::of::<library::quantity::Quantity<'_>>(a)?.is_greater_than(values::of(b)?, c.arena));
    "isLessThan" since Minor(29), "whether it is less":
        QUANTITY_IS_LESS_THAN = on "quantity_is_less_than" [Object("kubernetes.Quantity"), Object("kubernetes.Quantity")] -> Bool, Cost::Unit
            => |c, a: Value<'_>, b: Value<'_>| Ok(values::of::<library::quantity::Quantity<'_>>(a)?.is_less_than(values::of(b)?, c.arena));
    "compareTo" since Minor(29), "1, 0 or -1: how it compares":
        QUANTITY_COMPARE_TO = on "quantity_compare_to" [Object("kubernetes.Quantity"), Object("kubernetes.Quantity")] -> Int, Cost::Unit
            => |c, a: Value<'_>, b: Value<'_>| Ok(values::of::<library::quantity::Quantity<'_>>(a)?.compare_to(values::of(b)?, c.arena));
    "asApproximateFloat" since Minor(29), "the nearest floating-point number":
        QUANTITY_GET_FLOAT = on "quantity_get_float" [Object("kubernetes.Quantity")] -> Double, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::quantity::Quantity<'_>>(a)?.as_approximate_float());
    "asInteger" since Minor(29), "the integer; an error if it is none":
        QUANTITY_GET_INT = on "quantity_get_int" [Object("kubernetes.Quantity")] -> Int, Cost::Unit
            => |_, a: Value<'_>| values::of::<library::quantity::Quantity<'_>>(a)?.as_integer();
    "isInteger" since Minor(29), "whether it is an integer":
        QUANTITY_IS_INTEGER = on "quantity_is_integer" [Object("kubernetes.Quantity")] -> Bool, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::quantity::Quantity<'_>>(a)?.is_integer());
    "add" since Minor(29), "the sum" { size: Size::Parsed }:
        QUANTITY_ADD = on "quantity_add" [Object("kubernetes.Quantity"), Object("kubernetes.Quantity")] -> Object("kubernetes.Quantity"), Cost::Unit
            => |c, a: Value<'_>, b: Value<'_>| values::of::<library::quantity::Quantity<'_>>(a)?.add(values::of(b)?, c.arena).map(Value::Quantity);
        QUANTITY_ADD_INT = on "quantity_add_int" [Object("kubernetes.Quantity"), Int] -> Object("kubernetes.Quantity"), Cost::Unit
            => |c, a: Value<'_>, b: i64| values::of::<library::quantity::Quantity<'_>>(a)?.add_integer(b, c.arena).map(Value::Quantity);
    "sub" since Minor(29), "the difference" { size: Size::Parsed }:
        QUANTITY_SUB = on "quantity_sub" [Object("kubernetes.Quantity"), Object("kubernetes.Quantity")] -> Object("kubernetes.Quantity"), Cost::Unit
            => |c, a: Value<'_>, b: Value<'_>| values::of::<library::quantity::Quantity<'_>>(a)?.sub(values::of(b)?, c.arena).map(Value::Quantity);
        QUANTITY_SUB_INT = on "quantity_sub_int" [Object("kubernetes.Quantity"), Int] -> Object("kubernetes.Quantity"), Cost::Unit
            => |c, a: Value<'_>, b: i64| values::of::<library::quantity::Quantity<'_>>(a)?.sub_integer(b, c.arena).map(Value::Quantity);
}
