//! Operators, by the names of their functions.
//
// cel-go: common/stdlib/standard.go

use super::apply::{apply1, apply2};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, cross, of};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `logical_not`
pub const LOGICAL_NOT: Overload =
    of("logical_not", &[Bool], Bool, Cost::Unit).runs(|_, v| apply1::<bool, _>(v, |a| Ok(!a)));

/// `add_bytes`
pub const ADD_BYTES: Overload = of("add_bytes", &[Bytes, Bytes], Bytes, Cost::Concatenate)
    .counts(Counts::Concatenate)
    .runs(|c, v| apply2::<&[u8], &[u8], _>(v, |a, b| Ok(library::bytes::concat(c.arena, a, b))));

/// `add_double`
pub const ADD_DOUBLE: Overload = of("add_double", &[Double, Double], Double, Cost::Unit)
    .runs(|_, v| apply2::<f64, f64, _>(v, |a, b| Ok(a + b)));

/// `add_duration_duration`
pub const ADD_DURATION_DURATION: Overload =
    of("add_duration_duration", &[Duration, Duration], Duration, Cost::Unit)
        .runs(|_, v| apply2::<cel::Duration, cel::Duration, _>(v, |a, b| a.plus(b)));

/// `add_duration_timestamp`
pub const ADD_DURATION_TIMESTAMP: Overload =
    of("add_duration_timestamp", &[Duration, Timestamp], Timestamp, Cost::Unit)
        .runs(|_, v| apply2::<cel::Duration, cel::Timestamp, _>(v, |a, b| b.plus(a)));

/// `add_timestamp_duration`
pub const ADD_TIMESTAMP_DURATION: Overload =
    of("add_timestamp_duration", &[Timestamp, Duration], Timestamp, Cost::Unit)
        .runs(|_, v| apply2::<cel::Timestamp, cel::Duration, _>(v, |a, b| a.plus(b)));

/// `add_int64`
pub const ADD_INT64: Overload = of("add_int64", &[Int, Int], Int, Cost::Unit)
    .runs(|_, v| apply2::<i64, i64, _>(v, |a, b| library::arithmetic::add_int(a, b)));

/// `add_list`
pub const ADD_LIST: Overload = of("add_list", &[List(&A), List(&A)], List(&A), Cost::ConcatenateLists)
    .runs(|c, v| apply2::<cel::List<'_>, cel::List<'_>, _>(v, |a, b| a.concatenate(c.arena, b)));

/// `add_string`
pub const ADD_STRING: Overload = of("add_string", &[String, String], String, Cost::Concatenate)
    .counts(Counts::Concatenate)
    .runs(|c, v| apply2::<&str, &str, _>(v, |a, b| Ok(library::strings::concat(c.arena, a, b))));

/// `add_uint64`
pub const ADD_UINT64: Overload = of("add_uint64", &[Uint, Uint], Uint, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| library::arithmetic::add_uint(a, b)));

/// `divide_double`
pub const DIVIDE_DOUBLE: Overload = of("divide_double", &[Double, Double], Double, Cost::Unit)
    .runs(|_, v| apply2::<f64, f64, _>(v, |a, b| Ok(a / b)));

/// `divide_int64`
pub const DIVIDE_INT64: Overload = of("divide_int64", &[Int, Int], Int, Cost::Unit)
    .runs(|_, v| apply2::<i64, i64, _>(v, |a, b| library::arithmetic::divide_int(a, b)));

/// `divide_uint64`
pub const DIVIDE_UINT64: Overload = of("divide_uint64", &[Uint, Uint], Uint, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| library::arithmetic::divide_uint(a, b)));

/// `modulo_int64`
pub const MODULO_INT64: Overload = of("modulo_int64", &[Int, Int], Int, Cost::Unit)
    .runs(|_, v| apply2::<i64, i64, _>(v, |a, b| library::arithmetic::modulo_int(a, b)));

