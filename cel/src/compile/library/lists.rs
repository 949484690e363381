//! Functions on lists of the Kubernetes library.
//
// apiserver: pkg/cel/library/lists.go

use super::overload::{Cost, Function, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "isSorted",
        since: Minor::FIRST,
        doc: "whether the items are in ascending order",
        overloads: &[
            on("list_int_is_sorted_bool", &[List(&Int)], Bool, Cost::Scan),
            on("list_uint_is_sorted_bool", &[List(&Uint)], Bool, Cost::Scan),
            on("list_double_is_sorted_bool", &[List(&Double)], Bool, Cost::Scan),
            on("list_bool_is_sorted_bool", &[List(&Bool)], Bool, Cost::Scan),
            on("list_duration_is_sorted_bool", &[List(&Duration)], Bool, Cost::Scan),
            on("list_timestamp_is_sorted_bool", &[List(&Timestamp)], Bool, Cost::Scan),
            on("list_string_is_sorted_bool", &[List(&String)], Bool, Cost::Scan),
            on("list_bytes_is_sorted_bool", &[List(&Bytes)], Bool, Cost::Scan),
        ],
    },
    Function {
        name: "sum",
        since: Minor::FIRST,
        doc: "the sum of the items",
        overloads: &[
            on("list_int_sum_int", &[List(&Int)], Int, Cost::Scan),
            on("list_uint_sum_uint", &[List(&Uint)], Uint, Cost::Scan),
            on("list_double_sum_double", &[List(&Double)], Double, Cost::Scan),
            on("list_duration_sum_duration", &[List(&Duration)], Duration, Cost::Scan),
        ],
    },
    Function {
        name: "max",
        since: Minor::FIRST,
        doc: "the greatest item; an error if there is none",
        overloads: &[
            on("list_int_max_int", &[List(&Int)], Int, Cost::Scan),
            on("list_uint_max_uint", &[List(&Uint)], Uint, Cost::Scan),
            on("list_double_max_double", &[List(&Double)], Double, Cost::Scan),
            on("list_bool_max_bool", &[List(&Bool)], Bool, Cost::Scan),
            on("list_duration_max_duration", &[List(&Duration)], Duration, Cost::Scan),
            on("list_timestamp_max_timestamp", &[List(&Timestamp)], Timestamp, Cost::Scan),
            on("list_string_max_string", &[List(&String)], String, Cost::Scan),
            on("list_bytes_max_bytes", &[List(&Bytes)], Bytes, Cost::Scan),
        ],
    },
    Function {
        name: "min",
        since: Minor::FIRST,
        doc: "the least item; an error if there is none",
        overloads: &[
            on("list_int_min_int", &[List(&Int)], Int, Cost::Scan),
            on("list_uint_min_uint", &[List(&Uint)], Uint, Cost::Scan),
            on("list_double_min_double", &[List(&Double)], Double, Cost::Scan),
            on("list_bool_min_bool", &[List(&Bool)], Bool, Cost::Scan),
            on("list_duration_min_duration", &[List(&Duration)], Duration, Cost::Scan),
            on("list_timestamp_min_timestamp", &[List(&Timestamp)], Timestamp, Cost::Scan),
            on("list_string_min_string", &[List(&String)], String, Cost::Scan),
            on("list_bytes_min_bytes", &[List(&Bytes)], Bytes, Cost::Scan),
        ],
    },
    Function {
        name: "indexOf",
        since: Minor::FIRST,
        doc: "the index of the first equal item, or -1",
        overloads: &[on("list_a_index_of_int", &[List(&A), A], Int, Cost::Scan)],
    },
    Function {
        name: "lastIndexOf",
        since: Minor::FIRST,
        doc: "the index of the last equal item, or -1",
        overloads: &[on("list_a_last_index_of_int", &[List(&A), A], Int, Cost::Scan)],
    },
];
