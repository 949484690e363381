//! The table of standard functions: sizes, conversions, and functions on strings.
//
// cel-go: common/stdlib/standard.go

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::arena;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::operations::operators;
use crate::scalars::duration;
use crate::scalars::timestamp;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "size" since Minor::FIRST, "the number of characters, bytes, items or entries":
        SIZE_BYTES = of "size_bytes" [Bytes] -> Int, Cost::Unit => |_, a: &[u8]| Ok(operators::length(a.len()));
        BYTES_SIZE = on "bytes_size" [Bytes] -> Int, Cost::Unit => |_, a: &[u8]| Ok(operators::length(a.len()));
        SIZE_LIST = of "size_list" [List(&A)] -> Int, Cost::Unit => |_, a: values::List<'_>| Ok(a.size());
        LIST_SIZE = on "list_size" [List(&A)] -> Int, Cost::Unit => |_, a: values::List<'_>| Ok(a.size());
        SIZE_MAP = of "size_map" [Map(&A, &B)] -> Int, Cost::Unit => |_, a: values::Map<'_>| Ok(a.size());
        MAP_SIZE = on "map_size" [Map(&A, &B)] -> Int, Cost::Unit => |_, a: values::Map<'_>| Ok(a.size());
        SIZE_STRING = of "size_string" [String] -> Int, Cost::Unit
            => |c, a: &str| Ok(library::strings::size(c.arena, a));
        STRING_SIZE = on "string_size" [String] -> Int, Cost::Unit
            => |c, a: &str| Ok(library::strings::size(c.arena, a));
    "type" since Minor::FIRST, "the type of a value" { size: Size::Scalar }:
        TYPE = of "type" [A] -> TypeOf(&A), Cost::Unit => |_, a: Value<'_>| Ok(Value::Type(a.type_name()));
    "bool" since Minor::FIRST, "a value as a boolean":
        BOOL_TO_BOOL = of "bool_to_bool" [Bool] -> Bool, Cost::Unit => |_, a: bool| Ok(a);
        STRING_TO_BOOL = of "string_to_bool" [String] -> Bool, Cost::Unit
            => |c, a: &str| library::convert::text_to_bool(arena::scanned(c.arena, a)?);
    "bytes" since Minor::FIRST, "a value as bytes" { size: Size::Bytes }:
        BYTES_TO_BYTES = of "bytes_to_bytes" [Bytes] -> Bytes, Cost::Unit => |_, a: &[u8]| Ok(a);
        STRING_TO_BYTES = of "string_to_bytes" [String] -> Bytes, Cost::StringToBytes, counts: Counts::Traverse
            => |_, a: &str| Ok(a.as_bytes());
    "double" since Minor::FIRST, "a value as a floating-point number":
        DOUBLE_TO_DOUBLE = of "double_to_double" [Double] -> Double, Cost::Unit => |_, a: f64| Ok(a);
        INT64_TO_DOUBLE = of "int64_to_double" [Int] -> Double, Cost::Unit
            => |_, a: i64| Ok(library::convert::int_to_double(a));
        STRING_TO_DOUBLE = of "string_to_double" [String] -> Double, Cost::Unit
            => |c, a: &str| library::convert::text_to_double(arena::scanned(c.arena, a)?);
        UINT64_TO_DOUBLE = of "uint64_to_double" [Uint] -> Double, Cost::Unit
            => |_, a: u64| Ok(library::convert::uint_to_double(a));
    "duration" since Minor::FIRST, "a value as a duration":
        DURATION_TO_DURATION = of "duration_to_duration" [Duration] -> Duration, Cost::Unit
            => |_, a: duration::Duration| Ok(a);
        INT64_TO_DURATION = of "int64_to_duration" [Int] -> Duration, Cost::Unit
            => |_, a: i64| library::convert::int_to_duration(a);
        STRING_TO_DURATION = of "string_to_duration" [String] -> Duration, Cost::Unit
            => |c, a: &str| duration::Duration::parse(arena::scanned(c.arena, a)?);
    "dyn" since Minor::FIRST, "the same value, whose type is checked when the expression is evaluated" { size: Size::Operand }:
        TO_DYN = of "to_dyn" [A] -> Dyn, Cost::Unit => |_, a: Value<'_>| Ok(a);
    "int" since Minor::FIRST, "a value as an integer":
        INT64_TO_INT64 = of "int64_to_int64" [Int] -> Int, Cost::Unit => |_, a: i64| Ok(a);
        DOUBLE_TO_INT64 = of "double_to_int64" [Double] -> Int, Cost::Unit
            => |_, a: f64| library::convert::double_to_int(a);
        DURATION_TO_INT64 = of "duration_to_int64" [Duration] -> Int, Cost::Unit
            => |_, a: duration::Duration| Ok(a.nanoseconds());
        STRING_TO_INT64 = of "string_to_int64" [String] -> Int, Cost::Unit
            => |c, a: &str| library::convert::text_to_int(arena::scanned(c.arena, a)?);
        TIMESTAMP_TO_INT64 = of "timestamp_to_int64" [Timestamp] -> Int, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a.seconds());
        UINT64_TO_INT64 = of "uint64_to_int64" [Uint] -> Int, Cost::Unit
            => |_, a: u64| library::convert::uint_to_int(a);
    "string" since Minor::FIRST, "a value as a string" { size: Size::Written }:
        STRING_TO_STRING = of "string_to_string" [String] -> String, Cost::Unit => |_, a: &str| Ok(a);
        BOOL_TO_STRING = of "bool_to_string" [Bool] -> String, Cost::Unit
            => |_, a: bool| Ok(library::convert::bool_to_text(a));
        BYTES_TO_STRING = of "bytes_to_string" [Bytes] -> String, Cost::BytesToString, counts: Counts::Traverse
            => |_, a: &[u8]| library::bytes::to_text(a);
        DOUBLE_TO_STRING = of "double_to_string" [Double] -> String, Cost::Unit
            => |c, a: f64| Ok(library::convert::double_to_text(c.arena, a));
        DURATION_TO_STRING = of "duration_to_string" [Duration] -> String, Cost::Unit
            => |c, a: duration::Duration| Ok(a.text(c.arena));
        INT64_TO_STRING = of "int64_to_string" [Int] -> String, Cost::Unit
            => |c, a: i64| Ok(library::convert::int_to_text(c.arena, a));
        TIMESTAMP_TO_STRING = of "timestamp_to_string" [Timestamp] -> String, Cost::Unit
            => |c, a: timestamp::Timestamp| Ok(a.text(c.arena));
        UINT64_TO_STRING = of "uint64_to_string" [Uint] -> String, Cost::Unit
            => |c, a: u64| Ok(library::convert::uint_to_text(c.arena, a));
    "timestamp" since Minor::FIRST, "a value as a timestamp":
        TIMESTAMP_TO_TIMESTAMP = of "timestamp_to_timestamp" [Timestamp] -> Timestamp, Cost::Unit
            => |_, a: timestamp::Timestamp| Ok(a);
        INT64_TO_TIMESTAMP = of "int64_to_timestamp" [Int] -> Timestamp, Cost::Unit
            => |_, a: i64| timestamp::Timestamp::from_seconds(a);
        STRING_TO_TIMESTAMP = of "string_to_timestamp" [String] -> Timestamp, Cost::Unit
            => |c, a: &str| timestamp::Timestamp::parse(arena::scanned(c.arena, a)?);
    "uint" since Minor::FIRST, "a value as an unsigned integer":
        UINT64_TO_UINT64 = of "uint64_to_uint64" [Uint] -> Uint, Cost::Unit => |_, a: u64| Ok(a);
        DOUBLE_TO_UINT64 = of "double_to_uint64" [Double] -> Uint, Cost::Unit
            => |_, a: f64| library::convert::double_to_uint(a);
        INT64_TO_UINT64 = of "int64_to_uint64" [Int] -> Uint, Cost::Unit
            => |_, a: i64| library::convert::int_to_uint(a);
        STRING_TO_UINT64 = of "string_to_uint64" [String] -> Uint, Cost::Unit
            => |c, a: &str| library::convert::text_to_uint(arena::scanned(c.arena, a)?);
    "contains" since Minor::FIRST, "whether the string contains another":
        CONTAINS_STRING = on "contains_string" [String, String] -> Bool, Cost::Contains, counts: Counts::Contains
            => |_, a: &str, b: &str| Ok(library::strings::contains(a, b));
    "endsWith" since Minor::FIRST, "whether the string ends with another":
        ENDS_WITH_STRING = on "ends_with_string" [String, String] -> Bool, Cost::Affix, counts: Counts::Traverse
            => |_, a: &str, b: &str| Ok(a.ends_with(b));
    "startsWith" since Minor::FIRST, "whether the string starts with another":
        STARTS_WITH_STRING = on "starts_with_string" [String, String] -> Bool, Cost::Affix, counts: Counts::Traverse
            => |_, a: &str, b: &str| Ok(a.starts_with(b));
    "matches" since Minor::FIRST, "whether an RE2 regular expression matches anywhere in the string":
        MATCHES = of "matches" [String, String] -> Bool, Cost::Unit;
        MATCHES_STRING = on "matches_string" [String, String] -> Bool, Cost::Matches, counts: Counts::Search;
}