/// `modulo_uint64`
pub const MODULO_UINT64: Overload = of("modulo_uint64", &[Uint, Uint], Uint, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| library::arithmetic::modulo_uint(a, b)));

/// `multiply_double`
pub const MULTIPLY_DOUBLE: Overload = of("multiply_double", &[Double, Double], Double, Cost::Unit)
    .runs(|_, v| apply2::<f64, f64, _>(v, |a, b| Ok(a * b)));

/// `multiply_int64`
pub const MULTIPLY_INT64: Overload = of("multiply_int64", &[Int, Int], Int, Cost::Unit)
    .runs(|_, v| apply2::<i64, i64, _>(v, |a, b| library::arithmetic::multiply_int(a, b)));

/// `multiply_uint64`
pub const MULTIPLY_UINT64: Overload = of("multiply_uint64", &[Uint, Uint], Uint, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| library::arithmetic::multiply_uint(a, b)));

/// `negate_double`
pub const NEGATE_DOUBLE: Overload =
    of("negate_double", &[Double], Double, Cost::Unit).runs(|_, v| apply1::<f64, _>(v, |a| Ok(-a)));

/// `negate_int64`
pub const NEGATE_INT64: Overload = of("negate_int64", &[Int], Int, Cost::Unit)
    .runs(|_, v| apply1::<i64, _>(v, |a| library::arithmetic::negate_int(a)));

/// `subtract_double`
pub const SUBTRACT_DOUBLE: Overload = of("subtract_double", &[Double, Double], Double, Cost::Unit)
    .runs(|_, v| apply2::<f64, f64, _>(v, |a, b| Ok(a - b)));

/// `subtract_duration_duration`
pub const SUBTRACT_DURATION_DURATION: Overload =
    of("subtract_duration_duration", &[Duration, Duration], Duration, Cost::Unit)
        .runs(|_, v| apply2::<cel::Duration, cel::Duration, _>(v, |a, b| a.minus(b)));

/// `subtract_int64`
pub const SUBTRACT_INT64: Overload = of("subtract_int64", &[Int, Int], Int, Cost::Unit)
    .runs(|_, v| apply2::<i64, i64, _>(v, |a, b| library::arithmetic::subtract_int(a, b)));

/// `subtract_timestamp_duration`
pub const SUBTRACT_TIMESTAMP_DURATION: Overload =
    of("subtract_timestamp_duration", &[Timestamp, Duration], Timestamp, Cost::Unit)
        .runs(|_, v| apply2::<cel::Timestamp, cel::Duration, _>(v, |a, b| a.minus(b)));

/// `subtract_timestamp_timestamp`
pub const SUBTRACT_TIMESTAMP_TIMESTAMP: Overload =
    of("subtract_timestamp_timestamp", &[Timestamp, Timestamp], Duration, Cost::Unit)
        .runs(|_, v| apply2::<cel::Timestamp, cel::Timestamp, _>(v, |a, b| a.since(b)));

/// `subtract_uint64`
pub const SUBTRACT_UINT64: Overload = of("subtract_uint64", &[Uint, Uint], Uint, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| library::arithmetic::subtract_uint(a, b)));

/// `less_bool`
pub const LESS_BOOL: Overload = of("less_bool", &[Bool, Bool], Bool, Cost::Unit)
    .runs(|_, v| apply2::<bool, bool, _>(v, |a, b| Ok(a < b)));

/// `less_int64`
pub const LESS_INT64: Overload =
    of("less_int64", &[Int, Int], Bool, Cost::Unit).runs(|_, v| apply2::<i64, i64, _>(v, |a, b| Ok(a < b)));

/// `less_int64_double`
pub const LESS_INT64_DOUBLE: Overload = cross("less_int64_double", &[Int, Double], Bool, Cost::Unit)
    .runs(|_, v| apply2::<i64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_int_double(a, b)?.is_lt())));

