//! Sizes, conversions, and functions on strings.
//
// cel-go: common/stdlib/standard.go

use super::apply::{apply1, apply2};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `size_bytes`
pub const SIZE_BYTES: Overload = of("size_bytes", &[Bytes], Int, Cost::Unit)
    .runs(|_, v| apply1::<&[u8], _>(v, |a| Ok(cel::length(a.len()))));

/// `bytes_size`
pub const BYTES_SIZE: Overload = on("bytes_size", &[Bytes], Int, Cost::Unit)
    .runs(|_, v| apply1::<&[u8], _>(v, |a| Ok(cel::length(a.len()))));

/// `size_list`
pub const SIZE_LIST: Overload = of("size_list", &[List(&A)], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::List<'_>, _>(v, |a| Ok(a.size())));

/// `list_size`
pub const LIST_SIZE: Overload = on("list_size", &[List(&A)], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::List<'_>, _>(v, |a| Ok(a.size())));

/// `size_map`
pub const SIZE_MAP: Overload = of("size_map", &[Map(&A, &B)], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Map<'_>, _>(v, |a| Ok(a.size())));

/// `map_size`
pub const MAP_SIZE: Overload = on("map_size", &[Map(&A, &B)], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Map<'_>, _>(v, |a| Ok(a.size())));

/// `size_string`
pub const SIZE_STRING: Overload = of("size_string", &[String], Int, Cost::Unit)
    .runs(|c, v| apply1::<&str, _>(v, |a| Ok(library::strings::size(c.arena, a))));

/// `string_size`
pub const STRING_SIZE: Overload = on("string_size", &[String], Int, Cost::Unit)
    .runs(|c, v| apply1::<&str, _>(v, |a| Ok(library::strings::size(c.arena, a))));

/// `type`
pub const TYPE: Overload = of("type", &[A], TypeOf(&A), Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(Value::Type(a.type_name()))));

/// `bool_to_bool`
pub const BOOL_TO_BOOL: Overload =
    of("bool_to_bool", &[Bool], Bool, Cost::Unit).runs(|_, v| apply1::<bool, _>(v, |a| Ok(a)));

/// `string_to_bool`
pub const STRING_TO_BOOL: Overload = of("string_to_bool", &[String], Bool, Cost::Unit)
    .runs(|c, v| apply1::<&str, _>(v, |a| library::convert::text_to_bool(cel::scanned(c.arena, a)?)));

/// `bytes_to_bytes`
pub const BYTES_TO_BYTES: Overload =
    of("bytes_to_bytes", &[Bytes], Bytes, Cost::Unit).runs(|_, v| apply1::<&[u8], _>(v, |a| Ok(a)));

/// `string_to_bytes`
pub const STRING_TO_BYTES: Overload = of("string_to_bytes", &[String], Bytes, Cost::StringToBytes)
    .counts(Counts::Traverse)
    .runs(|_, v| apply1::<&str, _>(v, |a| Ok(a.as_bytes())));

/// `double_to_double`
pub const DOUBLE_TO_DOUBLE: Overload =
    of("double_to_double", &[Double], Double, Cost::Unit).runs(|_, v| apply1::<f64, _>(v, |a| Ok(a)));

/// `int64_to_double`
pub const INT64_TO_DOUBLE: Overload = of("int64_to_double", &[Int], Double, Cost::Unit)
    .runs(|_, v| apply1::<i64, _>(v, |a| Ok(library::convert::int_to_double(a))));

/// `string_to_double`
pub const STRING_TO_DOUBLE: Overload = of("string_to_double", &[String], Double, Cost::Unit)
    .runs(|c, v| apply1::<&str, _>(v, |a| library::convert::text_to_double(cel::scanned(c.arena, a)?)));

/// `uint64_to_double`
pub const UINT64_TO_DOUBLE: Overload = of("uint64_to_double", &[Uint], Double, Cost::Unit)
    .runs(|_, v| apply1::<u64, _>(v, |a| Ok(library::convert::uint_to_double(a))));

/// `duration_to_duration`
pub const DURATION_TO_DURATION: Overload = of("duration_to_duration", &[Duration], Duration, Cost::Unit)
    .runs(|_, v| apply1::<cel::Duration, _>(v, |a| Ok(a)));

/// `int64_to_duration`
pub const INT64_TO_DURATION: Overload = of("int64_to_duration", &[Int], Duration, Cost::Unit)
    .runs(|_, v| apply1::<i64, _>(v, |a| library::convert::int_to_duration(a)));

/// `string_to_duration`
pub const STRING_TO_DURATION: Overload = of("string_to_duration", &[String], Duration, Cost::Unit)
    .runs(|c, v| apply1::<&str, _>(v, |a| cel::Duration::parse(cel::scanned(c.arena, a)?)));

/// `to_dyn`
pub const TO_DYN: Overload =
    of("to_dyn", &[A], Dyn, Cost::Unit).runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(a)));

/// `int64_to_int64`
pub const INT64_TO_INT64: Overload =
    of("int64_to_int64", &[Int], Int, Cost::Unit).runs(|_, v| apply1::<i64, _>(v, |a| Ok(a)));

/// `double_to_int64`
pub const DOUBLE_TO_INT64: Overload = of("double_to_int64", &[Double], Int, Cost::Unit)
    .runs(|_, v| apply1::<f64, _>(v, |a| library::convert::double_to_int(a)));

/// `duration_to_int64`
pub const DURATION_TO_INT64: Overload = of("duration_to_int64", &[Duration], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Duration, _>(v, |a| Ok(a.nanoseconds())));

/// `string_to_int64`
pub const STRING_TO_INT64: Overload = of("string_to_int64", &[String], Int, Cost::Unit)
    .runs(|c, v| apply1::<&str, _>(v, |a| library::convert::text_to_int(cel::scanned(c.arena, a)?)));

/// `timestamp_to_int64`
pub const TIMESTAMP_TO_INT64: Overload = of("timestamp_to_int64", &[Timestamp], Int, Cost::Unit)
    .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.seconds())));

