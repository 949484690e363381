//! Strings.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("string_char_at_int", "|a, b| library::strings::char_at(c.arena, a, b)"),
    ("string_index_of_string", "|a, b| Ok(library::strings::index_of(a, b))"),
    ("string_index_of_string_int", "|a, b, d| library::strings::index_of_from(a, b, d)"),
    ("string_last_index_of_string", "|a, b| Ok(library::strings::last_index_of(a, b))"),
    ("string_last_index_of_string_int", "|a, b, d| library::strings::last_index_of_upto(a, b, d)"),
    ("string_lower_ascii", "|a| Ok(library::strings::lower_ascii(c.arena, a))"),
    ("string_upper_ascii", "|a| Ok(library::strings::upper_ascii(c.arena, a))"),
    ("string_replace_string_string", "|a, b, d| Ok(library::strings::replace(c.arena, a, b, d))"),
    (
        "string_replace_string_string_int",
        "|a, b, d, e| Ok(library::strings::replace_limited(c.arena, a, b, d, e))",
    ),
    ("string_split_string", "|a, b| Ok(cel::texts(c.arena, library::strings::split(c.arena, a, b)))"),
    (
        "string_split_string_int",
        "|a, b, d| Ok(cel::texts(c.arena, library::strings::split_limited(c.arena, a, b, d)))",
    ),
    ("string_substring_int", "|a, b| library::strings::substring_from(a, b)"),
    ("string_substring_int_int", "|a, b, d| library::strings::substring(a, b, d)"),
    ("string_trim", "|a| Ok(library::strings::trim(a))"),
    (
        "string_format",
        "|a, b| library::text_format::format(c.arena, a, b.values(c.arena)?.iter().map(|value| library::formatted::Formatted::new(c.arena, *value)))",
    ),
    ("strings_quote", "|a| Ok(library::strings::quote(c.arena, a))"),
    ("list_join", "|a| cel::join(c.arena, a, \"\")"),
    ("list_join_string", "|a, b| cel::join(c.arena, a, b)"),
];
