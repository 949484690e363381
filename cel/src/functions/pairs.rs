//! What macros with two variables call.
//
// cel-go: ext/comprehensions.go

use super::overload::{Cost, FUNCTION, Function, of};
use super::signature::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[Function {
    name: "cel.@mapInsert",
    since: Minor(33),
    doc: "a map with another entry, or with all entries of another map",
    overloads: &[
        of("@mapInsert_map_key_value", &[Map(&A, &B), A, B], Map(&A, &B), Cost::Unit),
        of("@mapInsert_map_map", &[Map(&A, &B), Map(&A, &B)], Map(&A, &B), Cost::Unit),
    ],
    ..FUNCTION
}];
