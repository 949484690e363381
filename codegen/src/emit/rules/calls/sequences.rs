//! More on lists.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("list_slice", "|a, b, d| library::sequences::slice(c.arena, a, b, d)"),
    ("list_flatten", "|a| library::sequences::flatten(c.arena, a, 1)"),
    ("list_flatten_int", "|a, b| library::sequences::flatten(c.arena, a, b)"),
    ("lists_range", "|a| library::sequences::range(c.arena, a)"),
    ("list_reverse", "|a| library::sequences::reverse(c.arena, a)"),
    ("list_distinct", "|a| library::sequences::distinct(c.arena, a)"),
    ("list_int_sort", "|a| library::sequences::sort(c.arena, a)"),
    ("list_int_sortByAssociatedKeys", "|a, b| library::sequences::sort_by_keys(c.arena, a, b)"),
    ("list_uint_sort", "|a| library::sequences::sort(c.arena, a)"),
    ("list_uint_sortByAssociatedKeys", "|a, b| library::sequences::sort_by_keys(c.arena, a, b)"),
    ("list_double_sort", "|a| library::sequences::sort(c.arena, a)"),
    ("list_double_sortByAssociatedKeys", "|a, b| library::sequences::sort_by_keys(c.arena, a, b)"),
    ("list_bool_sort", "|a| library::sequences::sort(c.arena, a)"),
    ("list_bool_sortByAssociatedKeys", "|a, b| library::sequences::sort_by_keys(c.arena, a, b)"),
    ("list_google.protobuf.Duration_sort", "|a| library::sequences::sort(c.arena, a)"),
    (
        "list_google.protobuf.Duration_sortByAssociatedKeys",
        "|a, b| library::sequences::sort_by_keys(c.arena, a, b)",
    ),
    ("list_google.protobuf.Timestamp_sort", "|a| library::sequences::sort(c.arena, a)"),
    (
        "list_google.protobuf.Timestamp_sortByAssociatedKeys",
        "|a, b| library::sequences::sort_by_keys(c.arena, a, b)",
    ),
    ("list_string_sort", "|a| library::sequences::sort(c.arena, a)"),
    ("list_string_sortByAssociatedKeys", "|a, b| library::sequences::sort_by_keys(c.arena, a, b)"),
    ("list_bytes_sort", "|a| library::sequences::sort(c.arena, a)"),
    ("list_bytes_sortByAssociatedKeys", "|a, b| library::sequences::sort_by_keys(c.arena, a, b)"),
];