/// `less_int64_uint64`
pub const LESS_INT64_UINT64: Overload = cross("less_int64_uint64", &[Int, Uint], Bool, Cost::Unit)
    .runs(|_, v| apply2::<i64, u64, _>(v, |a, b| Ok(library::arithmetic::compare_int_uint(a, b).is_lt())));

/// `less_uint64`
pub const LESS_UINT64: Overload = of("less_uint64", &[Uint, Uint], Bool, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| Ok(a < b)));

/// `less_uint64_double`
pub const LESS_UINT64_DOUBLE: Overload =
    cross("less_uint64_double", &[Uint, Double], Bool, Cost::Unit).runs(|_, v| {
        apply2::<u64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_uint_double(a, b)?.is_lt()))
    });

/// `less_uint64_int64`
pub const LESS_UINT64_INT64: Overload =
    cross("less_uint64_int64", &[Uint, Int], Bool, Cost::Unit).runs(|_, v| {
        apply2::<u64, i64, _>(v, |a, b| Ok(library::arithmetic::compare_int_uint(b, a).reverse().is_lt()))
    });

/// `less_double`
pub const LESS_DOUBLE: Overload = of("less_double", &[Double, Double], Bool, Cost::Unit)
    .runs(|_, v| apply2::<f64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_double(a, b)?.is_lt())));

/// `less_double_int64`
pub const LESS_DOUBLE_INT64: Overload =
    cross("less_double_int64", &[Double, Int], Bool, Cost::Unit).runs(|_, v| {
        apply2::<f64, i64, _>(v, |a, b| Ok(library::arithmetic::compare_int_double(b, a)?.reverse().is_lt()))
    });

/// `less_double_uint64`
pub const LESS_DOUBLE_UINT64: Overload =
    cross("less_double_uint64", &[Double, Uint], Bool, Cost::Unit).runs(|_, v| {
        apply2::<f64, u64, _>(v, |a, b| Ok(library::arithmetic::compare_uint_double(b, a)?.reverse().is_lt()))
    });

/// `less_string`
pub const LESS_STRING: Overload = of("less_string", &[String, String], Bool, Cost::Comparison)
    .counts(Counts::Comparison)
    .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(a < b)));

/// `less_bytes`
pub const LESS_BYTES: Overload = of("less_bytes", &[Bytes, Bytes], Bool, Cost::Comparison)
    .counts(Counts::Comparison)
    .runs(|_, v| apply2::<&[u8], &[u8], _>(v, |a, b| Ok(a < b)));

/// `less_timestamp`
pub const LESS_TIMESTAMP: Overload = of("less_timestamp", &[Timestamp, Timestamp], Bool, Cost::Unit)
    .runs(|_, v| apply2::<cel::Timestamp, cel::Timestamp, _>(v, |a, b| Ok(a < b)));

/// `less_duration`
pub const LESS_DURATION: Overload = of("less_duration", &[Duration, Duration], Bool, Cost::Unit)
    .runs(|_, v| apply2::<cel::Duration, cel::Duration, _>(v, |a, b| Ok(a < b)));

/// `less_equals_bool`
pub const LESS_EQUALS_BOOL: Overload = of("less_equals_bool", &[Bool, Bool], Bool, Cost::Unit)
    .runs(|_, v| apply2::<bool, bool, _>(v, |a, b| Ok(a <= b)));

/// `less_equals_int64`
pub const LESS_EQUALS_INT64: Overload = of("less_equals_int64", &[Int, Int], Bool, Cost::Unit)
    .runs(|_, v| apply2::<i64, i64, _>(v, |a, b| Ok(a <= b)));

/// `less_equals_int64_double`
pub const LESS_EQUALS_INT64_DOUBLE: Overload =
    cross("less_equals_int64_double", &[Int, Double], Bool, Cost::Unit).runs(|_, v| {
        apply2::<i64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_int_double(a, b)?.is_le()))
    });

