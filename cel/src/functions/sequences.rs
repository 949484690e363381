//! Functions on lists of the CEL extension.
//
// cel-go: ext/lists.go (version 3)

use super::apply::{apply1, apply2, apply3};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, library};
use crdc_vocabulary::Minor;

/// `list_slice`
pub const LIST_SLICE: Overload =
    on("list_slice", &[List(&A), Int, Int], List(&A), Cost::Slice).counts(Counts::NewList).runs(|c, v| {
        apply3::<cel::List<'_>, i64, i64, _>(v, |a, b, d| library::sequences::slice(c.arena, a, b, d))
    });

/// `list_flatten`
pub const LIST_FLATTEN: Overload = on("list_flatten", &[List(&List(&A))], List(&A), Cost::Flatten)
    .counts(Counts::Flatten)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::flatten(c.arena, a, 1)));

/// `list_flatten_int`
pub const LIST_FLATTEN_INT: Overload = on("list_flatten_int", &[List(&Dyn), Int], List(&Dyn), Cost::Flatten)
    .counts(Counts::Flatten)
    .runs(|c, v| apply2::<cel::List<'_>, i64, _>(v, |a, b| library::sequences::flatten(c.arena, a, b)));

/// `list_int_sort`
pub const LIST_INT_SORT: Overload =
    on("list_int_sort", &[List(&Int)], List(&Int), Cost::Sort { text: false, by: false })
        .counts(Counts::CompareAll(0))
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::sort(c.arena, a)));

/// `list_uint_sort`
pub const LIST_UINT_SORT: Overload =
    on("list_uint_sort", &[List(&Uint)], List(&Uint), Cost::Sort { text: false, by: false })
        .counts(Counts::CompareAll(0))
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::sort(c.arena, a)));

/// `list_double_sort`
pub const LIST_DOUBLE_SORT: Overload =
    on("list_double_sort", &[List(&Double)], List(&Double), Cost::Sort { text: false, by: false })
        .counts(Counts::CompareAll(0))
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::sort(c.arena, a)));

/// `list_bool_sort`
pub const LIST_BOOL_SORT: Overload =
    on("list_bool_sort", &[List(&Bool)], List(&Bool), Cost::Sort { text: false, by: false })
        .counts(Counts::CompareAll(0))
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::sort(c.arena, a)));

/// `list_google.protobuf.Duration_sort`
pub const LIST_GOOGLE_PROTOBUF_DURATION_SORT: Overload = on(
    "list_google.protobuf.Duration_sort",
    &[List(&Duration)],
    List(&Duration),
    Cost::Sort { text: false, by: false },
)
.counts(Counts::CompareAll(0))
.runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::sort(c.arena, a)));

/// `list_google.protobuf.Timestamp_sort`
pub const LIST_GOOGLE_PROTOBUF_TIMESTAMP_SORT: Overload = on(
    "list_google.protobuf.Timestamp_sort",
    &[List(&Timestamp)],
    List(&Timestamp),
    Cost::Sort { text: false, by: false },
)
.counts(Counts::CompareAll(0))
.runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::sort(c.arena, a)));

/// `list_string_sort`
pub const LIST_STRING_SORT: Overload =
    on("list_string_sort", &[List(&String)], List(&String), Cost::Sort { text: true, by: false })
        .counts(Counts::CompareAll(0))
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::sort(c.arena, a)));

/// `list_bytes_sort`
pub const LIST_BYTES_SORT: Overload =
    on("list_bytes_sort", &[List(&Bytes)], List(&Bytes), Cost::Sort { text: true, by: false })
        .counts(Counts::CompareAll(0))
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::sort(c.arena, a)));

/// `list_int_sortByAssociatedKeys`
pub const LIST_INT_SORT_BY_ASSOCIATED_KEYS: Overload = on(
    "list_int_sortByAssociatedKeys",
    &[List(&A), List(&Int)],
    List(&A),
    Cost::Sort { text: false, by: true },
)
.counts(Counts::CompareAll(1))
.runs(|c, v| {
    apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sequences::sort_by_keys(c.arena, a, b))
});

/// `list_uint_sortByAssociatedKeys`
pub const LIST_UINT_SORT_BY_ASSOCIATED_KEYS: Overload = on(
    "list_uint_sortByAssociatedKeys",
    &[List(&A), List(&Uint)],
    List(&A),
    Cost::Sort { text: false, by: true },
)
.counts(Counts::CompareAll(1))
.runs(|c, v| {
    apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sequences::sort_by_keys(c.arena, a, b))
});

/// `list_double_sortByAssociatedKeys`
pub const LIST_DOUBLE_SORT_BY_ASSOCIATED_KEYS: Overload = on(
    "list_double_sortByAssociatedKeys",
    &[List(&A), List(&Double)],
    List(&A),
    Cost::Sort { text: false, by: true },
)
.counts(Counts::CompareAll(1))
.runs(|c, v| {
    apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sequences::sort_by_keys(c.arena, a, b))
});

/// `list_bool_sortByAssociatedKeys`
pub const LIST_BOOL_SORT_BY_ASSOCIATED_KEYS: Overload = on(
    "list_bool_sortByAssociatedKeys",
    &[List(&A), List(&Bool)],
    List(&A),
    Cost::Sort { text: false, by: true },
)
.counts(Counts::CompareAll(1))
.runs(|c, v| {
    apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sequences::sort_by_keys(c.arena, a, b))
});