/// `uint64_to_int64`
pub const UINT64_TO_INT64: Overload = of("uint64_to_int64", &[Uint], Int, Cost::Unit)
    .runs(|_, v| apply1::<u64, _>(v, |a| library::convert::uint_to_int(a)));

/// `string_to_string`
pub const STRING_TO_STRING: Overload =
    of("string_to_string", &[String], String, Cost::Unit).runs(|_, v| apply1::<&str, _>(v, |a| Ok(a)));

/// `bool_to_string`
pub const BOOL_TO_STRING: Overload = of("bool_to_string", &[Bool], String, Cost::Unit)
    .runs(|_, v| apply1::<bool, _>(v, |a| Ok(library::convert::bool_to_text(a))));

/// `bytes_to_string`
pub const BYTES_TO_STRING: Overload = of("bytes_to_string", &[Bytes], String, Cost::BytesToString)
    .counts(Counts::Traverse)
    .runs(|_, v| apply1::<&[u8], _>(v, |a| library::bytes::to_text(a)));

/// `double_to_string`
pub const DOUBLE_TO_STRING: Overload = of("double_to_string", &[Double], String, Cost::Unit)
    .runs(|c, v| apply1::<f64, _>(v, |a| Ok(library::convert::double_to_text(c.arena, a))));

/// `duration_to_string`
pub const DURATION_TO_STRING: Overload = of("duration_to_string", &[Duration], String, Cost::Unit)
    .runs(|c, v| apply1::<cel::Duration, _>(v, |a| Ok(a.text(c.arena))));

/// `int64_to_string`
pub const INT64_TO_STRING: Overload = of("int64_to_string", &[Int], String, Cost::Unit)
    .runs(|c, v| apply1::<i64, _>(v, |a| Ok(library::convert::int_to_text(c.arena, a))));

/// `timestamp_to_string`
pub const TIMESTAMP_TO_STRING: Overload = of("timestamp_to_string", &[Timestamp], String, Cost::Unit)
    .runs(|c, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a.text(c.arena))));

/// `uint64_to_string`
pub const UINT64_TO_STRING: Overload = of("uint64_to_string", &[Uint], String, Cost::Unit)
    .runs(|c, v| apply1::<u64, _>(v, |a| Ok(library::convert::uint_to_text(c.arena, a))));

/// `timestamp_to_timestamp`
pub const TIMESTAMP_TO_TIMESTAMP: Overload =
    of("timestamp_to_timestamp", &[Timestamp], Timestamp, Cost::Unit)
        .runs(|_, v| apply1::<cel::Timestamp, _>(v, |a| Ok(a)));

/// `int64_to_timestamp`
pub const INT64_TO_TIMESTAMP: Overload = of("int64_to_timestamp", &[Int], Timestamp, Cost::Unit)
    .runs(|_, v| apply1::<i64, _>(v, |a| cel::Timestamp::from_seconds(a)));

/// `string_to_timestamp`
pub const STRING_TO_TIMESTAMP: Overload = of("string_to_timestamp", &[String], Timestamp, Cost::Unit)
    .runs(|c, v| apply1::<&str, _>(v, |a| cel::Timestamp::parse(cel::scanned(c.arena, a)?)));

/// `uint64_to_uint64`
pub const UINT64_TO_UINT64: Overload =
    of("uint64_to_uint64", &[Uint], Uint, Cost::Unit).runs(|_, v| apply1::<u64, _>(v, |a| Ok(a)));

/// `double_to_uint64`
pub const DOUBLE_TO_UINT64: Overload = of("double_to_uint64", &[Double], Uint, Cost::Unit)
    .runs(|_, v| apply1::<f64, _>(v, |a| library::convert::double_to_uint(a)));

/// `int64_to_uint64`
pub const INT64_TO_UINT64: Overload = of("int64_to_uint64", &[Int], Uint, Cost::Unit)
    .runs(|_, v| apply1::<i64, _>(v, |a| library::convert::int_to_uint(a)));

