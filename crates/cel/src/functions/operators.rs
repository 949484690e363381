//! The table of operators, by the names of their functions.
//
// cel-go: common/stdlib/standard.go

use super::overload::{Cost, Size, cross, of};
use super::signature::Signature::*;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::scalars::duration;
use crate::scalars::timestamp;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "_?_:_" since Minor::FIRST, "the second value if the condition holds, otherwise the third":
        CONDITIONAL = of "conditional" [Bool, A, A] -> A, Cost::Conditional;
    "_&&_" since Minor::FIRST, "whether both hold":
        LOGICAL_AND = of "logical_and" [Bool, Bool] -> Bool, Cost::Logic;
    "_||_" since Minor::FIRST, "whether one of them holds":
        LOGICAL_OR = of "logical_or" [Bool, Bool] -> Bool, Cost::Logic;
    "!_" since Minor::FIRST, "whether it does not hold":
        LOGICAL_NOT = of "logical_not" [Bool] -> Bool, Cost::Unit => |_, a: bool| Ok(!a);
    "@not_strictly_false" since Minor::FIRST, "whether a loop goes on":
        NOT_STRICTLY_FALSE = of "not_strictly_false" [Bool] -> Bool, Cost::Unit;
    "_==_" since Minor::FIRST, "whether two values are equal":
        EQUALS = of "equals" [A, A] -> Bool, Cost::Equality;
    "_!=_" since Minor::FIRST, "whether two values differ":
        NOT_EQUALS = of "not_equals" [A, A] -> Bool, Cost::Comparison;
    "_+_" since Minor::FIRST, "the sum of numbers or times, or one string, list or bytes after the other" { size: Size::Joined }:
        ADD_BYTES = of "add_bytes" [Bytes, Bytes] -> Bytes, Cost::Concatenate, counts: Counts::Concatenate
            => |c, a: &[u8], b: &[u8]| Ok(library::bytes::concat(c.arena, a, b));
        ADD_DOUBLE = of "add_double" [Double, Double] -> Double, Cost::Unit => |_, a: f64, b: f64| Ok(a + b);
        ADD_DURATION_DURATION = of "add_duration_duration" [Duration, Duration] -> Duration, Cost::Unit
            => |_, a: duration::Duration, b: duration::Duration| a.plus(b);
        ADD_DURATION_TIMESTAMP = of "add_duration_timestamp" [Duration, Timestamp] -> Timestamp, Cost::Unit
            => |_, a: duration::Duration, b: timestamp::Timestamp| b.plus(a);
        ADD_TIMESTAMP_DURATION = of "add_timestamp_duration" [Timestamp, Duration] -> Timestamp, Cost::Unit
            => |_, a: timestamp::Timestamp, b: duration::Duration| a.plus(b);
        ADD_INT64 = of "add_int64" [Int, Int] -> Int, Cost::Unit
            => |_, a: i64, b: i64| library::arithmetic::add_int(a, b);
        ADD_LIST = of "add_list" [List(&A), List(&A)] -> List(&A), Cost::ConcatenateLists
            => |c, a: values::List<'_>, b: values::List<'_>| a.concatenate(c.arena, b);
        ADD_STRING = of "add_string" [String, String] -> String, Cost::Concatenate, counts: Counts::Concatenate
            => |c, a: &str, b: &str| Ok(library::strings::concat(c.arena, a, b));
        ADD_UINT64 = of "add_uint64" [Uint, Uint] -> Uint, Cost::Unit
            => |_, a: u64, b: u64| library::arithmetic::add_uint(a, b);
    "_/_" since Minor::FIRST, "the quotient of two numbers":
        DIVIDE_DOUBLE = of "divide_double" [Double, Double] -> Double, Cost::Unit => |_, a: f64, b: f64| Ok(a / b);
        DIVIDE_INT64 = of "divide_int64" [Int, Int] -> Int, Cost::Unit
            => |_, a: i64, b: i64| library::arithmetic::divide_int(a, b);
        DIVIDE_UINT64 = of "divide_uint64" [Uint, Uint] -> Uint, Cost::Unit
            => |_, a: u64, b: u64| library::arithmetic::divide_uint(a, b);
    "_%_" since Minor::FIRST, "the remainder of two integers":
        MODULO_INT64 = of "modulo_int64" [Int, Int] -> Int, Cost::Unit
            => |_, a: i64, b: i64| library::arithmetic::modulo_int(a, b);
        MODULO_UINT64 = of "modulo_uint64" [Uint, Uint] -> Uint, Cost::Unit
            => |_, a: u64, b: u64| library::arithmetic::modulo_uint(a, b);
    "_*_" since Minor::FIRST, "the product of two numbers":
        MULTIPLY_DOUBLE = of "multiply_double" [Double, Double] -> Double, Cost::Unit
            => |_, a: f64, b: f64| Ok(a * b);
        MULTIPLY_INT64 = of "multiply_int64" [Int, Int] -> Int, Cost::Unit
            => |_, a: i64, b: i64| library::arithmetic::multiply_int(a, b);
        MULTIPLY_UINT64 = of "multiply_uint64" [Uint, Uint] -> Uint, Cost::Unit
            => |_, a: u64, b: u64| library::arithmetic::multiply_uint(a, b);
    "-_" since Minor::FIRST, "the negative of a number":
        NEGATE_DOUBLE = of "negate_double" [Double] -> Double, Cost::Unit => |_, a: f64| Ok(-a);
        NEGATE_INT64 = of "negate_int64" [Int] -> Int, Cost::Unit => |_, a: i64| library::arithmetic::negate_int(a);
    "_-_" since Minor::FIRST, "the difference of two numbers or times":
        SUBTRACT_DOUBLE = of "subtract_double" [Double, Double] -> Double, Cost::Unit
            => |_, a: f64, b: f64| Ok(a - b);
        SUBTRACT_DURATION_DURATION = of "subtract_duration_duration" [Duration, Duration] -> Duration, Cost::Unit
            => |_, a: duration::Duration, b: duration::Duration| a.minus(b);
        SUBTRACT_INT64 = of "subtract_int64" [Int, Int] -> Int, Cost::Unit
            => |_, a: i64, b: i64| library::arithmetic::subtract_int(a, b);
        SUBTRACT_TIMESTAMP_DURATION = of "subtract_timestamp_duration" [Timestamp, Duration] -> Timestamp, Cost::Unit
            => |_, a: timestamp::Timestamp, b: duration::Duration| a.minus(b);
        SUBTRACT_TIMESTAMP_TIMESTAMP = of "subtract_timestamp_timestamp" [Timestamp, Timestamp] -> Duration, Cost::Unit
            => |_, a: timestamp::Timestamp, b: timestamp::Timestamp| a.since(b);
        SUBTRACT_UINT64 = of "subtract_uint64" [Uint, Uint] -> Uint, Cost::Unit
            => |_, a: u64, b: u64| library::arithmetic::subtract_uint(a, b);
    "_<_" since Minor::FIRST, "whether the first is less":
        LESS_BOOL = of "less_bool" [Bool, Bool] -> Bool, Cost::Unit => |_, a: bool, b: bool| Ok(!a & b);
        LESS_INT64 = of "less_int64" [Int, Int] -> Bool, Cost::Unit => |_, a: i64, b: i64| Ok(a < b);
        LESS_INT64_DOUBLE = cross "less_int64_double" [Int, Double] -> Bool, Cost::Unit
            => |_, a: i64, b: f64| Ok(library::arithmetic::compare_int_double(a, b)?.is_lt());
        LESS_INT64_UINT64 = cross "less_int64_uint64" [Int, Uint] -> Bool, Cost::Unit
            => |_, a: i64, b: u64| Ok(library::arithmetic::compare_int_uint(a, b).is_lt());
        LESS_UINT64 = of "less_uint64" [Uint, Uint] -> Bool, Cost::Unit => |_, a: u64, b: u64| Ok(a < b);
        LESS_UINT64_DOUBLE = cross "less_uint64_double" [Uint, Double] -> Bool, Cost::Unit
            => |_, a: u64, b: f64| Ok(library::arithmetic::compare_uint_double(a, b)?.is_lt());
        LESS_UINT64_INT64 = cross "less_uint64_int64" [Uint, Int] -> Bool, Cost::Unit
            => |_, a: u64, b: i64| Ok(library::arithmetic::compare_int_uint(b, a).reverse().is_lt());
        LESS_DOUBLE = of "less_double" [Double, Double] -> Bool, Cost::Unit
            => |_, a: f64, b: f64| Ok(library::arithmetic::compare_double(a, b)?.is_lt());
        LESS_DOUBLE_INT64 = cross "less_double_int64" [Double, Int] -> Bool, Cost::Unit
            => |_, a: f64, b: i64| Ok(library::arithmetic::compare_int_double(b, a)?.reverse().is_lt());
        LESS_DOUBLE_UINT64 = cross "less_double_uint64" [Double, Uint] -> Bool, Cost::Unit
            => |_, a: f64, b: u64| Ok(library::arithmetic::compare_uint_double(b, a)?.reverse().is_lt());
        LESS_STRING = of "less_string" [String, String] -> Bool, Cost::Comparison, counts: Counts::Comparison
            => |_, a: &str, b: &str| Ok(a < b);
        LESS_BYTES = of "less_bytes" [Bytes, Bytes] -> Bool, Cost::Comparison, counts: Counts::Comparison
            => |_, a: &[u8], b: &[u8]| Ok(a < b);
        LESS_TIMESTAMP = of "less_timestamp" [Timestamp, Timestamp] -> Bool, Cost::Unit
            => |_, a: timestamp::Timestamp, b: timestamp::Timestamp| Ok(a < b);
        LESS_DURATION = of "less_duration" [Duration, Duration] -> Bool, Cost::Unit
            => |_, a: duration::Duration, b: duration::Duration| Ok(a < b);
    "_<=_" since Minor::FIRST, "whether the first is less or equal":
        LESS_EQUALS_BOOL = of "less_equals_bool" [Bool, Bool] -> Bool, Cost::Unit => |_, a: bool, b: bool| Ok(a <= b);
        LESS_EQUALS_INT64 = of "less_equals_int64" [Int, Int] -> Bool, Cost::Unit => |_, a: i64, b: i64| Ok(a <= b);
        LESS_EQUALS_INT64_DOUBLE = cross "less_equals_int64_double" [Int, Double] -> Bool, Cost::Unit
            => |_, a: i64, b: f64| Ok(library::arithmetic::compare_int_double(a, b)?.is_le());
        LESS_EQUALS_INT64_UINT64 = cross "less_equals_int64_uint64" [Int, Uint] -> Bool, Cost::Unit
            => |_, a: i64, b: u64| Ok(library::arithmetic::compare_int_uint(a, b).is_le());
        LESS_EQUALS_UINT64 = of "less_equals_uint64" [Uint, Uint] -> Bool, Cost::Unit
            => |_, a: u64, b: u64| Ok(a <= b);
        LESS_EQUALS_UINT64_DOUBLE = cross "less_equals_uint64_double" [Uint, Double] -> Bool, Cost::Unit
            => |_, a: u64, b: f64| Ok(library::arithmetic::compare_uint_double(a, b)?.is_le());
        LESS_EQUALS_UINT64_INT64 = cross "less_equals_uint64_int64" [Uint, Int] -> Bool, Cost::Unit
            => |_, a: u64, b: i64| Ok(library::arithmetic::compare_int_uint(b, a).reverse().is_le());
        LESS_EQUALS_DOUBLE = of "less_equals_double" [Double, Double] -> Bool, Cost::Unit
            => |_, a: f64, b: f64| Ok(library::arithmetic::compare_double(a, b)?.is_le());
        LESS_EQUALS_DOUBLE_INT64 = cross "less_equals_double_int64" [Double, Int] -> Bool, Cost::Unit
            => |_, a: f64, b: i64| Ok(library::arithmetic::compare_int_double(b, a)?.reverse().is_le());
        LESS_EQUALS_DOUBLE_UINT64 = cross "less_equals_double_uint64" [Double, Uint] -> Bool, Cost::Unit
            => |_, a: f64, b: u64| Ok(library::arithmetic::compare_uint_double(b, a)?.reverse().is_le());
        LESS_EQUALS_STRING = of "less_equals_string" [String, String] -> Bool, Cost::Comparison, counts: Counts::Comparison
            => |_, a: &str, b: &str| Ok(a <= b);
        LESS_EQUALS_BYTES = of "less_equals_bytes" [Bytes, Bytes] -> Bool, Cost::Comparison, counts: Counts::Comparison
            => |_, a: &[u8], b: &[u8]| Ok(a <= b);
        LESS_EQUALS_TIMESTAMP = of "less_equals_timestamp" [Timestamp, Timestamp] -> Bool, Cost::Unit
            => |_, a: timestamp::Timestamp, b: timestamp::Timestamp| Ok(a <= b);
        LESS_EQUALS_DURATION = of "less_equals_duration" [Duration, Duration] -> Bool, Cost::Unit
            => |_, a: duration::Duration, b: duration::Duration| Ok(a <= b);
    "_>_" since Minor::FIRST, "whether the first is greater":
        GREATER_BOOL = of "greater_bool" [Bool, Bool] -> Bool, Cost::Unit => |_, a: bool, b: bool| Ok(a & !b);
        GREATER_INT64 = of "greater_int64" [Int, Int] -> Bool, Cost::Unit => |_, a: i64, b: i64| Ok(a > b);
        GREATER_INT64_DOUBLE = cross "greater_int64_double" [Int, Double] -> Bool, Cost::Unit
            => |_, a: i64, b: f64| Ok(library::arithmetic::compare_int_double(a, b)?.is_gt());
        GREATER_INT64_UINT64 = cross "greater_int64_uint64" [Int, Uint] -> Bool, Cost::Unit
            => |_, a: i64, b: u64| Ok(library::arithmetic::compare_int_uint(a, b).is_gt());
        GREATER_UINT64 = of "greater_uint64" [Uint, Uint] -> Bool, Cost::Unit => |_, a: u64, b: u64| Ok(a > b);
        GREATER_UINT64_DOUBLE = cross "greater_uint64_double" [Uint, Double] -> Bool, Cost::Unit
            => |_, a: u64, b: f64| Ok(library::arithmetic::compare_uint_double(a, b)?.is_gt());
        GREATER_UINT64_INT64 = cross "greater_uint64_int64" [Uint, Int] -> Bool, Cost::Unit
            => |_, a: u64, b: i64| Ok(library::arithmetic::compare_int_uint(b, a).reverse().is_gt());
        GREATER_DOUBLE = of "greater_double" [Double, Double] -> Bool, Cost::Unit
            => |_, a: f64, b: f64| Ok(library::arithmetic::compare_double(a, b)?.is_gt());
        GREATER_DOUBLE_INT64 = cross "greater_double_int64" [Double, Int] -> Bool, Cost::Unit
            => |_, a: f64, b: i64| Ok(library::arithmetic::compare_int_double(b, a)?.reverse().is_gt());
        GREATER_DOUBLE_UINT64 = cross "greater_double_uint64" [Double, Uint] -> Bool, Cost::Unit
            => |_, a: f64, b: u64| Ok(library::arithmetic::compare_uint_double(b, a)?.reverse().is_gt());
        GREATER_STRING = of "greater_string" [String, String] -> Bool, Cost::Comparison, counts: Counts::Comparison
            => |_, a: &str, b: &str| Ok(a > b);
        GREATER_BYTES = of "greater_bytes" [Bytes, Bytes] -> Bool, Cost::Comparison, counts: Counts::Comparison
            => |_, a: &[u8], b: &[u8]| Ok(a > b);
        GREATER_TIMESTAMP = of "greater_timestamp" [Timestamp, Timestamp] -> Bool, Cost::Unit
            => |_, a: timestamp::Timestamp, b: timestamp::Timestamp| Ok(a > b);
        GREATER_DURATION = of "greater_duration" [Duration, Duration] -> Bool, Cost::Unit
            => |_, a: duration::Duration, b: duration::Duration| Ok(a > b);
    "_>=_" since Minor::FIRST, "whether the first is greater or equal":
        GREATER_EQUALS_BOOL = of "greater_equals_bool" [Bool, Bool] -> Bool, Cost::Unit
            => |_, a: bool, b: bool| Ok(a >= b);
        GREATER_EQUALS_INT64 = of "greater_equals_int64" [Int, Int] -> Bool, Cost::Unit
            => |_, a: i64, b: i64| Ok(a >= b);
        GREATER_EQUALS_INT64_DOUBLE = cross "greater_equals_int64_double" [Int, Double] -> Bool, Cost::Unit
            => |_, a: i64, b: f64| Ok(library::arithmetic::compare_int_double(a, b)?.is_ge());
        GREATER_EQUALS_INT64_UINT64 = cross "greater_equals_int64_uint64" [Int, Uint] -> Bool, Cost::Unit
            => |_, a: i64, b: u64| Ok(library::arithmetic::compare_int_uint(a, b).is_ge());
        GREATER_EQUALS_UINT64 = of "greater_equals_uint64" [Uint, Uint] -> Bool, Cost::Unit
            => |_, a: u64, b: u64| Ok(a >= b);
        GREATER_EQUALS_UINT64_DOUBLE = cross "greater_equals_uint64_double" [Uint, Double] -> Bool, Cost::Unit
            => |_, a: u64, b: f64| Ok(library::arithmetic::compare_uint_double(a, b)?.is_ge());
        GREATER_EQUALS_UINT64_INT64 = cross "greater_equals_uint64_int64" [Uint, Int] -> Bool, Cost::Unit
            => |_, a: u64, b: i64| Ok(library::arithmetic::compare_int_uint(b, a).reverse().is_ge());
        GREATER_EQUALS_DOUBLE = of "greater_equals_double" [Double, Double] -> Bool, Cost::Unit
            => |_, a: f64, b: f64| Ok(library::arithmetic::compare_double(a, b)?.is_ge());
        GREATER_EQUALS_DOUBLE_INT64 = cross "greater_equals_double_int64" [Double, Int] -> Bool, Cost::Unit
            => |_, a: f64, b: i64| Ok(library::arithmetic::compare_int_double(b, a)?.reverse().is_ge());
        GREATER_EQUALS_DOUBLE_UINT64 = cross "greater_equals_double_uint64" [Double, Uint] -> Bool, Cost::Unit
            => |_, a: f64, b: u64| Ok(library::arithmetic::compare_uint_double(b, a)?.reverse().is_ge());
        GREATER_EQUALS_STRING = of "greater_equals_string" [String, String] -> Bool, Cost::Comparison, counts: Counts::Comparison
            => |_, a: &str, b: &str| Ok(a >= b);
        GREATER_EQUALS_BYTES = of "greater_equals_bytes" [Bytes, Bytes] -> Bool, Cost::Comparison, counts: Counts::Comparison
            => |_, a: &[u8], b: &[u8]| Ok(a >= b);
        GREATER_EQUALS_TIMESTAMP = of "greater_equals_timestamp" [Timestamp, Timestamp] -> Bool, Cost::Unit
            => |_, a: timestamp::Timestamp, b: timestamp::Timestamp| Ok(a >= b);
        GREATER_EQUALS_DURATION = of "greater_equals_duration" [Duration, Duration] -> Bool, Cost::Unit
            => |_, a: duration::Duration, b: duration::Duration| Ok(a >= b);
    "_[_]" since Minor::FIRST, "an item of a list, or the value of a key":
        INDEX_LIST = of "index_list" [List(&A), Int] -> A, Cost::Index;
        INDEX_MAP = of "index_map" [Map(&A, &B), A] -> B, Cost::Index;
    "@in" since Minor::FIRST, "whether a list has the value, or a map the key":
        IN_LIST = of "in_list" [A, List(&A)] -> Bool, Cost::InList, counts: Counts::InList
            => |c, a: Value<'_>, b: values::List<'_>| b.contains(c.arena, a);
        IN_MAP = of "in_map" [A, Map(&A, &B)] -> Bool, Cost::Unit
            => |c, a: Value<'_>, b: values::Map<'_>| Ok(b.get(c.arena, a)?.is_some());
}
