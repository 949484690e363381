//! `==`: numbers are compared by value, and values of different types are unequal. But lists and maps of
//! objects and the values of libraries have no equality with other types, which is an error.
//
// cel-go: common/types/util.go Equal, and Equal of each type; apiserver: pkg/cel/library

use super::operators::compare_numbers;
use super::value::{Evaluated, Value, no_such_overload};

/// `a == b`, where null equals only null.
pub(super) fn equal<'a>(a: &Evaluated<Value<'a>>, b: &Evaluated<Value<'a>>) -> Evaluated<bool> {
    match (a, b) {
        (Ok(Value::Null), Ok(Value::Null)) => Ok(true),
        (Ok(Value::Null), _) | (_, Ok(Value::Null)) => Ok(false),
        _ => equal_by(a, b),
    }
}

/// Compares two values by the equality of the first value's type. An error as the second value equals
/// nothing.
pub(super) fn equal_by<'a>(a: &Evaluated<Value<'a>>, b: &Evaluated<Value<'a>>) -> Evaluated<bool> {
    let a = a.as_ref().map_err(Clone::clone)?;
    // Types that compare with their own type only.
    let strict = match a {
        Value::List(list) => !list.is_made(),
        Value::Map(map) => !map.is_made(),
        Value::Ip(_)
        | Value::Cidr(_)
        | Value::Url(_)
        | Value::Quantity(_)
        | Value::Semver(_)
        | Value::Format(_) => true,
        _ => false,
    };
    let other = || if strict { no_such_overload() } else { Ok(false) };
    let b = match b {
        Ok(b) => b,
        Err(failure) if strict => return Err(failure.clone()),
        Err(_) => return Ok(false),
    };
    match (a, b) {
        (Value::Null, Value::Null) => Ok(true),
        (Value::Bool(a), Value::Bool(b)) => Ok(a == b),
        (
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
        ) => Ok(compare_numbers(a, b).is_some_and(std::cmp::Ordering::is_eq)),
        (Value::String(a), Value::String(b)) | (Value::Type(a), Value::Type(b)) => Ok(a == b),
        (Value::Bytes(a), Value::Bytes(b)) => Ok(a == b),
        (Value::Duration(a), Value::Duration(b)) => Ok(a == b),
        (Value::Timestamp(a), Value::Timestamp(b)) => Ok(a.instant() == b.instant()),
        (Value::List(a), Value::List(b)) => a.equals(b),
        (Value::Map(a), Value::Map(b)) => a.equals(b),
        (Value::Optional(None), Value::Optional(b)) => Ok(b.is_none()),
        (Value::Optional(Some(_)), Value::Optional(None)) => Ok(false),
        (Value::Optional(Some(a)), Value::Optional(Some(b))) => {
            equal_by(&Ok((**a).clone()), &Ok((**b).clone()))
        }
        (Value::Ip(a), Value::Ip(b)) => Ok(a == b),
        (Value::Cidr(a), Value::Cidr(b)) => Ok(a == b),
        (Value::Url(a), Value::Url(b)) => Ok(a == b),
        (Value::Quantity(a), Value::Quantity(b)) => Ok(a.cmp(b).is_eq()),
        (Value::Semver(a), Value::Semver(b)) => Ok(a.cmp(b).is_eq()),
        (Value::Format(a), Value::Format(b)) => Ok(a == b),
        (Value::Preserved(a), Value::Preserved(b)) => Ok(a.same(b)),
        _ => other(),
    }
}