/// `string_to_uint64`
pub const STRING_TO_UINT64: Overload = of("string_to_uint64", &[String], Uint, Cost::Unit)
    .runs(|c, v| apply1::<&str, _>(v, |a| library::convert::text_to_uint(cel::scanned(c.arena, a)?)));

/// `contains_string`
pub const CONTAINS_STRING: Overload = on("contains_string", &[String, String], Bool, Cost::Contains)
    .counts(Counts::Contains)
    .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(library::strings::contains(a, b))));

/// `ends_with_string`
pub const ENDS_WITH_STRING: Overload = on("ends_with_string", &[String, String], Bool, Cost::Affix)
    .counts(Counts::Traverse)
    .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(a.ends_with(b))));

/// `starts_with_string`
pub const STARTS_WITH_STRING: Overload = on("starts_with_string", &[String, String], Bool, Cost::Affix)
    .counts(Counts::Traverse)
    .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(a.starts_with(b))));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "size",
        since: Minor::FIRST,
        doc: "the number of characters, bytes, items or entries",
        overloads: &[
            SIZE_BYTES,
            BYTES_SIZE,
            SIZE_LIST,
            LIST_SIZE,
            SIZE_MAP,
            MAP_SIZE,
            SIZE_STRING,
            STRING_SIZE,
        ],
        ..FUNCTION
    },
    Function {
        name: "type",
        size: Size::Scalar,
        since: Minor::FIRST,
        doc: "the type of a value",
        overloads: &[TYPE],
        ..FUNCTION
    },
    Function {
        name: "bool",
        since: Minor::FIRST,
        doc: "a value as a boolean",
        overloads: &[BOOL_TO_BOOL, STRING_TO_BOOL],
        ..FUNCTION
    },
    Function {
        name: "bytes",
        size: Size::Bytes,
        since: Minor::FIRST,
        doc: "a value as bytes",
        overloads: &[BYTES_TO_BYTES, STRING_TO_BYTES],
        ..FUNCTION
    },
    Function {
        name: "double",
        since: Minor::FIRST,
        doc: "a value as a floating-point number",
        overloads: &[DOUBLE_TO_DOUBLE, INT64_TO_DOUBLE, STRING_TO_DOUBLE, UINT64_TO_DOUBLE],
        ..FUNCTION
    },
    Function {
        name: "duration",
        since: Minor::FIRST,
        doc: "a value as a duration",
        overloads: &[DURATION_TO_DURATION, INT64_TO_DURATION, STRING_TO_DURATION],
        ..FUNCTION
    },
    Function {
        name: "dyn",
        size: Size::Operand,
        since: Minor::FIRST,
        doc: "the same value, whose type is checked when the expression is evaluated",
        overloads: &[TO_DYN],
        ..FUNCTION
    },
    Function {
        name: "int",
        since: Minor::FIRST,
        doc: "a value as an integer",
        overloads: &[
            INT64_TO_INT64,
            DOUBLE_TO_INT64,
            DURATION_TO_INT64,
            STRING_TO_INT64,
            TIMESTAMP_TO_INT64,
            UINT64_TO_INT64,
        ],
        ..FUNCTION
    },
    Function {
        name: "string",
        size: Size::Written,
        since: Minor::FIRST,
        doc: "a value as a string",
        overloads: &[
            STRING_TO_STRING,
            BOOL_TO_STRING,
            BYTES_TO_STRING,
            DOUBLE_TO_STRING,
            DURATION_TO_STRING,
            INT64_TO_STRING,
            TIMESTAMP_TO_STRING,
            UINT64_TO_STRING,
        ],
        ..FUNCTION
    },
    Function {
        name: "timestamp",
        since: Minor::FIRST,
        doc: "a value as a timestamp",
        overloads: &[TIMESTAMP_TO_TIMESTAMP, INT64_TO_TIMESTAMP, STRING_TO_TIMESTAMP],
        ..FUNCTION
    },
    Function {
        name: "uint",
        since: Minor::FIRST,
        doc: "a value as an unsigned integer",
        overloads: &[UINT64_TO_UINT64, DOUBLE_TO_UINT64, INT64_TO_UINT64, STRING_TO_UINT64],
        ..FUNCTION
    },
    Function {
        name: "contains",
        since: Minor::FIRST,
        doc: "whether the string contains another",
        overloads: &[CONTAINS_STRING],
        ..FUNCTION
    },
    Function {
        name: "endsWith",
        since: Minor::FIRST,
        doc: "whether the string ends with another",
        overloads: &[ENDS_WITH_STRING],
        ..FUNCTION
    },
    Function {
        name: "startsWith",
        since: Minor::FIRST,
        doc: "whether the string starts with another",
        overloads: &[STARTS_WITH_STRING],
        ..FUNCTION
    },
    Function {
        name: "matches",
        since: Minor::FIRST,
        doc: "whether an RE2 regular expression matches anywhere in the string",
        overloads: &[
            of("matches", &[String, String], Bool, Cost::Unit),
            on("matches_string", &[String, String], Bool, Cost::Matches).counts(Counts::Search),
        ],
        ..FUNCTION
    },
];
