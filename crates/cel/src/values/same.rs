//! Compares two scalars: numbers by value, other scalars of the same type as Go compares them.
//
// cel-go: common/types/util.go (Equal), and Equal of each type

use super::value::{Added, Value};
use crate::scalars::arithmetic::{int_equals_double, int_equals_uint, uint_equals_double};

/// Whether two numbers are equal; none if one of them is no number.
pub(crate) fn numbers(a: Value<'_>, b: Value<'_>) -> Option<bool> {
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Uint(a), Value::Uint(b)) => a == b,
        (Value::Double(a), Value::Double(b)) => a == b,
        (Value::Int(a), Value::Uint(b)) | (Value::Uint(b), Value::Int(a)) => int_equals_uint(a, b),
        (Value::Int(a), Value::Double(b)) | (Value::Double(b), Value::Int(a)) => int_equals_double(a, b),
        (Value::Uint(a), Value::Double(b)) | (Value::Double(b), Value::Uint(a)) => uint_equals_double(a, b),
        _ => return None,
    })
}

/// Whether two scalars of the same type are equal.
#[must_use]
pub(crate) fn same(a: Value<'_>, b: Value<'_>) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Uint(a), Value::Uint(b)) => a == b,
        (Value::Double(a), Value::Double(b)) => a == b,
        (Value::String(a), Value::String(b)) | (Value::Type(a), Value::Type(b)) => a == b,
        (Value::Bytes(a), Value::Bytes(b)) => a == b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Ip(a), Value::Ip(b)) => a == b,
        (Value::Cidr(a), Value::Cidr(b)) => a == b,
        (Value::Semver(a), Value::Semver(b)) => a.compare_to(b) == 0,
        (Value::NamedFormat(a), Value::NamedFormat(b)) => a == b,
        // Sets compare the Go values of added items.
        (Value::Added(Added { held: Some(a), .. }), b) => same(*a, b),
        (a, Value::Added(Added { held: Some(b), .. })) => same(a, *b),
        _ => false,
    }
}

/// Whether a key of a map made by an expression equals the key that is looked up. Numbers of different types
/// can be equal.
pub(super) fn is_key(own: Value<'_>, key: Value<'_>) -> bool {
    match (own, key) {
        (Value::Bool(own), Value::Bool(key)) => own == key,
        (Value::String(own), Value::String(key)) => own == key,
        _ => numbers(own, key).unwrap_or(false),
    }
}