/// `less_equals_int64_uint64`
pub const LESS_EQUALS_INT64_UINT64: Overload =
    cross("less_equals_int64_uint64", &[Int, Uint], Bool, Cost::Unit).runs(|_, v| {
        apply2::<i64, u64, _>(v, |a, b| Ok(library::arithmetic::compare_int_uint(a, b).is_le()))
    });

/// `less_equals_uint64`
pub const LESS_EQUALS_UINT64: Overload = of("less_equals_uint64", &[Uint, Uint], Bool, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| Ok(a <= b)));

/// `less_equals_uint64_double`
pub const LESS_EQUALS_UINT64_DOUBLE: Overload =
    cross("less_equals_uint64_double", &[Uint, Double], Bool, Cost::Unit).runs(|_, v| {
        apply2::<u64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_uint_double(a, b)?.is_le()))
    });

/// `less_equals_uint64_int64`
pub const LESS_EQUALS_UINT64_INT64: Overload =
    cross("less_equals_uint64_int64", &[Uint, Int], Bool, Cost::Unit).runs(|_, v| {
        apply2::<u64, i64, _>(v, |a, b| Ok(library::arithmetic::compare_int_uint(b, a).reverse().is_le()))
    });

/// `less_equals_double`
pub const LESS_EQUALS_DOUBLE: Overload = of("less_equals_double", &[Double, Double], Bool, Cost::Unit)
    .runs(|_, v| apply2::<f64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_double(a, b)?.is_le())));

/// `less_equals_double_int64`
pub const LESS_EQUALS_DOUBLE_INT64: Overload =
    cross("less_equals_double_int64", &[Double, Int], Bool, Cost::Unit).runs(|_, v| {
        apply2::<f64, i64, _>(v, |a, b| Ok(library::arithmetic::compare_int_double(b, a)?.reverse().is_le()))
    });

/// `less_equals_double_uint64`
pub const LESS_EQUALS_DOUBLE_UINT64: Overload =
    cross("less_equals_double_uint64", &[Double, Uint], Bool, Cost::Unit).runs(|_, v| {
        apply2::<f64, u64, _>(v, |a, b| Ok(library::arithmetic::compare_uint_double(b, a)?.reverse().is_le()))
    });

/// `less_equals_string`
pub const LESS_EQUALS_STRING: Overload = of("less_equals_string", &[String, String], Bool, Cost::Comparison)
    .counts(Counts::Comparison)
    .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(a <= b)));

/// `less_equals_bytes`
pub const LESS_EQUALS_BYTES: Overload = of("less_equals_bytes", &[Bytes, Bytes], Bool, Cost::Comparison)
    .counts(Counts::Comparison)
    .runs(|_, v| apply2::<&[u8], &[u8], _>(v, |a, b| Ok(a <= b)));

/// `less_equals_timestamp`
pub const LESS_EQUALS_TIMESTAMP: Overload =
    of("less_equals_timestamp", &[Timestamp, Timestamp], Bool, Cost::Unit)
        .runs(|_, v| apply2::<cel::Timestamp, cel::Timestamp, _>(v, |a, b| Ok(a <= b)));

/// `less_equals_duration`
pub const LESS_EQUALS_DURATION: Overload =
    of("less_equals_duration", &[Duration, Duration], Bool, Cost::Unit)
        .runs(|_, v| apply2::<cel::Duration, cel::Duration, _>(v, |a, b| Ok(a <= b)));

/// `greater_bool`
pub const GREATER_BOOL: Overload = of("greater_bool", &[Bool, Bool], Bool, Cost::Unit)
    .runs(|_, v| apply2::<bool, bool, _>(v, |a, b| Ok(a > b)));

/// `greater_int64`
pub const GREATER_INT64: Overload = of("greater_int64", &[Int, Int], Bool, Cost::Unit)
    .runs(|_, v| apply2::<i64, i64, _>(v, |a, b| Ok(a > b)));

