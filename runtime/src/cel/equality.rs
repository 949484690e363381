//! Whether two values are equal: numbers by value whatever their types, values of different types never.
//
// cel-go: common/types/{util,int,uint,double}.go (Equal)

use super::library::arithmetic::{int_equals_double, int_equals_uint, uint_equals_double};
use super::{Arena, Evaluated, Value};

/// `a == b`
///
/// # Errors
/// A value of the object that does not fit its schema.
pub fn equal<'a>(arena: &'a Arena, a: Value<'a>, b: Value<'a>) -> Evaluated<bool> {
    Ok(match (a, b) {
        (Value::List(a), Value::List(b)) => a.equals(arena, b)?,
        (Value::Map(a), Value::Map(b)) => a.equals(arena, b)?,
        (Value::Optional(a), Value::Optional(b)) => match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => equal(arena, *a, *b)?,
            _ => false,
        },
        (Value::Preserved(a), Value::Preserved(b)) => crate::tape::equal(**a.tape, a.at, **b.tape, b.at),
        (Value::Quantity(a), Value::Quantity(b)) => a.equals(b, arena)?,
        (Value::Url(a), Value::Url(b)) => a.equals(b, arena),
        _ => numbers(a, b).unwrap_or_else(|| same(a, b)),
    })
}

/// Whether two numbers are equal; none if one of them is no number.
pub(super) fn numbers(a: Value<'_>, b: Value<'_>) -> Option<bool> {
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

/// Whether two simple values of one type are equal.
#[must_use]
pub fn same(a: Value<'_>, b: Value<'_>) -> bool {
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
        _ => false,
    }
}
