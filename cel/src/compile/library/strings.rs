//! Strings.
//
// cel-go: ext/strings.go (version 2)

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "charAt",
        since: Minor::FIRST,
        doc: "the character at an index",
        overloads: &[on("string_char_at_int", &[String, Int], String, Cost::Unit)],
    },
    Function {
        name: "indexOf",
        since: Minor::FIRST,
        doc: "the index of the first occurrence of a string, or -1",
        overloads: &[
            on("string_index_of_string", &[String, String], Int, Cost::Scan),
            on("string_index_of_string_int", &[String, String, Int], Int, Cost::Scan),
        ],
    },
    Function {
        name: "lastIndexOf",
        since: Minor::FIRST,
        doc: "the index of the last occurrence of a string, or -1",
        overloads: &[
            on("string_last_index_of_string", &[String, String], Int, Cost::Scan),
            on("string_last_index_of_string_int", &[String, String, Int], Int, Cost::Scan),
        ],
    },
    Function {
        name: "lowerAscii",
        since: Minor::FIRST,
        doc: "the string with ASCII letters in lower case",
        overloads: &[on("string_lower_ascii", &[String], String, Cost::Transform)],
    },
    Function {
        name: "replace",
        since: Minor::FIRST,
        doc: "the string with occurrences of a string replaced",
        overloads: &[
            on("string_replace_string_string", &[String, String, String], String, Cost::Replace),
            on("string_replace_string_string_int", &[String, String, String, Int], String, Cost::Replace),
        ],
    },
    Function {
        name: "split",
        since: Minor::FIRST,
        doc: "the parts of the string between separators",
        overloads: &[
            on("string_split_string", &[String, String], List(&String), Cost::Split),
            on("string_split_string_int", &[String, String, Int], List(&String), Cost::Split),
        ],
    },
    Function {
        name: "substring",
        since: Minor::FIRST,
        doc: "the characters from an index on, or between two",
        overloads: &[
            on("string_substring_int", &[String, Int], String, Cost::Transform),
            on("string_substring_int_int", &[String, Int, Int], String, Cost::Transform),
        ],
    },
    Function {
        name: "trim",
        since: Minor::FIRST,
        doc: "the string without white space at its ends",
        overloads: &[on("string_trim", &[String], String, Cost::Transform)],
    },
    Function {
        name: "upperAscii",
        since: Minor::FIRST,
        doc: "the string with ASCII letters in upper case",
        overloads: &[on("string_upper_ascii", &[String], String, Cost::Transform)],
    },
    Function {
        name: "format",
        since: Minor(30),
        doc: "the string with `%s`, `%d`, `%.2f` and others replaced by the items of a list",
        overloads: &[on("string_format", &[String, List(&Dyn)], String, Cost::Format)],
    },
    Function {
        name: "strings.quote",
        since: Minor(30),
        doc: "the string in quotes, escaped",
        overloads: &[of("strings_quote", &[String], String, Cost::Quote)],
    },
    Function {
        name: "join",
        since: Minor::FIRST,
        doc: "the items of a list of strings, joined",
        overloads: &[
            on("list_join", &[List(&String)], String, Cost::Join),
            on("list_join_string", &[List(&String), String], String, Cost::Join),
        ],
    },
];