/// `greater_int64_double`
pub const GREATER_INT64_DOUBLE: Overload = cross("greater_int64_double", &[Int, Double], Bool, Cost::Unit)
    .runs(|_, v| apply2::<i64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_int_double(a, b)?.is_gt())));

/// `greater_int64_uint64`
pub const GREATER_INT64_UINT64: Overload = cross("greater_int64_uint64", &[Int, Uint], Bool, Cost::Unit)
    .runs(|_, v| apply2::<i64, u64, _>(v, |a, b| Ok(library::arithmetic::compare_int_uint(a, b).is_gt())));

/// `greater_uint64`
pub const GREATER_UINT64: Overload = of("greater_uint64", &[Uint, Uint], Bool, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| Ok(a > b)));

/// `greater_uint64_double`
pub const GREATER_UINT64_DOUBLE: Overload = cross("greater_uint64_double", &[Uint, Double], Bool, Cost::Unit)
    .runs(|_, v| {
        apply2::<u64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_uint_double(a, b)?.is_gt()))
    });

/// `greater_uint64_int64`
pub const GREATER_UINT64_INT64: Overload = cross("greater_uint64_int64", &[Uint, Int], Bool, Cost::Unit)
    .runs(|_, v| {
        apply2::<u64, i64, _>(v, |a, b| Ok(library::arithmetic::compare_int_uint(b, a).reverse().is_gt()))
    });

/// `greater_double`
pub const GREATER_DOUBLE: Overload = of("greater_double", &[Double, Double], Bool, Cost::Unit)
    .runs(|_, v| apply2::<f64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_double(a, b)?.is_gt())));

/// `greater_double_int64`
pub const GREATER_DOUBLE_INT64: Overload = cross("greater_double_int64", &[Double, Int], Bool, Cost::Unit)
    .runs(|_, v| {
        apply2::<f64, i64, _>(v, |a, b| Ok(library::arithmetic::compare_int_double(b, a)?.reverse().is_gt()))
    });

/// `greater_double_uint64`
pub const GREATER_DOUBLE_UINT64: Overload = cross("greater_double_uint64", &[Double, Uint], Bool, Cost::Unit)
    .runs(|_, v| {
        apply2::<f64, u64, _>(v, |a, b| Ok(library::arithmetic::compare_uint_double(b, a)?.reverse().is_gt()))
    });

/// `greater_string`
pub const GREATER_STRING: Overload = of("greater_string", &[String, String], Bool, Cost::Comparison)
    .counts(Counts::Comparison)
    .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(a > b)));

/// `greater_bytes`
pub const GREATER_BYTES: Overload = of("greater_bytes", &[Bytes, Bytes], Bool, Cost::Comparison)
    .counts(Counts::Comparison)
    .runs(|_, v| apply2::<&[u8], &[u8], _>(v, |a, b| Ok(a > b)));

/// `greater_timestamp`
pub const GREATER_TIMESTAMP: Overload = of("greater_timestamp", &[Timestamp, Timestamp], Bool, Cost::Unit)
    .runs(|_, v| apply2::<cel::Timestamp, cel::Timestamp, _>(v, |a, b| Ok(a > b)));

/// `greater_duration`
pub const GREATER_DURATION: Overload = of("greater_duration", &[Duration, Duration], Bool, Cost::Unit)
    .runs(|_, v| apply2::<cel::Duration, cel::Duration, _>(v, |a, b| Ok(a > b)));

/// `greater_equals_bool`
pub const GREATER_EQUALS_BOOL: Overload = of("greater_equals_bool", &[Bool, Bool], Bool, Cost::Unit)
    .runs(|_, v| apply2::<bool, bool, _>(v, |a, b| Ok(a >= b)));

/// `greater_equals_int64`
pub const GREATER_EQUALS_INT64: Overload = of("greater_equals_int64", &[Int, Int], Bool, Cost::Unit)
    .runs(|_, v| apply2::<i64, i64, _>(v, |a, b| Ok(a >= b)));

