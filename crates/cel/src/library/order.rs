//! Compares two values as `<` does, for functions that compare the items of lists.
//
// cel-go: common/types/*.go (Compare)

use core::cmp::Ordering;

use crate::scalars::arithmetic::{compare_double, compare_int_double, compare_int_uint, compare_uint_double};
use crate::values::Value;

/// Whether values of the type of this value have an order.
pub(super) fn has_order(value: Value<'_>) -> bool {
    matches!(
        value,
        Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_)
            | Value::Timestamp(_)
    )
}

/// Compares two values. `None` if they have no order: NaN, and values of different types that are not both
/// numbers. The server has an error for these, which never appears, because its functions on lists only test
/// for one of the three results.
pub(super) fn compare(a: Value<'_>, b: Value<'_>) -> Option<Ordering> {
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(&b)),
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(&b)),
        (Value::Uint(a), Value::Uint(b)) => Some(a.cmp(&b)),
        (Value::Double(a), Value::Double(b)) => compare_double(a, b).ok(),
        (Value::Int(a), Value::Uint(b)) => Some(compare_int_uint(a, b)),
        (Value::Uint(a), Value::Int(b)) => Some(compare_int_uint(b, a).reverse()),
        (Value::Int(a), Value::Double(b)) => compare_int_double(a, b).ok(),
        (Value::Double(a), Value::Int(b)) => compare_int_double(b, a).ok().map(Ordering::reverse),
        (Value::Uint(a), Value::Double(b)) => compare_uint_double(a, b).ok(),
        (Value::Double(a), Value::Uint(b)) => compare_uint_double(b, a).ok().map(Ordering::reverse),
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        (Value::Bytes(a), Value::Bytes(b)) => Some(a.cmp(b)),
        (Value::Duration(a), Value::Duration(b)) => Some(a.cmp(&b)),
        (Value::Timestamp(a), Value::Timestamp(b)) => Some(a.cmp(&b)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ordering::{Equal, Greater, Less};

    #[test]
    fn numbers_of_different_types_have_an_order() {
        for (a, b, expected) in [
            (Value::Int(-1), Value::Uint(0), Some(Less)),
            (Value::Uint(u64::MAX), Value::Int(i64::MAX), Some(Greater)),
            (Value::Int(1), Value::Double(1.0), Some(Equal)),
            (Value::Double(0.5), Value::Uint(1), Some(Less)),
            (Value::Double(f64::NAN), Value::Double(f64::NAN), None),
            (Value::Int(1), Value::Double(f64::NAN), None),
            (Value::Double(-0.0), Value::Double(0.0), Some(Equal)),
        ] {
            assert_eq!(compare(a, b), expected, "{a:?} {b:?}");
            assert_eq!(compare(b, a), expected.map(Ordering::reverse), "{b:?} {a:?}");
        }
    }

    #[test]
    fn other_types_have_an_order_of_their_own() {
        for (a, b, expected) in [
            (Value::Bool(false), Value::Bool(true), Some(Less)),
            (Value::String("B"), Value::String("a"), Some(Less)),
            (Value::String("é"), Value::String("z"), Some(Greater)),
            (Value::Bytes(&[1]), Value::Bytes(&[1, 0]), Some(Less)),
            (Value::Bool(true), Value::Int(1), None),
            (Value::String("a"), Value::Bytes(b"a"), None),
            (Value::Null, Value::Null, None),
        ] {
            assert_eq!(compare(a, b), expected, "{a:?} {b:?}");
        }
        assert!(!has_order(Value::Null) && !has_order(Value::Optional(None)));
    }
}
