//! Searching with regular expressions.
//
// apiserver: pkg/cel/library/regex.go

use super::overload::{Cost, FUNCTION, Function, Size, on};
use super::signature::Signature::*;
use crate::Cost as Counts;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "find",
        counts: Counts::Search,
        size: Size::Text,
        since: Minor::FIRST,
        doc: "the first match of a regular expression, or an empty string",
        overloads: &[on("string_find_string", &[String, String], String, Cost::Find)],
        ..FUNCTION
    },
    Function {
        name: "findAll",
        counts: Counts::Search,
        size: Size::Parts,
        since: Minor::FIRST,
        doc: "all matches of a regular expression, or the first few",
        overloads: &[
            on("string_find_all_string", &[String, String], List(&String), Cost::Find),
            on("string_find_all_string_int", &[String, String, Int], List(&String), Cost::Find),
        ],
        ..FUNCTION
    },
];