/// `greater_equals_int64_double`
pub const GREATER_EQUALS_INT64_DOUBLE: Overload =
    cross("greater_equals_int64_double", &[Int, Double], Bool, Cost::Unit).runs(|_, v| {
        apply2::<i64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_int_double(a, b)?.is_ge()))
    });

/// `greater_equals_int64_uint64`
pub const GREATER_EQUALS_INT64_UINT64: Overload =
    cross("greater_equals_int64_uint64", &[Int, Uint], Bool, Cost::Unit).runs(|_, v| {
        apply2::<i64, u64, _>(v, |a, b| Ok(library::arithmetic::compare_int_uint(a, b).is_ge()))
    });

/// `greater_equals_uint64`
pub const GREATER_EQUALS_UINT64: Overload = of("greater_equals_uint64", &[Uint, Uint], Bool, Cost::Unit)
    .runs(|_, v| apply2::<u64, u64, _>(v, |a, b| Ok(a >= b)));

/// `greater_equals_uint64_double`
pub const GREATER_EQUALS_UINT64_DOUBLE: Overload =
    cross("greater_equals_uint64_double", &[Uint, Double], Bool, Cost::Unit).runs(|_, v| {
        apply2::<u64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_uint_double(a, b)?.is_ge()))
    });

/// `greater_equals_uint64_int64`
pub const GREATER_EQUALS_UINT64_INT64: Overload =
    cross("greater_equals_uint64_int64", &[Uint, Int], Bool, Cost::Unit).runs(|_, v| {
        apply2::<u64, i64, _>(v, |a, b| Ok(library::arithmetic::compare_int_uint(b, a).reverse().is_ge()))
    });

/// `greater_equals_double`
pub const GREATER_EQUALS_DOUBLE: Overload = of("greater_equals_double", &[Double, Double], Bool, Cost::Unit)
    .runs(|_, v| apply2::<f64, f64, _>(v, |a, b| Ok(library::arithmetic::compare_double(a, b)?.is_ge())));

/// `greater_equals_double_int64`
pub const GREATER_EQUALS_DOUBLE_INT64: Overload =
    cross("greater_equals_double_int64", &[Double, Int], Bool, Cost::Unit).runs(|_, v| {
        apply2::<f64, i64, _>(v, |a, b| Ok(library::arithmetic::compare_int_double(b, a)?.reverse().is_ge()))
    });

/// `greater_equals_double_uint64`
pub const GREATER_EQUALS_DOUBLE_UINT64: Overload =
    cross("greater_equals_double_uint64", &[Double, Uint], Bool, Cost::Unit).runs(|_, v| {
        apply2::<f64, u64, _>(v, |a, b| Ok(library::arithmetic::compare_uint_double(b, a)?.reverse().is_ge()))
    });

/// `greater_equals_string`
pub const GREATER_EQUALS_STRING: Overload =
    of("greater_equals_string", &[String, String], Bool, Cost::Comparison)
        .counts(Counts::Comparison)
        .runs(|_, v| apply2::<&str, &str, _>(v, |a, b| Ok(a >= b)));

/// `greater_equals_bytes`
pub const GREATER_EQUALS_BYTES: Overload =
    of("greater_equals_bytes", &[Bytes, Bytes], Bool, Cost::Comparison)
        .counts(Counts::Comparison)
        .runs(|_, v| apply2::<&[u8], &[u8], _>(v, |a, b| Ok(a >= b)));

/// `greater_equals_timestamp`
pub const GREATER_EQUALS_TIMESTAMP: Overload =
    of("greater_equals_timestamp", &[Timestamp, Timestamp], Bool, Cost::Unit)
        .runs(|_, v| apply2::<cel::Timestamp, cel::Timestamp, _>(v, |a, b| Ok(a >= b)));

/// `greater_equals_duration`
pub const GREATER_EQUALS_DURATION: Overload =
    of("greater_equals_duration", &[Duration, Duration], Bool, Cost::Unit)
        .runs(|_, v| apply2::<cel::Duration, cel::Duration, _>(v, |a, b| Ok(a >= b)));

