//! Sizes, conversions, and functions on strings.
//
// cel-go: common/stdlib/standard.go

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "size",
        since: Minor::FIRST,
        doc: "the number of characters, bytes, items or entries",
        overloads: &[
            of("size_bytes", &[Bytes], Int, Cost::Unit),
            on("bytes_size", &[Bytes], Int, Cost::Unit),
            of("size_list", &[List(&A)], Int, Cost::Unit),
            on("list_size", &[List(&A)], Int, Cost::Unit),
            of("size_map", &[Map(&A, &B)], Int, Cost::Unit),
            on("map_size", &[Map(&A, &B)], Int, Cost::Unit),
            of("size_string", &[String], Int, Cost::Unit),
            on("string_size", &[String], Int, Cost::Unit),
        ],
    },
    Function {
        name: "type",
        since: Minor::FIRST,
        doc: "the type of a value",
        overloads: &[of("type", &[A], TypeOf(&A), Cost::Unit)],
    },
    Function {
        name: "bool",
        since: Minor::FIRST,
        doc: "a value as a boolean",
        overloads: &[
            of("bool_to_bool", &[Bool], Bool, Cost::Unit),
            of("string_to_bool", &[String], Bool, Cost::Unit),
        ],
    },
    Function {
        name: "bytes",
        since: Minor::FIRST,
        doc: "a value as bytes",
        overloads: &[
            of("bytes_to_bytes", &[Bytes], Bytes, Cost::Unit),
            of("string_to_bytes", &[String], Bytes, Cost::StringToBytes),
        ],
    },
    Function {
        name: "double",
        since: Minor::FIRST,
        doc: "a value as a floating-point number",
        overloads: &[
            of("double_to_double", &[Double], Double, Cost::Unit),
            of("int64_to_double", &[Int], Double, Cost::Unit),
            of("string_to_double", &[String], Double, Cost::Unit),
            of("uint64_to_double", &[Uint], Double, Cost::Unit),
        ],
    },
    Function {
        name: "duration",
        since: Minor::FIRST,
        doc: "a value as a duration",
        overloads: &[
            of("duration_to_duration", &[Duration], Duration, Cost::Unit),
            of("int64_to_duration", &[Int], Duration, Cost::Unit),
            of("string_to_duration", &[String], Duration, Cost::Unit),
        ],
    },
    Function {
        name: "dyn",
        since: Minor::FIRST,
        doc: "the same value, whose type is checked when the expression is evaluated",
        overloads: &[of("to_dyn", &[A], Dyn, Cost::Unit)],
    },
    Function {
        name: "int",
        since: Minor::FIRST,
        doc: "a value as an integer",
        overloads: &[
            of("int64_to_int64", &[Int], Int, Cost::Unit),
            of("double_to_int64", &[Double], Int, Cost::Unit),
            of("duration_to_int64", &[Duration], Int, Cost::Unit),
            of("string_to_int64", &[String], Int, Cost::Unit),
            of("timestamp_to_int64", &[Timestamp], Int, Cost::Unit),
            of("uint64_to_int64", &[Uint], Int, Cost::Unit),
        ],
    },
    Function {
        name: "string",
        since: Minor::FIRST,
        doc: "a value as a string",
        overloads: &[
            of("string_to_string", &[String], String, Cost::Unit),
            of("bool_to_string", &[Bool], String, Cost::Unit),
            of("bytes_to_string", &[Bytes], String, Cost::BytesToString),
            of("double_to_string", &[Double], String, Cost::Unit),
            of("duration_to_string", &[Duration], String, Cost::Unit),
            of("int64_to_string", &[Int], String, Cost::Unit),
            of("timestamp_to_string", &[Timestamp], String, Cost::Unit),
            of("uint64_to_string", &[Uint], String, Cost::Unit),
        ],
    },
    Function {
        name: "timestamp",
        since: Minor::FIRST,
        doc: "a value as a timestamp",
        overloads: &[
            of("timestamp_to_timestamp", &[Timestamp], Timestamp, Cost::Unit),
            of("int64_to_timestamp", &[Int], Timestamp, Cost::Unit),
            of("string_to_timestamp", &[String], Timestamp, Cost::Unit),
        ],
    },
    Function {
        name: "uint",
        since: Minor::FIRST,
        doc: "a value as an unsigned integer",
        overloads: &[
            of("uint64_to_uint64", &[Uint], Uint, Cost::Unit),
            of("double_to_uint64", &[Double], Uint, Cost::Unit),
            of("int64_to_uint64", &[Int], Uint, Cost::Unit),
            of("string_to_uint64", &[String], Uint, Cost::Unit),
        ],
    },
    Function {
        name: "contains",
        since: Minor::FIRST,
        doc: "whether the string contains another",
        overloads: &[on("contains_string", &[String, String], Bool, Cost::Contains)],
    },
    Function {
        name: "endsWith",
        since: Minor::FIRST,
        doc: "whether the string ends with another",
        overloads: &[on("ends_with_string", &[String, String], Bool, Cost::Affix)],
    },
    Function {
        name: "startsWith",
        since: Minor::FIRST,
        doc: "whether the string starts with another",
        overloads: &[on("starts_with_string", &[String, String], Bool, Cost::Affix)],
    },
    Function {
        name: "matches",
        since: Minor::FIRST,
        doc: "whether an RE2 regular expression matches anywhere in the string",
        overloads: &[
            of("matches", &[String, String], Bool, Cost::Unit),
            on("matches_string", &[String, String], Bool, Cost::Matches),
        ],
    },
];
