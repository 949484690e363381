//! Lists as sets.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("list_sets_contains_list", "|a, b| library::sets::contains(c.arena, a, b)"),
    ("list_sets_equivalent_list", "|a, b| library::sets::equivalent(c.arena, a, b)"),
    ("list_sets_intersects_list", "|a, b| library::sets::intersects(c.arena, a, b)"),
];
