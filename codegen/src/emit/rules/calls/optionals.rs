//! Optionals.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("optional_of", "|a| Ok(library::optionals::of(c.arena, a))"),
    ("optional_ofNonZeroValue", "|a| Ok(library::optionals::of_non_zero(c.arena, a))"),
    ("optional_none", "|| Ok(Value::Optional(None))"),
    ("optional_value", "|a| library::optionals::value(a)"),
    ("optional_hasValue", "|a| library::optionals::has_value(a)"),
    ("list_last", "|a| library::optionals::last(c.arena, a)"),
    ("list_first", "|a| library::optionals::first(c.arena, a)"),
    ("optional_unwrap", "|a| library::optionals::unwrap(c.arena, a)"),
    ("optional_unwrapOpt", "|a| library::optionals::unwrap(c.arena, a)"),
];
