//! The table of functions that search with regular expressions.
//
// apiserver: pkg/cel/library/regex.go

use super::overload::{Cost, Size, on};
use super::signature::Signature::*;
use crate::operations::call_cost::Cost as Counts;
use crdc_vocabulary::Minor;

functions! {
    "find" since Minor::FIRST, "the first match of a regular expression, or an empty string" { counts: Counts::Search, size: Size::Text }:
        STRING_FIND_STRING = on "string_find_string" [String, String] -> String, Cost::Find;
    "findAll" since Minor::FIRST, "all matches of a regular expression, or the first few" { counts: Counts::Search, size: Size::Parts }:
        STRING_FIND_ALL_STRING = on "string_find_all_string" [String, String] -> List(&String), Cost::Find;
        STRING_FIND_ALL_STRING_INT = on "string_find_all_string_int" [String, String, Int] -> List(&String), Cost::Find;
}
