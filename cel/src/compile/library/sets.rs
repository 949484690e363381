//! Lists as sets.
//
// cel-go: ext/sets.go

use super::overload::{Cost, Function, of};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "sets.contains",
        since: Minor(30),
        doc: "whether the first list has all items of the second",
        overloads: &[of("list_sets_contains_list", &[List(&A), List(&A)], Bool, Cost::Sets(1.0))],
    },
    Function {
        name: "sets.equivalent",
        since: Minor(30),
        doc: "whether each list has all items of the other",
        overloads: &[of("list_sets_equivalent_list", &[List(&A), List(&A)], Bool, Cost::Sets(2.0))],
    },
    Function {
        name: "sets.intersects",
        since: Minor(30),
        doc: "whether the lists have an item in common",
        overloads: &[of("list_sets_intersects_list", &[List(&A), List(&A)], Bool, Cost::Sets(1.0))],
    },
];
