//! Functions on lists of the Kubernetes library.
//
// apiserver: pkg/cel/library/lists.go

use super::apply::{apply1, apply2};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `list_int_is_sorted_bool`
pub const LIST_INT_IS_SORTED_BOOL: Overload = on("list_int_is_sorted_bool", &[List(&Int)], Bool, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::is_sorted(c.arena, a)));

/// `list_uint_is_sorted_bool`
pub const LIST_UINT_IS_SORTED_BOOL: Overload =
    on("list_uint_is_sorted_bool", &[List(&Uint)], Bool, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::is_sorted(c.arena, a)));

/// `list_double_is_sorted_bool`
pub const LIST_DOUBLE_IS_SORTED_BOOL: Overload =
    on("list_double_is_sorted_bool", &[List(&Double)], Bool, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::is_sorted(c.arena, a)));

/// `list_bool_is_sorted_bool`
pub const LIST_BOOL_IS_SORTED_BOOL: Overload =
    on("list_bool_is_sorted_bool", &[List(&Bool)], Bool, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::is_sorted(c.arena, a)));

/// `list_duration_is_sorted_bool`
pub const LIST_DURATION_IS_SORTED_BOOL: Overload =
    on("list_duration_is_sorted_bool", &[List(&Duration)], Bool, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::is_sorted(c.arena, a)));

/// `list_timestamp_is_sorted_bool`
pub const LIST_TIMESTAMP_IS_SORTED_BOOL: Overload =
    on("list_timestamp_is_sorted_bool", &[List(&Timestamp)], Bool, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::is_sorted(c.arena, a)));

/// `list_string_is_sorted_bool`
pub const LIST_STRING_IS_SORTED_BOOL: Overload =
    on("list_string_is_sorted_bool", &[List(&String)], Bool, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::is_sorted(c.arena, a)));

/// `list_bytes_is_sorted_bool`
pub const LIST_BYTES_IS_SORTED_BOOL: Overload =
    on("list_bytes_is_sorted_bool", &[List(&Bytes)], Bool, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::is_sorted(c.arena, a)));

/// `list_int_sum_int`
pub const LIST_INT_SUM_INT: Overload = on("list_int_sum_int", &[List(&Int)], Int, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::sum_int(c.arena, a)));

/// `list_uint_sum_uint`
pub const LIST_UINT_SUM_UINT: Overload = on("list_uint_sum_uint", &[List(&Uint)], Uint, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::sum_uint(c.arena, a)));

/// `list_double_sum_double`
pub const LIST_DOUBLE_SUM_DOUBLE: Overload =
    on("list_double_sum_double", &[List(&Double)], Double, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::sum_double(c.arena, a)));

/// `list_duration_sum_duration`
pub const LIST_DURATION_SUM_DURATION: Overload =
    on("list_duration_sum_duration", &[List(&Duration)], Duration, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, _>(v, |a| library::lists::sum_duration(c.arena, a)));

/// `list_int_max_int`
pub const LIST_INT_MAX_INT: Overload = on("list_int_max_int", &[List(&Int)], Int, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::max(c.arena, a)));

/// `list_uint_max_uint`
pub const LIST_UINT_MAX_UINT: Overload = on("list_uint_max_uint", &[List(&Uint)], Uint, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::max(c.arena, a)));

/// `list_double_max_double`
pub const LIST_DOUBLE_MAX_DOUBLE: Overload =
    on("list_double_max_double", &[List(&Double)], Double, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::max(c.arena, a)));

/// `list_bool_max_bool`
pub const LIST_BOOL_MAX_BOOL: Overload = on("list_bool_max_bool", &[List(&Bool)], Bool, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::max(c.arena, a)));

/// `list_duration_max_duration`
pub const LIST_DURATION_MAX_DURATION: Overload =
    on("list_duration_max_duration", &[List(&Duration)], Duration, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::max(c.arena, a)));

/// `list_timestamp_max_timestamp`
pub const LIST_TIMESTAMP_MAX_TIMESTAMP: Overload =
    on("list_timestamp_max_timestamp", &[List(&Timestamp)], Timestamp, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::max(c.arena, a)));

/// `list_string_max_string`
pub const LIST_STRING_MAX_STRING: Overload =
    on("list_string_max_string", &[List(&String)], String, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::max(c.arena, a)));

/// `list_bytes_max_bytes`
pub const LIST_BYTES_MAX_BYTES: Overload = on("list_bytes_max_bytes", &[List(&Bytes)], Bytes, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::max(c.arena, a)));

/// `list_int_min_int`
pub const LIST_INT_MIN_INT: Overload = on("list_int_min_int", &[List(&Int)], Int, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::min(c.arena, a)));

/// `list_uint_min_uint`
pub const LIST_UINT_MIN_UINT: Overload = on("list_uint_min_uint", &[List(&Uint)], Uint, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::min(c.arena, a)));

