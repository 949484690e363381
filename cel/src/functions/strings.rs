//! Strings.
//
// cel-go: ext/strings.go (version 2)

use super::apply::{apply1, apply2, apply3, apply4};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, library};
use crdc_vocabulary::Minor;

/// `string_char_at_int`
pub const STRING_CHAR_AT_INT: Overload = on("string_char_at_int", &[String, Int], String, Cost::Unit)
    .runs(|c, v| apply2::<&str, i64, _>(v, |a, b| library::strings::char_at(c.arena, a, b)));

/// `string_index_of_string`
pub const STRING_INDEX_OF_STRING: Overload = on("string_index_of_string", &[String, String], Int, Cost::Scan)
    .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(library::strings::index_of(a, b))));

/// `string_index_of_string_int`
pub const STRING_INDEX_OF_STRING_INT: Overload =
    on("string_index_of_string_int", &[String, String, Int], Int, Cost::Scan)
        .runs(|_, v| apply3::<&str, &str, i64, _>(v, |a, b, d| library::strings::index_of_from(a, b, d)));

/// `string_last_index_of_string`
pub const STRING_LAST_INDEX_OF_STRING: Overload =
    on("string_last_index_of_string", &[String, String], Int, Cost::Scan)
        .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(library::strings::last_index_of(a, b))));

/// `string_last_index_of_string_int`
pub const STRING_LAST_INDEX_OF_STRING_INT: Overload =
    on("string_last_index_of_string_int", &[String, String, Int], Int, Cost::Scan).runs(|_, v| {
        apply3::<&str, &str, i64, _>(v, |a, b, d| library::strings::last_index_of_upto(a, b, d))
    });

/// `string_lower_ascii`
pub const STRING_LOWER_ASCII: Overload = on("string_lower_ascii", &[String], String, Cost::Transform)
    .runs(|c, v| apply1::<&str, _>(v, |a| Ok(library::strings::lower_ascii(c.arena, a))));

/// `string_replace_string_string`
pub const STRING_REPLACE_STRING_STRING: Overload =
    on("string_replace_string_string", &[String, String, String], String, Cost::Replace).runs(|c, v| {
        apply3::<&str, &str, &str, _>(v, |a, b, d| Ok(library::strings::replace(c.arena, a, b, d)))
    });

/// `string_replace_string_string_int`
pub const STRING_REPLACE_STRING_STRING_INT: Overload =
    on("string_replace_string_string_int", &[String, String, String, Int], String, Cost::Replace).runs(
        |c, v| {
            apply4::<&str, &str, &str, i64, _>(v, |a, b, d, e| {
                Ok(library::strings::replace_limited(c.arena, a, b, d, e))
            })
        },
    );

/// `string_split_string`
pub const STRING_SPLIT_STRING: Overload =
    on("string_split_string", &[String, String], List(&String), Cost::Split).runs(|c, v| {
        apply2::<&str, &str, _>(v, |a, b| Ok(cel::texts(c.arena, library::strings::split(c.arena, a, b))))
    });

/// `string_split_string_int`
pub const STRING_SPLIT_STRING_INT: Overload =
    on("string_split_string_int", &[String, String, Int], List(&String), Cost::Split).runs(|c, v| {
        apply3::<&str, &str, i64, _>(v, |a, b, d| {
            Ok(cel::texts(c.arena, library::strings::split_limited(c.arena, a, b, d)))
        })
    });

/// `string_substring_int`
pub const STRING_SUBSTRING_INT: Overload =
    on("string_substring_int", &[String, Int], String, Cost::Transform)
        .runs(|_, v| apply2::<&str, i64, _>(v, |a, b| library::strings::substring_from(a, b)));

/// `string_substring_int_int`
pub const STRING_SUBSTRING_INT_INT: Overload =
    on("string_substring_int_int", &[String, Int, Int], String, Cost::Transform)
        .runs(|_, v| apply3::<&str, i64, i64, _>(v, |a, b, d| library::strings::substring(a, b, d)));

/// `string_trim`
pub const STRING_TRIM: Overload = on("string_trim", &[String], String, Cost::Transform)
    .runs(|_, v| apply1::<&str, _>(v, |a| Ok(library::strings::trim(a))));

/// `string_upper_ascii`
pub const STRING_UPPER_ASCII: Overload = on("string_upper_ascii", &[String], String, Cost::Transform)
    .runs(|c, v| apply1::<&str, _>(v, |a| Ok(library::strings::upper_ascii(c.arena, a))));

