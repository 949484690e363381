//! Quantities.
//
// apiserver: pkg/cel/library/quantity.go

use super::apply::{apply1, apply2};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `string_to_quantity`
pub const STRING_TO_QUANTITY: Overload =
    of("string_to_quantity", &[String], Object("kubernetes.Quantity"), Cost::Parse).runs(|c, v| {
        apply1::<&str, _>(v, |a| library::quantity::Quantity::parse(a, c.arena).map(Value::Quantity))
    });

/// `is_quantity_string`
pub const IS_QUANTITY_STRING: Overload = of("is_quantity_string", &[String], Bool, Cost::Parse)
    .runs(|_, v| apply1::<&str, _>(v, |a| Ok(library::quantity::Quantity::is_quantity(a))));

/// `quantity_sign`
pub const QUANTITY_SIGN: Overload = of("quantity_sign", &[Object("kubernetes.Quantity")], Int, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::quantity::Quantity<'_>>(a)?.sign())));

/// `quantity_is_greater_than`
pub const QUANTITY_IS_GREATER_THAN: Overload = on(
    "quantity_is_greater_than",
    &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
    Bool,
    Cost::Unit,
)
.runs(|c, v| {
    apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
        Ok(cel::of::<library::quantity::Quantity<'_>>(a)?.is_greater_than(cel::of(b)?, c.arena))
    })
});

/// `quantity_is_less_than`
pub const QUANTITY_IS_LESS_THAN: Overload = on(
    "quantity_is_less_than",
    &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
    Bool,
    Cost::Unit,
)
.runs(|c, v| {
    apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
        Ok(cel::of::<library::quantity::Quantity<'_>>(a)?.is_less_than(cel::of(b)?, c.arena))
    })
});

/// `quantity_compare_to`
pub const QUANTITY_COMPARE_TO: Overload = on(
    "quantity_compare_to",
    &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
    Int,
    Cost::Unit,
)
.runs(|c, v| {
    apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
        Ok(cel::of::<library::quantity::Quantity<'_>>(a)?.compare_to(cel::of(b)?, c.arena))
    })
});

/// `quantity_get_float`
pub const QUANTITY_GET_FLOAT: Overload =
    on("quantity_get_float", &[Object("kubernetes.Quantity")], Double, Cost::Unit).runs(|_, v| {
        apply1::<Value<'_>, _>(v, |a| {
            Ok(cel::of::<library::quantity::Quantity<'_>>(a)?.as_approximate_float())
        })
    });

/// `quantity_get_int`
pub const QUANTITY_GET_INT: Overload =
    on("quantity_get_int", &[Object("kubernetes.Quantity")], Int, Cost::Unit).runs(|_, v| {
        apply1::<Value<'_>, _>(v, |a| cel::of::<library::quantity::Quantity<'_>>(a)?.as_integer())
    });

/// `quantity_is_integer`
pub const QUANTITY_IS_INTEGER: Overload =
    on("quantity_is_integer", &[Object("kubernetes.Quantity")], Bool, Cost::Unit).runs(|_, v| {
        apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::quantity::Quantity<'_>>(a)?.is_integer()))
    });

/// `quantity_add`
pub const QUANTITY_ADD: Overload = on(
    "quantity_add",
    &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
    Object("kubernetes.Quantity"),
    Cost::Unit,
)
.runs(|c, v| {
    apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
        cel::of::<library::quantity::Quantity<'_>>(a)?.add(cel::of(b)?, c.arena).map(Value::Quantity)
    })
});

/// `quantity_add_int`
pub const QUANTITY_ADD_INT: Overload =
    on("quantity_add_int", &[Object("kubernetes.Quantity"), Int], Object("kubernetes.Quantity"), Cost::Unit)
        .runs(|c, v| {
            apply2::<Value<'_>, i64, _>(v, |a, b| {
                cel::of::<library::quantity::Quantity<'_>>(a)?.add_integer(b, c.arena).map(Value::Quantity)
            })
        });

/// `quantity_sub`
pub const QUANTITY_SUB: Overload = on(
    "quantity_sub",
    &[Object("kubernetes.Quantity"), Object("kubernetes.Quantity")],
    Object("kubernetes.Quantity"),
    Cost::Unit,
)
.runs(|c, v| {
    apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
        cel::of::<library::quantity::Quantity<'_>>(a)?.sub(cel::of(b)?, c.arena).map(Value::Quantity)
    })
});

/// `quantity_sub_int`
pub const QUANTITY_SUB_INT: Overload =
    on("quantity_sub_int", &[Object("kubernetes.Quantity"), Int], Object("kubernetes.Quantity"), Cost::Unit)
        .runs(|c, v| {
            apply2::<Value<'_>, i64, _>(v, |a, b| {
                cel::of::<library::quantity::Quantity<'_>>(a)?.sub_integer(b, c.arena).map(Value::Quantity)
            })
        });

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "quantity",
        counts: Counts::Traverse,
        size: Size::Parsed,
        since: Minor(29),
        doc: "a string as a quantity; an error if it is none",
        overloads: &[STRING_TO_QUANTITY],
        ..FUNCTION
    },
    Function {
        name: "isQuantity",
        counts: Counts::Traverse,
        since: Minor(29),
        doc: "whether a string is a quantity",
        overloads: &[IS_QUANTITY_STRING],
        ..FUNCTION
    },
    Function { name: "sign", since: Minor(29), doc: "1, 0 or -1", overloads: &[QUANTITY_SIGN], ..FUNCTION },
    Function {
        name: "isGreaterThan",
        since: Minor(29),
        doc: "whether it is greater",
        overloads: &[QUANTITY_IS_GREATER_THAN],
        ..FUNCTION
    },
    Function {
        name: "isLessThan",
        since: Minor(29),
        doc: "whether it is less",
        overloads: &[QUANTITY_IS_LESS_THAN],
        ..FUNCTION
    },
    Function {
        name: "compareTo",
        since: Minor(29),
        doc: "1, 0 or -1: how it compares",
        overloads: &[QUANTITY_COMPARE_TO],
        ..FUNCTION
    },
    Function {
        name: "asApproximateFloat",
        since: Minor(29),
        doc: "the nearest floating-point number",
        overloads: &[QUANTITY_GET_FLOAT],
        ..FUNCTION
    },
    Function {
        name: "asInteger",
        since: Minor(29),
        doc: "the integer; an error if it is none",
        overloads: &[QUANTITY_GET_INT],
        ..FUNCTION
    },
    Function {
        name: "isInteger",
        since: Minor(29),
        doc: "whether it is an integer",
        overloads: &[QUANTITY_IS_INTEGER],
        ..FUNCTION
    },
    Function {
        name: "add",
        size: Size::Parsed,
        since: Minor(29),
        doc: "the sum",
        overloads: &[QUANTITY_ADD, QUANTITY_ADD_INT],
        ..FUNCTION
    },
    Function {
        name: "sub",
        size: Size::Parsed,
        since: Minor(29),
        doc: "the difference",
        overloads: &[QUANTITY_SUB, QUANTITY_SUB_INT],
        ..FUNCTION
    },
];