/// `list_double_min_double`
pub const LIST_DOUBLE_MIN_DOUBLE: Overload =
    on("list_double_min_double", &[List(&Double)], Double, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::min(c.arena, a)));

/// `list_bool_min_bool`
pub const LIST_BOOL_MIN_BOOL: Overload = on("list_bool_min_bool", &[List(&Bool)], Bool, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::min(c.arena, a)));

/// `list_duration_min_duration`
pub const LIST_DURATION_MIN_DURATION: Overload =
    on("list_duration_min_duration", &[List(&Duration)], Duration, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::min(c.arena, a)));

/// `list_timestamp_min_timestamp`
pub const LIST_TIMESTAMP_MIN_TIMESTAMP: Overload =
    on("list_timestamp_min_timestamp", &[List(&Timestamp)], Timestamp, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::min(c.arena, a)));

/// `list_string_min_string`
pub const LIST_STRING_MIN_STRING: Overload =
    on("list_string_min_string", &[List(&String)], String, Cost::Scan)
        .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::min(c.arena, a)));

/// `list_bytes_min_bytes`
pub const LIST_BYTES_MIN_BYTES: Overload = on("list_bytes_min_bytes", &[List(&Bytes)], Bytes, Cost::Scan)
    .runs(|c, v| apply1::<cel::List<'_>, Value<'_>>(v, |a| library::lists::min(c.arena, a)));

/// `list_a_index_of_int`
pub const LIST_A_INDEX_OF_INT: Overload = on("list_a_index_of_int", &[List(&A), A], Int, Cost::Scan)
    .runs(|c, v| apply2::<cel::List<'_>, Value<'_>, _>(v, |a, b| library::lists::index_of(c.arena, a, b)));

/// `list_a_last_index_of_int`
pub const LIST_A_LAST_INDEX_OF_INT: Overload =
    on("list_a_last_index_of_int", &[List(&A), A], Int, Cost::Scan).runs(|c, v| {
        apply2::<cel::List<'_>, Value<'_>, _>(v, |a, b| library::lists::last_index_of(c.arena, a, b))
    });

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "isSorted",
        shares_code: true,
        counts: Counts::Scan,
        since: Minor::FIRST,
        doc: "whether the items are in ascending order",
        overloads: &[
            LIST_INT_IS_SORTED_BOOL,
            LIST_UINT_IS_SORTED_BOOL,
            LIST_DOUBLE_IS_SORTED_BOOL,
            LIST_BOOL_IS_SORTED_BOOL,
            LIST_DURATION_IS_SORTED_BOOL,
            LIST_TIMESTAMP_IS_SORTED_BOOL,
            LIST_STRING_IS_SORTED_BOOL,
            LIST_BYTES_IS_SORTED_BOOL,
        ],
        ..FUNCTION
    },
    Function {
        name: "sum",
        counts: Counts::Scan,
        since: Minor::FIRST,
        doc: "the sum of the items",
        overloads: &[
            LIST_INT_SUM_INT,
            LIST_UINT_SUM_UINT,
            LIST_DOUBLE_SUM_DOUBLE,
            LIST_DURATION_SUM_DURATION,
        ],
        ..FUNCTION
    },
    Function {
        name: "max",
        shares_code: true,
        counts: Counts::Scan,
        size: Size::PartOfList,
        since: Minor::FIRST,
        doc: "the greatest item; an error if there is none",
        overloads: &[
            LIST_INT_MAX_INT,
            LIST_UINT_MAX_UINT,
            LIST_DOUBLE_MAX_DOUBLE,
            LIST_BOOL_MAX_BOOL,
            LIST_DURATION_MAX_DURATION,
            LIST_TIMESTAMP_MAX_TIMESTAMP,
            LIST_STRING_MAX_STRING,
            LIST_BYTES_MAX_BYTES,
        ],
        ..FUNCTION
    },
    Function {
        name: "min",
        shares_code: true,
        counts: Counts::Scan,
        size: Size::PartOfList,
        since: Minor::FIRST,
        doc: "the least item; an error if there is none",
        overloads: &[
            LIST_INT_MIN_INT,
            LIST_UINT_MIN_UINT,
            LIST_DOUBLE_MIN_DOUBLE,
            LIST_BOOL_MIN_BOOL,
            LIST_DURATION_MIN_DURATION,
            LIST_TIMESTAMP_MIN_TIMESTAMP,
            LIST_STRING_MIN_STRING,
            LIST_BYTES_MIN_BYTES,
        ],
        ..FUNCTION
    },
    Function {
        name: "indexOf",
        counts: Counts::Scan,
        since: Minor::FIRST,
        doc: "the index of the first equal item, or -1",
        overloads: &[LIST_A_INDEX_OF_INT],
        ..FUNCTION
    },
    Function {
        name: "lastIndexOf",
        counts: Counts::Scan,
        since: Minor::FIRST,
        doc: "the index of the last equal item, or -1",
        overloads: &[LIST_A_LAST_INDEX_OF_INT],
        ..FUNCTION
    },
];
