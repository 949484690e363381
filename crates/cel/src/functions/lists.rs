//! The table of functions on lists in the Kubernetes library.
//
// apiserver: pkg/cel/library/lists.go

use super::overload::{Cost, Size, on};
use super::signature::Signature::*;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "isSorted" since Minor::FIRST, "whether the items are in ascending order" { counts: Counts::Scan, shares_code: true }:
        LIST_INT_IS_SORTED_BOOL = on "list_int_is_sorted_bool" [List(&Int)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::is_sorted(c.arena, a);
        LIST_UINT_IS_SORTED_BOOL = on "list_uint_is_sorted_bool" [List(&Uint)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::is_sorted(c.arena, a);
        LIST_DOUBLE_IS_SORTED_BOOL = on "list_double_is_sorted_bool" [List(&Double)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::is_sorted(c.arena, a);
        LIST_BOOL_IS_SORTED_BOOL = on "list_bool_is_sorted_bool" [List(&Bool)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::is_sorted(c.arena, a);
        LIST_DURATION_IS_SORTED_BOOL = on "list_duration_is_sorted_bool" [List(&Duration)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::is_sorted(c.arena, a);
        LIST_TIMESTAMP_IS_SORTED_BOOL = on "list_timestamp_is_sorted_bool" [List(&Timestamp)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::is_sorted(c.arena, a);
        LIST_STRING_IS_SORTED_BOOL = on "list_string_is_sorted_bool" [List(&String)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::is_sorted(c.arena, a);
        LIST_BYTES_IS_SORTED_BOOL = on "list_bytes_is_sorted_bool" [List(&Bytes)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::is_sorted(c.arena, a);
    "sum" since Minor::FIRST, "the sum of the items" { counts: Counts::Scan }:
        LIST_INT_SUM_INT = on "list_int_sum_int" [List(&Int)] -> Int, Cost::Scan
            => |c, a: values::List<'_>| library::lists::sum_int(c.arena, a);
        LIST_UINT_SUM_UINT = on "list_uint_sum_uint" [List(&Uint)] -> Uint, Cost::Scan
            => |c, a: values::List<'_>| library::lists::sum_uint(c.arena, a);
        LIST_DOUBLE_SUM_DOUBLE = on "list_double_sum_double" [List(&Double)] -> Double, Cost::Scan
            => |c, a: values::List<'_>| library::lists::sum_double(c.arena, a);
        LIST_DURATION_SUM_DURATION = on "list_duration_sum_duration" [List(&Duration)] -> Duration, Cost::Scan
            => |c, a: values::List<'_>| library::lists::sum_duration(c.arena, a);
    "max" since Minor::FIRST, "the greatest item; an error if there is none" { counts: Counts::Scan, size: Size::PartOfList, shares_code: true }:
        LIST_INT_MAX_INT = on "list_int_max_int" [List(&Int)] -> Int, Cost::Scan
            => |c, a: values::List<'_>| library::lists::max(c.arena, a);
        LIST_UINT_MAX_UINT = on "list_uint_max_uint" [List(&Uint)] -> Uint, Cost::Scan
            => |c, a: values::List<'_>| library::lists::max(c.arena, a);
        LIST_DOUBLE_MAX_DOUBLE = on "list_double_max_double" [List(&Double)] -> Double, Cost::Scan
            => |c, a: values::List<'_>| library::lists::max(c.arena, a);
        LIST_BOOL_MAX_BOOL = on "list_bool_max_bool" [List(&Bool)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::max(c.arena, a);
        LIST_DURATION_MAX_DURATION = on "list_duration_max_duration" [List(&Duration)] -> Duration, Cost::Scan
            => |c, a: values::List<'_>| library::lists::max(c.arena, a);
        LIST_TIMESTAMP_MAX_TIMESTAMP = on "list_timestamp_max_timestamp" [List(&Timestamp)] -> Timestamp, Cost::Scan
            => |c, a: values::List<'_>| library::lists::max(c.arena, a);
        LIST_STRING_MAX_STRING = on "list_string_max_string" [List(&String)] -> String, Cost::Scan
            => |c, a: values::List<'_>| library::lists::max(c.arena, a);
        LIST_BYTES_MAX_BYTES = on "list_bytes_max_bytes" [List(&Bytes)] -> Bytes, Cost::Scan
            => |c, a: values::List<'_>| library::lists::max(c.arena, a);
    "min" since Minor::FIRST, "the least item; an error if there is none" { counts: Counts::Scan, size: Size::PartOfList, shares_code: true }:
        LIST_INT_MIN_INT = on "list_int_min_int" [List(&Int)] -> Int, Cost::Scan
            => |c, a: values::List<'_>| library::lists::min(c.arena, a);
        LIST_UINT_MIN_UINT = on "list_uint_min_uint" [List(&Uint)] -> Uint, Cost::Scan
            => |c, a: values::List<'_>| library::lists::min(c.arena, a);
        LIST_DOUBLE_MIN_DOUBLE = on "list_double_min_double" [List(&Double)] -> Double, Cost::Scan
            => |c, a: values::List<'_>| library::lists::min(c.arena, a);
        LIST_BOOL_MIN_BOOL = on "list_bool_min_bool" [List(&Bool)] -> Bool, Cost::Scan
            => |c, a: values::List<'_>| library::lists::min(c.arena, a);
        LIST_DURATION_MIN_DURATION = on "list_duration_min_duration" [List(&Duration)] -> Duration, Cost::Scan
            => |c, a: values::List<'_>| library::lists::min(c.arena, a);
        LIST_TIMESTAMP_MIN_TIMESTAMP = on "list_timestamp_min_timestamp" [List(&Timestamp)] -> Timestamp, Cost::Scan
            => |c, a: values::List<'_>| library::lists::min(c.arena, a);
        LIST_STRING_MIN_STRING = on "list_string_min_string" [List(&String)] -> String, Cost::Scan
            => |c, a: values::List<'_>| library::lists::min(c.arena, a);
        LIST_BYTES_MIN_BYTES = on "list_bytes_min_bytes" [List(&Bytes)] -> Bytes, Cost::Scan
            => |c, a: values::List<'_>| library::lists::min(c.arena, a);
    "indexOf" since Minor::FIRST, "the index of the first equal item, or -1" { counts: Counts::Scan }:
        LIST_A_INDEX_OF_INT = on "list_a_index_of_int" [List(&A), A] -> Int, Cost::Scan
            => |c, a: values::List<'_>, b: Value<'_>| library::lists::index_of(c.arena, a, b);
    "lastIndexOf" since Minor::FIRST, "the index of the last equal item, or -1" { counts: Counts::Scan }:
        LIST_A_LAST_INDEX_OF_INT = on "list_a_last_index_of_int" [List(&A), A] -> Int, Cost::Scan
            => |c, a: values::List<'_>, b: Value<'_>| library::lists::last_index_of(c.arena, a, b);
}