/// `string_format`
pub const STRING_FORMAT: Overload =
    on("string_format", &[String, List(&Dyn)], String, Cost::Format).counts(Counts::Traverse).runs(|c, v| {
        apply2::<&str, cel::List<'_>, _>(v, |a, b| {
            library::text_format::format(
                c.arena,
                a,
                b.values(c.arena)?.iter().map(|value| library::formatted::Formatted::new(c.arena, *value)),
            )
        })
    });

/// `strings_quote`
pub const STRINGS_QUOTE: Overload = of("strings_quote", &[String], String, Cost::Quote)
    .counts(Counts::Traverse)
    .runs(|c, v| apply1::<&str, _>(v, |a| Ok(library::strings::quote(c.arena, a))));

/// `list_join`
pub const LIST_JOIN: Overload = on("list_join", &[List(&String)], String, Cost::Join)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| cel::join(c.arena, a, "")));

/// `list_join_string`
pub const LIST_JOIN_STRING: Overload = on("list_join_string", &[List(&String), String], String, Cost::Join)
    .runs(|c, v| apply2::<cel::List<'_>, &str, _>(v, |a, b| cel::join(c.arena, a, b)));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "charAt",
        size: Size::Character,
        since: Minor::FIRST,
        doc: "the character at an index",
        overloads: &[STRING_CHAR_AT_INT],
        ..FUNCTION
    },
    Function {
        name: "indexOf",
        counts: Counts::Scan,
        since: Minor::FIRST,
        doc: "the index of the first occurrence of a string, or -1",
        overloads: &[STRING_INDEX_OF_STRING, STRING_INDEX_OF_STRING_INT],
        ..FUNCTION
    },
    Function {
        name: "lastIndexOf",
        counts: Counts::Scan,
        since: Minor::FIRST,
        doc: "the index of the last occurrence of a string, or -1",
        overloads: &[STRING_LAST_INDEX_OF_STRING, STRING_LAST_INDEX_OF_STRING_INT],
        ..FUNCTION
    },
    Function {
        name: "lowerAscii",
        counts: Counts::Traverse,
        size: Size::Text,
        since: Minor::FIRST,
        doc: "the string with ASCII letters in lower case",
        overloads: &[STRING_LOWER_ASCII],
        ..FUNCTION
    },
    Function {
        name: "replace",
        counts: Counts::TraverseTwice,
        size: Size::Replaced,
        since: Minor::FIRST,
        doc: "the string with occurrences of a string replaced",
        overloads: &[STRING_REPLACE_STRING_STRING, STRING_REPLACE_STRING_STRING_INT],
        ..FUNCTION
    },
    Function {
        name: "split",
        counts: Counts::TraverseTwice,
        size: Size::Parts,
        since: Minor::FIRST,
        doc: "the parts of the string between separators",
        overloads: &[STRING_SPLIT_STRING, STRING_SPLIT_STRING_INT],
        ..FUNCTION
    },
    Function {
        name: "substring",
        counts: Counts::Traverse,
        size: Size::Text,
        since: Minor::FIRST,
        doc: "the characters from an index on, or between two",
        overloads: &[STRING_SUBSTRING_INT, STRING_SUBSTRING_INT_INT],
        ..FUNCTION
    },
    Function {
        name: "trim",
        counts: Counts::Traverse,
        size: Size::Text,
        since: Minor::FIRST,
        doc: "the string without white space at its ends",
        overloads: &[STRING_TRIM],
        ..FUNCTION
    },
    Function {
        name: "upperAscii",
        counts: Counts::Traverse,
        size: Size::Text,
        since: Minor::FIRST,
        doc: "the string with ASCII letters in upper case",
        overloads: &[STRING_UPPER_ASCII],
        ..FUNCTION
    },
    Function {
        name: "format",
        since: Minor(30),
        doc: "the string with `%s`, `%d`, `%.2f` and others replaced by the items of a list",
        overloads: &[STRING_FORMAT],
        ..FUNCTION
    },
    Function {
        name: "strings.quote",
        size: Size::Quoted,
        since: Minor(30),
        doc: "the string in quotes, escaped",
        overloads: &[STRINGS_QUOTE],
        ..FUNCTION
    },
    Function {
        name: "join",
        counts: Counts::TraverseResult,
        size: Size::JoinedParts,
        since: Minor::FIRST,
        doc: "the items of a list of strings, joined",
        overloads: &[LIST_JOIN, LIST_JOIN_STRING],
        ..FUNCTION
    },
];
