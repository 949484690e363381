//! Functions on lists of the CEL extension.
//
// cel-go: ext/lists.go (version 3)

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "slice",
        since: Minor(35),
        doc: "the items from one index up to before another",
        overloads: &[on("list_slice", &[List(&A), Int, Int], List(&A), Cost::Slice)],
    },
    Function {
        name: "flatten",
        since: Minor(35),
        doc: "the items of the lists in a list, down to a depth",
        overloads: &[
            on("list_flatten", &[List(&List(&A))], List(&A), Cost::Flatten),
            on("list_flatten_int", &[List(&Dyn), Int], List(&Dyn), Cost::Flatten),
        ],
    },
    Function {
        name: "sort",
        since: Minor(35),
        doc: "the items in ascending order",
        overloads: &[
            on("list_int_sort", &[List(&Int)], List(&Int), Cost::Sort { text: false, by: false }),
            on("list_uint_sort", &[List(&Uint)], List(&Uint), Cost::Sort { text: false, by: false }),
            on("list_double_sort", &[List(&Double)], List(&Double), Cost::Sort { text: false, by: false }),
            on("list_bool_sort", &[List(&Bool)], List(&Bool), Cost::Sort { text: false, by: false }),
            on(
                "list_google.protobuf.Duration_sort",
                &[List(&Duration)],
                List(&Duration),
                Cost::Sort { text: false, by: false },
            ),
            on(
                "list_google.protobuf.Timestamp_sort",
                &[List(&Timestamp)],
                List(&Timestamp),
                Cost::Sort { text: false, by: false },
            ),
            on("list_string_sort", &[List(&String)], List(&String), Cost::Sort { text: true, by: false }),
            on("list_bytes_sort", &[List(&Bytes)], List(&Bytes), Cost::Sort { text: true, by: false }),
        ],
    },
    Function {
        name: "@sortByAssociatedKeys",
        since: Minor(35),
        doc: "what the macro `sortBy` calls",
        overloads: &[
            on(
                "list_int_sortByAssociatedKeys",
                &[List(&A), List(&Int)],
                List(&A),
                Cost::Sort { text: false, by: true },
            ),
            on(
                "list_uint_sortByAssociatedKeys",
                &[List(&A), List(&Uint)],
                List(&A),
                Cost::Sort { text: false, by: true },
            ),
            on(
                "list_double_sortByAssociatedKeys",
                &[List(&A), List(&Double)],
                List(&A),
                Cost::Sort { text: false, by: true },
            ),
            on(
                "list_bool_sortByAssociatedKeys",
                &[List(&A), List(&Bool)],
                List(&A),
                Cost::Sort { text: false, by: true },
            ),
            on(
                "list_google.protobuf.Duration_sortByAssociatedKeys",
                &[List(&A), List(&Duration)],
                List(&A),
                Cost::Sort { text: false, by: true },
            ),
            on(
                "list_google.protobuf.Timestamp_sortByAssociatedKeys",
                &[List(&A), List(&Timestamp)],
                List(&A),
                Cost::Sort { text: false, by: true },
            ),
            on(
                "list_string_sortByAssociatedKeys",
                &[List(&A), List(&String)],
                List(&A),
                Cost::Sort { text: true, by: true },
            ),
            on(
                "list_bytes_sortByAssociatedKeys",
                &[List(&A), List(&Bytes)],
                List(&A),
                Cost::Sort { text: true, by: true },
            ),
        ],
    },
    Function {
        name: "lists.range",
        since: Minor(35),
        doc: "the list of integers from 0 up to before a number",
        overloads: &[of("lists_range", &[Int], List(&Int), Cost::Range)],
    },
    Function {
        name: "reverse",
        since: Minor(35),
        doc: "the items in reverse order",
        overloads: &[on("list_reverse", &[List(&A)], List(&A), Cost::Reverse)],
    },
    Function {
        name: "distinct",
        since: Minor(35),
        doc: "the items without duplicates",
        overloads: &[on("list_distinct", &[List(&A)], List(&A), Cost::Distinct)],
    },
];
