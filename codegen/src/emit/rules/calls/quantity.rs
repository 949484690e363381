//! Quantities.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("string_to_quantity", "|a| library::quantity::Quantity::parse(a, c.arena).map(Value::Quantity)"),
    ("is_quantity_string", "|a| Ok(library::quantity::Quantity::is_quantity(a))"),
    ("quantity_sign", "|a| Ok(cel::of::<library::quantity::Quantity<'a>>(a)?.sign())"),
    (
        "quantity_is_greater_than",
        "|a, b| Ok(cel::of::<library::quantity::Quantity<'a>>(a)?.is_greater_than(cel::of(b)?, c.arena))",
    ),
    (
        "quantity_is_less_than",
        "|a, b| Ok(cel::of::<library::quantity::Quantity<'a>>(a)?.is_less_than(cel::of(b)?, c.arena))",
    ),
    (
        "quantity_compare_to",
        "|a, b| Ok(cel::of::<library::quantity::Quantity<'a>>(a)?.compare_to(cel::of(b)?, c.arena))",
    ),
    ("quantity_get_float", "|a| Ok(cel::of::<library::quantity::Quantity<'a>>(a)?.as_approximate_float())"),
    ("quantity_get_int", "|a| cel::of::<library::quantity::Quantity<'a>>(a)?.as_integer()"),
    ("quantity_is_integer", "|a| Ok(cel::of::<library::quantity::Quantity<'a>>(a)?.is_integer())"),
    (
        "quantity_add",
        "|a, b| cel::of::<library::quantity::Quantity<'a>>(a)?.add(cel::of(b)?, c.arena).map(Value::Quantity)",
    ),
    (
        "quantity_add_int",
        "|a, b| cel::of::<library::quantity::Quantity<'a>>(a)?.add_integer(b, c.arena).map(Value::Quantity)",
    ),
    (
        "quantity_sub",
        "|a, b| cel::of::<library::quantity::Quantity<'a>>(a)?.sub(cel::of(b)?, c.arena).map(Value::Quantity)",
    ),
    (
        "quantity_sub_int",
        "|a, b| cel::of::<library::quantity::Quantity<'a>>(a)?.sub_integer(b, c.arena).map(Value::Quantity)",
    ),
];