/// `list_google.protobuf.Duration_sortByAssociatedKeys`
pub const LIST_GOOGLE_PROTOBUF_DURATION_SORT_BY_ASSOCIATED_KEYS: Overload = on(
    "list_google.protobuf.Duration_sortByAssociatedKeys",
    &[List(&A), List(&Duration)],
    List(&A),
    Cost::Sort { text: false, by: true },
)
.counts(Counts::CompareAll(1))
.runs(|c, v| {
    apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sequences::sort_by_keys(c.arena, a, b))
});

/// `list_google.protobuf.Timestamp_sortByAssociatedKeys`
pub const LIST_GOOGLE_PROTOBUF_TIMESTAMP_SORT_BY_ASSOCIATED_KEYS: Overload = on(
    "list_google.protobuf.Timestamp_sortByAssociatedKeys",
    &[List(&A), List(&Timestamp)],
    List(&A),
    Cost::Sort { text: false, by: true },
)
.counts(Counts::CompareAll(1))
.runs(|c, v| {
    apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sequences::sort_by_keys(c.arena, a, b))
});

/// `list_string_sortByAssociatedKeys`
pub const LIST_STRING_SORT_BY_ASSOCIATED_KEYS: Overload = on(
    "list_string_sortByAssociatedKeys",
    &[List(&A), List(&String)],
    List(&A),
    Cost::Sort { text: true, by: true },
)
.counts(Counts::CompareAll(1))
.runs(|c, v| {
    apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sequences::sort_by_keys(c.arena, a, b))
});

/// `list_bytes_sortByAssociatedKeys`
pub const LIST_BYTES_SORT_BY_ASSOCIATED_KEYS: Overload = on(
    "list_bytes_sortByAssociatedKeys",
    &[List(&A), List(&Bytes)],
    List(&A),
    Cost::Sort { text: true, by: true },
)
.counts(Counts::CompareAll(1))
.runs(|c, v| {
    apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| library::sequences::sort_by_keys(c.arena, a, b))
});

/// `lists_range`
pub const LISTS_RANGE: Overload = of("lists_range", &[Int], List(&Int), Cost::Range)
    .counts(Counts::NewList)
    .runs(|c, v| apply1::<i64, _>(v, |a| library::sequences::range(c.arena, a)));

/// `list_reverse`
pub const LIST_REVERSE: Overload = on("list_reverse", &[List(&A)], List(&A), Cost::Reverse)
    .counts(Counts::NewList)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::reverse(c.arena, a)));

/// `list_distinct`
pub const LIST_DISTINCT: Overload = on("list_distinct", &[List(&A)], List(&A), Cost::Distinct)
    .counts(Counts::CompareAll(0))
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::sequences::distinct(c.arena, a)));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "slice",
        size: Size::Operand,
        since: Minor(35),
        doc: "the items from one index up to before another",
        overloads: &[LIST_SLICE],
        ..FUNCTION
    },
    Function {
        name: "flatten",
        size: Size::Anything,
        since: Minor(35),
        doc: "the items of the lists in a list, down to a depth",
        overloads: &[LIST_FLATTEN, LIST_FLATTEN_INT],
        ..FUNCTION
    },
    Function {
        name: "sort",
        shares_code: true,
        size: Size::Operand,
        since: Minor(35),
        doc: "the items in ascending order",
        overloads: &[
            LIST_INT_SORT,
            LIST_UINT_SORT,
            LIST_DOUBLE_SORT,
            LIST_BOOL_SORT,
            LIST_GOOGLE_PROTOBUF_DURATION_SORT,
            LIST_GOOGLE_PROTOBUF_TIMESTAMP_SORT,
            LIST_STRING_SORT,
            LIST_BYTES_SORT,
        ],
        ..FUNCTION
    },
    Function {
        name: "@sortByAssociatedKeys",
        shares_code: true,
        size: Size::Operand,
        since: Minor(35),
        doc: "what the macro `sortBy` calls",
        overloads: &[
            LIST_INT_SORT_BY_ASSOCIATED_KEYS,
            LIST_UINT_SORT_BY_ASSOCIATED_KEYS,
            LIST_DOUBLE_SORT_BY_ASSOCIATED_KEYS,
            LIST_BOOL_SORT_BY_ASSOCIATED_KEYS,
            LIST_GOOGLE_PROTOBUF_DURATION_SORT_BY_ASSOCIATED_KEYS,
            LIST_GOOGLE_PROTOBUF_TIMESTAMP_SORT_BY_ASSOCIATED_KEYS,
            LIST_STRING_SORT_BY_ASSOCIATED_KEYS,
            LIST_BYTES_SORT_BY_ASSOCIATED_KEYS,
        ],
        ..FUNCTION
    },
    Function {
        name: "lists.range",
        since: Minor(35),
        doc: "the list of integers from 0 up to before a number",
        overloads: &[LISTS_RANGE],
        ..FUNCTION
    },
    Function {
        name: "reverse",
        size: Size::Reversed,
        since: Minor(35),
        doc: "the items in reverse order",
        overloads: &[LIST_REVERSE],
        ..FUNCTION
    },
    Function {
        name: "distinct",
        size: Size::Operand,
        since: Minor(35),
        doc: "the items without duplicates",
        overloads: &[LIST_DISTINCT],
        ..FUNCTION
    },
];
