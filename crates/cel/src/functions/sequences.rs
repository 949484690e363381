//! The table of functions on lists in the CEL extension.
//
// cel-go: ext/lists.go (version 3)

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::values;
use crdc_vocabulary::Minor;

functions! {
    "slice" since Minor(35), "the items from one index up to before another" { size: Size::Operand }:
        LIST_SLICE = on "list_slice" [List(&A), Int, Int] -> List(&A), Cost::Slice, counts: Counts::NewList
            => |c, a: values::List<'_>, b: i64, d: i64| library::sequences::slice(c.arena, a, b, d);
    "flatten" since Minor(35), "the items of the lists in a list, down to a depth" { size: Size::Anything }:
        LIST_FLATTEN = on "list_flatten" [List(&List(&A))] -> List(&A), Cost::Flatten, counts: Counts::Flatten
            => |c, a: values::List<'_>| library::sequences::flatten(c.arena, a, 1);
        LIST_FLATTEN_INT = on "list_flatten_int" [List(&Dyn), Int] -> List(&Dyn), Cost::Flatten, counts: Counts::Flatten
            => |c, a: values::List<'_>, b: i64| library::sequences::flatten(c.arena, a, b);
    "sort" since Minor(35), "the items in ascending order" { size: Size::Operand, shares_code: true }:
        LIST_INT_SORT = on "list_int_sort" [List(&Int)] -> List(&Int), Cost::Sort { text: false, by: false }, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::sort(c.arena, a);
        LIST_UINT_SORT = on "list_uint_sort" [List(&Uint)] -> List(&Uint), Cost::Sort { text: false, by: false }, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::sort(c.arena, a);
        LIST_DOUBLE_SORT = on "list_double_sort" [List(&Double)] -> List(&Double), Cost::Sort { text: false, by: false }, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::sort(c.arena, a);
        LIST_BOOL_SORT = on "list_bool_sort" [List(&Bool)] -> List(&Bool), Cost::Sort { text: false, by: false }, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::sort(c.arena, a);
        LIST_GOOGLE_PROTOBUF_DURATION_SORT = on "list_google.protobuf.Duration_sort" [List(&Duration)] -> List(&Duration), Cost::Sort { text: false, by: false }, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::sort(c.arena, a);
        LIST_GOOGLE_PROTOBUF_TIMESTAMP_SORT = on "list_google.protobuf.Timestamp_sort" [List(&Timestamp)] -> List(&Timestamp), Cost::Sort { text: false, by: false }, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::sort(c.arena, a);
        LIST_STRING_SORT = on "list_string_sort" [List(&String)] -> List(&String), Cost::Sort { text: true, by: false }, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::sort(c.arena, a);
        LIST_BYTES_SORT = on "list_bytes_sort" [List(&Bytes)] -> List(&Bytes), Cost::Sort { text: true, by: false }, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::sort(c.arena, a);
    "@sortByAssociatedKeys" since Minor(35), "what the macro `sortBy` calls" { size: Size::Operand, shares_code: true }:
        LIST_INT_SORT_BY_ASSOCIATED_KEYS = on "list_int_sortByAssociatedKeys" [List(&A), List(&Int)] -> List(&A), Cost::Sort { text: false, by: true }, counts: Counts::CompareAll(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sequences::sort_by_keys(c.arena, a, b);
        LIST_UINT_SORT_BY_ASSOCIATED_KEYS = on "list_uint_sortByAssociatedKeys" [List(&A), List(&Uint)] -> List(&A), Cost::Sort { text: false, by: true }, counts: Counts::CompareAll(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sequences::sort_by_keys(c.arena, a, b);
        LIST_DOUBLE_SORT_BY_ASSOCIATED_KEYS = on "list_double_sortByAssociatedKeys" [List(&A), List(&Double)] -> List(&A), Cost::Sort { text: false, by: true }, counts: Counts::CompareAll(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sequences::sort_by_keys(c.arena, a, b);
        LIST_BOOL_SORT_BY_ASSOCIATED_KEYS = on "list_bool_sortByAssociatedKeys" [List(&A), List(&Bool)] -> List(&A), Cost::Sort { text: false, by: true }, counts: Counts::CompareAll(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sequences::sort_by_keys(c.arena, a, b);
        LIST_GOOGLE_PROTOBUF_DURATION_SORT_BY_ASSOCIATED_KEYS = on "list_google.protobuf.Duration_sortByAssociatedKeys" [List(&A), List(&Duration)] -> List(&A), Cost::Sort { text: false, by: true }, counts: Counts::CompareAll(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sequences::sort_by_keys(c.arena, a, b);
        LIST_GOOGLE_PROTOBUF_TIMESTAMP_SORT_BY_ASSOCIATED_KEYS = on "list_google.protobuf.Timestamp_sortByAssociatedKeys" [List(&A), List(&Timestamp)] -> List(&A), Cost::Sort { text: false, by: true }, counts: Counts::CompareAll(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sequences::sort_by_keys(c.arena, a, b);
        LIST_STRING_SORT_BY_ASSOCIATED_KEYS = on "list_string_sortByAssociatedKeys" [List(&A), List(&String)] -> List(&A), Cost::Sort { text: true, by: true }, counts: Counts::CompareAll(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sequences::sort_by_keys(c.arena, a, b);
        LIST_BYTES_SORT_BY_ASSOCIATED_KEYS = on "list_bytes_sortByAssociatedKeys" [List(&A), List(&Bytes)] -> List(&A), Cost::Sort { text: true, by: true }, counts: Counts::CompareAll(1)
            => |c, a: values::List<'_>, b: values::List<'_>| library::sequences::sort_by_keys(c.arena, a, b);
    "lists.range" since Minor(35), "the list of integers from 0 up to before a number":
        LISTS_RANGE = of "lists_range" [Int] -> List(&Int), Cost::Range, counts: Counts::NewList
            => |c, a: i64| library::sequences::range(c.arena, a);
    "reverse" since Minor(35), "the items in reverse order" { size: Size::Reversed }:
        LIST_REVERSE = on "list_reverse" [List(&A)] -> List(&A), Cost::Reverse, counts: Counts::NewList
            => |c, a: values::List<'_>| library::sequences::reverse(c.arena, a);
    "distinct" since Minor(35), "the items without duplicates" { size: Size::Operand }:
        LIST_DISTINCT = on "list_distinct" [List(&A)] -> List(&A), Cost::Distinct, counts: Counts::CompareAll(0)
            => |c, a: values::List<'_>| library::sequences::distinct(c.arena, a);
}
