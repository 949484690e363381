//! The table of functions on strings in the CEL extension.
//
// cel-go: ext/strings.go (version 2)

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library::{self, lists};
use crate::operations::call_cost::Cost as Counts;
use crate::values;
use crdc_vocabulary::Minor;

functions! {
    "charAt" since Minor::FIRST, "the character at an index" { size: Size::Character }:
        STRING_CHAR_AT_INT = on "string_char_at_int" [String, Int] -> String, Cost::Unit
            => |c, a: &str, b: i64| library::strings::char_at(c.arena, a, b);
    "indexOf" since Minor::FIRST, "the index of the first occurrence of a string, or -1" { counts: Counts::Scan }:
        STRING_INDEX_OF_STRING = on "string_index_of_string" [String, String] -> Int, Cost::Scan
            => |_, a: &str, b: &str| Ok(library::strings::index_of(a, b));
        STRING_INDEX_OF_STRING_INT = on "string_index_of_string_int" [String, String, Int] -> Int, Cost::Scan
            => |_, a: &str, b: &str, d: i64| library::strings::index_of_from(a, b, d);
    "lastIndexOf" since Minor::FIRST, "the index of the last occurrence of a string, or -1" { counts: Counts::Scan }:
        STRING_LAST_INDEX_OF_STRING = on "string_last_index_of_string" [String, String] -> Int, Cost::Scan
            => |_, a: &str, b: &str| Ok(library::strings::last_index_of(a, b));
        STRING_LAST_INDEX_OF_STRING_INT = on "string_last_index_of_string_int" [String, String, Int] -> Int, Cost::Scan
            => |_, a: &str, b: &str, d: i64| library::strings::last_index_of_upto(a, b, d);
    "lowerAscii" since Minor::FIRST, "the string with ASCII letters in lower case" { counts: Counts::Traverse, size: Size::Text }:
        STRING_LOWER_ASCII = on "string_lower_ascii" [String] -> String, Cost::Transform
            => |c, a: &str| Ok(library::strings::lower_ascii(c.arena, a));
    "replace" since Minor::FIRST, "the string with occurrences of a string replaced" { counts: Counts::TraverseTwice, size: Size::Replaced }:
        STRING_REPLACE_STRING_STRING = on "string_replace_string_string" [String, String, String] -> String, Cost::Replace
            => |c, a: &str, b: &str, d: &str| Ok(library::strings::replace(c.arena, a, b, d));
        STRING_REPLACE_STRING_STRING_INT = on "string_replace_string_string_int" [String, String, String, Int] -> String, Cost::Replace
            => |c, a: &str, b: &str, d: &str, e: i64| Ok(library::strings::replace_limited(c.arena, a, b, d, e));
    "split" since Minor::FIRST, "the parts of the string between separators" { counts: Counts::TraverseTwice, size: Size::Parts }:
        STRING_SPLIT_STRING = on "string_split_string" [String, String] -> List(&String), Cost::Split
            => |c, a: &str, b: &str| Ok(values::texts(c.arena, library::strings::split(c.arena, a, b)));
        STRING_SPLIT_STRING_INT = on "string_split_string_int" [String, String, Int] -> List(&String), Cost::Split
            => |c, a: &str, b: &str, d: i64| Ok(values::texts(c.arena, library::strings::split_limited(c.arena, a, b, d)));
    "substring" since Minor::FIRST, "the characters from an index on, or between two" { counts: Counts::Traverse, size: Size::Text }:
        STRING_SUBSTRING_INT = on "string_substring_int" [String, Int] -> String, Cost::Transform
            => |_, a: &str, b: i64| library::strings::substring_from(a, b);
        STRING_SUBSTRING_INT_INT = on "string_substring_int_int" [String, Int, Int] -> String, Cost::Transform
            => |_, a: &str, b: i64, d: i64| library::strings::substring(a, b, d);
    "trim" since Minor::FIRST, "the string without white space at its ends" { counts: Counts::Traverse, size: Size::Text }:
        STRING_TRIM = on "string_trim" [String] -> String, Cost::Transform
            => |_, a: &str| Ok(library::strings::trim(a));
    "upperAscii" since Minor::FIRST, "the string with ASCII letters in upper case" { counts: Counts::Traverse, size: Size::Text }:
        STRING_UPPER_ASCII = on "string_upper_ascii" [String] -> String, Cost::Transform
            => |c, a: &str| Ok(library::strings::upper_ascii(c.arena, a));
    "format" since Minor(30), "the string with `%s`, `%d`, `%.2f` and others replaced by the items of a list":
        STRING_FORMAT = on "string_format" [String, List(&Dyn)] -> String, Cost::Format, counts: Counts::Traverse
            => |c, a: &str, b: values::List<'_>| library::text_format::format(c.arena, a, b.values(c.arena)?.iter().map(|value| library::formatted::Formatted::new(c.arena, *value)));
    "strings.quote" since Minor(30), "the string in quotes, escaped" { size: Size::Quoted }:
        STRINGS_QUOTE = of "strings_quote" [String] -> String, Cost::Quote, counts: Counts::Traverse
            => |c, a: &str| Ok(library::strings::quote(c.arena, a));
    "join" since Minor::FIRST, "the items of a list of strings, joined" { counts: Counts::TraverseResult, size: Size::JoinedParts }:
        LIST_JOIN = on "list_join" [List(&String)] -> String, Cost::Join
            => |c, a: values::List<'_>| lists::join(c.arena, a, "");
        LIST_JOIN_STRING = on "list_join_string" [List(&String), String] -> String, Cost::Join
            => |c, a: values::List<'_>, b: &str| lists::join(c.arena, a, b);
}
