//! Lists as sets.
//
// cel-go: ext/sets.go

use super::apply::apply2;
use super::overload::{Cost, FUNCTION, Function, Overload, of};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, library};
use crdc_vocabulary::Minor;

/// `list_sets_contains_list`
pub const LIST_SETS_CONTAINS_LIST: Overload =
    of("list_sets_contains_list", &[List(&A), List(&A)], Bool, Cost::Sets(1.0)).counts(Counts::Sets(1)).runs(
        |c, v| apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sets::contains(c.arena, a, b)),
    );

/// `list_sets_equivalent_list`
pub const LIST_SETS_EQUIVALENT_LIST: Overload =
    of("list_sets_equivalent_list", &[List(&A), List(&A)], Bool, Cost::Sets(2.0))
        .counts(Counts::Sets(2))
        .runs(|c, v| {
            apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sets::equivalent(c.arena, a, b))
        });

/// `list_sets_intersects_list`
pub const LIST_SETS_INTERSECTS_LIST: Overload =
    of("list_sets_intersects_list", &[List(&A), List(&A)], Bool, Cost::Sets(1.0))
        .counts(Counts::Sets(1))
        .runs(|c, v| {
            apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sets::intersects(c.arena, a, b))
        });

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "sets.contains",
        since: Minor(30),
        doc: "whether the first list has all items of the second",
        overloads: &[LIST_SETS_CONTAINS_LIST],
        ..FUNCTION
    },
    Function {
        name: "sets.equivalent",
        since: Minor(30),
        doc: "whether each list has all items of the other",
        overloads: &[LIST_SETS_EQUIVALENT_LIST],
        ..FUNCTION
    },
    Function {
        name: "sets.intersects",
        since: Minor(30),
        doc: "whether the lists have an item in common",
        overloads: &[LIST_SETS_INTERSECTS_LIST],
        ..FUNCTION
    },
];
