//! The table of functions that the expansions of macros with two variables call.
//
// cel-go: ext/comprehensions.go

use super::overload::{Cost, of};
use super::signature::Signature::*;
use crdc_vocabulary::Minor;

functions! {
    "cel.@mapInsert" since Minor(33), "a map with another entry, or with all entries of another map":
        _MAP_INSERT_MAP_KEY_VALUE = of "@mapInsert_map_key_value" [Map(&A, &B), A, B] -> Map(&A, &B), Cost::Unit;
        _MAP_INSERT_MAP_MAP = of "@mapInsert_map_map" [Map(&A, &B), Map(&A, &B)] -> Map(&A, &B), Cost::Unit;
}
