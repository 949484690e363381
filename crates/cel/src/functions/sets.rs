//! The table of functions that treat lists as sets.
//
// cel-go: ext/sets.go

use super::overload::{Cost, of};
use super::signature::Signature::*;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::values;
use crdc_vocabulary::Minor;

functions! {
    "sets.contains" since Minor(30), "whether the first list has all items of the second":
        LIST_SETS_CONTAINS_LIST = of "list_sets_contains_list" [List(&A), List(&A)] -> Bool, Cost::Sets(1.0), counts: Counts::Sets(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sets::contains(c.arena, a, b);
    "sets.equivalent" since Minor(30), "whether each list has all items of the other":
        LIST_SETS_EQUIVALENT_LIST = of "list_sets_equivalent_list" [List(&A), List(&A)] -> Bool, Cost::Sets(2.0), counts: Counts::Sets(2)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sets::equivalent(c.arena, a, b);
    "sets.intersects" since Minor(30), "whether the lists have an item in common":
        LIST_SETS_INTERSECTS_LIST = of "list_sets_intersects_list" [List(&A), List(&A)] -> Bool, Cost::Sets(1.0), counts: Counts::Sets(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sets::intersects(c.arena, a, b);
}