/// `in_list`
pub const IN_LIST: Overload = of("in_list", &[A, List(&A)], Bool, Cost::InList)
    .counts(Counts::InList)
    .runs(|c, v| apply2::<Value<'_>, cel::List<'_>, _>(v, |a, b| b.contains(c.arena, a)));

/// `in_map`
pub const IN_MAP: Overload = of("in_map", &[A, Map(&A, &B)], Bool, Cost::Unit)
    .runs(|c, v| apply2::<Value<'_>, cel::Map<'_>, _>(v, |a, b| Ok(b.get(c.arena, a)?.is_some())));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "_?_:_",
        since: Minor::FIRST,
        doc: "the second value if the condition holds, otherwise the third",
        overloads: &[of("conditional", &[Bool, A, A], A, Cost::Conditional)],
        ..FUNCTION
    },
    Function {
        name: "_&&_",
        since: Minor::FIRST,
        doc: "whether both hold",
        overloads: &[of("logical_and", &[Bool, Bool], Bool, Cost::Logic)],
        ..FUNCTION
    },
    Function {
        name: "_||_",
        since: Minor::FIRST,
        doc: "whether one of them holds",
        overloads: &[of("logical_or", &[Bool, Bool], Bool, Cost::Logic)],
        ..FUNCTION
    },
    Function {
        name: "!_",
        since: Minor::FIRST,
        doc: "whether it does not hold",
        overloads: &[LOGICAL_NOT],
        ..FUNCTION
    },
    Function {
        name: "@not_strictly_false",
        since: Minor::FIRST,
        doc: "whether a loop goes on",
        overloads: &[of("not_strictly_false", &[Bool], Bool, Cost::Unit)],
        ..FUNCTION
    },
    Function {
        name: "_==_",
        since: Minor::FIRST,
        doc: "whether two values are equal",
        overloads: &[of("equals", &[A, A], Bool, Cost::Equality)],
        ..FUNCTION
    },
    Function {
        name: "_!=_",
        since: Minor::FIRST,
        doc: "whether two values differ",
        overloads: &[of("not_equals", &[A, A], Bool, Cost::Comparison)],
        ..FUNCTION
    },
    Function {
        name: "_+_",
        size: Size::Joined,
        since: Minor::FIRST,
        doc: "the sum of numbers or times, or one string, list or bytes after the other",
        overloads: &[
            ADD_BYTES,
            ADD_DOUBLE,
            ADD_DURATION_DURATION,
            ADD_DURATION_TIMESTAMP,
            ADD_TIMESTAMP_DURATION,
            ADD_INT64,
            ADD_LIST,
            ADD_STRING,
            ADD_UINT64,
        ],
        ..FUNCTION
    },
    Function {
        name: "_/_",
        since: Minor::FIRST,
        doc: "the quotient of two numbers",
        overloads: &[DIVIDE_DOUBLE, DIVIDE_INT64, DIVIDE_UINT64],
        ..FUNCTION
    },
    Function {
        name: "_%_",
        since: Minor::FIRST,
        doc: "the remainder of two integers",
        overloads: &[MODULO_INT64, MODULO_UINT64],
        ..FUNCTION
    },
    Function {
        name: "_*_",
        since: Minor::FIRST,
        doc: "the product of two numbers",
        overloads: &[MULTIPLY_DOUBLE, MULTIPLY_INT64, MULTIPLY_UINT64],
        ..FUNCTION
    },
    Function {
        name: "-_",
        since: Minor::FIRST,
        doc: "the negative of a number",
        overloads: &[NEGATE_DOUBLE, NEGATE_INT64],
        ..FUNCTION
    },
    Function {
        name: "_-_",
        since: Minor::FIRST,
        doc: "the difference of two numbers or times",
        overloads: &[
            SUBTRACT_DOUBLE,
            SUBTRACT_DURATION_DURATION,
            SUBTRACT_INT64,
            SUBTRACT_TIMESTAMP_DURATION,
            SUBTRACT_TIMESTAMP_TIMESTAMP,
            SUBTRACT_UINT64,
        ],
        ..FUNCTION
    },
    Function {
        name: "_<_",
        since: Minor::FIRST,
        doc: "whether the first is less",
        overloads: &[
            LESS_BOOL,
            LESS_INT64,
            LESS_INT64_DOUBLE,
            LESS_INT64_UINT64,
            LESS_UINT64,
            LESS_UINT64_DOUBLE,
            LESS_UINT64_INT64,
            LESS_DOUBLE,
            LESS_DOUBLE_INT64,
            LESS_DOUBLE_UINT64,
            LESS_STRING,
            LESS_BYTES,
            LESS_TIMESTAMP,
            LESS_DURATION,
        ],
        ..FUNCTION
    },
    Function {
        name: "_<=_",
        since: Minor::FIRST,
        doc: "whether the first is less or equal",
        overloads: &[
            LESS_EQUALS_BOOL,
            LESS_EQUALS_INT64,
            LESS_EQUALS_INT64_DOUBLE,
            LESS_EQUALS_INT64_UINT64,
            LESS_EQUALS_UINT64,
            LESS_EQUALS_UINT64_DOUBLE,
            LESS_EQUALS_UINT64_INT64,
            LESS_EQUALS_DOUBLE,
            LESS_EQUALS_DOUBLE_INT64,
            LESS_EQUALS_DOUBLE_UINT64,
            LESS_EQUALS_STRING,
            LESS_EQUALS_BYTES,
            LESS_EQUALS_TIMESTAMP,
            LESS_EQUALS_DURATION,
        ],
        ..FUNCTION
    },
    Function {
        name: "_>_",
        since: Minor::FIRST,
        doc: "whether the first is greater",
        overloads: &[
            GREATER_BOOL,
            GREATER_INT64,
            GREATER_INT64_DOUBLE,
            GREATER_INT64_UINT64,
            GREATER_UINT64,
            GREATER_UINT64_DOUBLE,
            GREATER_UINT64_INT64,
            GREATER_DOUBLE,
            GREATER_DOUBLE_INT64,
            GREATER_DOUBLE_UINT64,
            GREATER_STRING,
            GREATER_BYTES,
            GREATER_TIMESTAMP,
            GREATER_DURATION,
        ],
        ..FUNCTION
    },
    Function {
        name: "_>=_",
        since: Minor::FIRST,
        doc: "whether the first is greater or equal",
        overloads: &[
            GREATER_EQUALS_BOOL,
            GREATER_EQUALS_INT64,
            GREATER_EQUALS_INT64_DOUBLE,
            GREATER_EQUALS_INT64_UINT64,
            GREATER_EQUALS_UINT64,
            GREATER_EQUALS_UINT64_DOUBLE,
            GREATER_EQUALS_UINT64_INT64,
            GREATER_EQUALS_DOUBLE,
            GREATER_EQUALS_DOUBLE_INT64,
            GREATER_EQUALS_DOUBLE_UINT64,
            GREATER_EQUALS_STRING,
            GREATER_EQUALS_BYTES,
            GREATER_EQUALS_TIMESTAMP,
            GREATER_EQUALS_DURATION,
        ],
        ..FUNCTION
    },
    Function {
        name: "_[_]",
        since: Minor::FIRST,
        doc: "an item of a list, or the value of a key",
        overloads: &[
            of("index_list", &[List(&A), Int], A, Cost::Index),
            of("index_map", &[Map(&A, &B), A], B, Cost::Index),
        ],
        ..FUNCTION
    },
    Function {
        name: "@in",
        since: Minor::FIRST,
        doc: "whether a list has the value, or a map the key",
        overloads: &[IN_LIST, IN_MAP],
        ..FUNCTION
    },
];
