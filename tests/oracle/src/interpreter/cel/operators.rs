//! Arithmetic and comparison. Integers never wrap: an overflow is an error.
//
// cel-go: common/types/{int,uint,double,string,bytes,duration,timestamp,bool}.go, overflow.go

use std::cmp::Ordering;

use super::time::{self, Time};
use super::value::{Evaluated, Value, error, no_such_overload};

/// The value of a binary operator.
pub(super) fn binary<'a>(operator: &str, a: &Value<'a>, b: &Value<'a>) -> Evaluated<Value<'a>> {
    match operator {
        "_+_" => add(a, b),
        "_-_" => subtract(a, b),
        "_*_" => multiply(a, b),
        "_/_" => divide(a, b),
        "_%_" => remainder(a, b),
        "_<_" => ordered(operator, a, b, Ordering::is_lt),
        "_<=_" => ordered(operator, a, b, Ordering::is_le),
        "_>_" => ordered(operator, a, b, Ordering::is_gt),
        _ => ordered(operator, a, b, Ordering::is_ge),
    }
}

/// The error of a call whose operands have no overload. `has` is whether the type of the first operand has
/// the function; if so, the second operand does not fit. Otherwise the error names the function, except for
/// types that handle calls themselves.
//
// cel-go: interpreter/interpretable.go (evalUnary, evalBinary); common/types/{string,duration,timestamp}.go
// (Receive)
pub(super) fn missing<'a>(function: &str, first: &Value<'a>, has: bool) -> Evaluated<Value<'a>> {
    let handles_calls = matches!(first, Value::String(_) | Value::Duration(_) | Value::Timestamp(_));
    if has || handles_calls { no_such_overload() } else { error(format!("no such overload: {function}")) }
}

fn is_number(value: &Value<'_>) -> bool {
    matches!(value, Value::Int(_) | Value::Uint(_) | Value::Double(_))
}

fn is_time(value: &Value<'_>) -> bool {
    matches!(value, Value::Duration(_) | Value::Timestamp(_))
}

/// `a + b`
pub(super) fn add<'a>(a: &Value<'a>, b: &Value<'a>) -> Evaluated<Value<'a>> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_add(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_add(*b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a + b)),
        (Value::String(a), Value::String(b)) => Ok(Value::String(format!("{a}{b}"))),
        (Value::Bytes(a), Value::Bytes(b)) => Ok(Value::Bytes([a.as_slice(), b].concat())),
        (Value::List(a), Value::List(b)) => Ok(Value::List(a.add(b)?)),
        (Value::Duration(a), Value::Duration(b)) => duration(a.checked_add(*b)),
        (Value::Timestamp(time), Value::Duration(by)) | (Value::Duration(by), Value::Timestamp(time)) => {
            timestamp(time.plus(i128::from(*by)))
        }
        (a, _) => {
            let has = is_number(a)
                || is_time(a)
                || matches!(a, Value::String(_) | Value::Bytes(_) | Value::List(_));
            missing("_+_", a, has)
        }
    }
}

/// `a - b`
fn subtract<'a>(a: &Value<'a>, b: &Value<'a>) -> Evaluated<Value<'a>> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_sub(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_sub(*b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a - b)),
        (Value::Duration(a), Value::Duration(b)) => duration(a.checked_sub(*b)),
        (Value::Timestamp(_), Value::Duration(i64::MIN)) => int(None),
        (Value::Timestamp(time), Value::Duration(by)) => timestamp(time.plus(-i128::from(*by))),
        (Value::Timestamp(a), Value::Timestamp(b)) => duration(i64::try_from(a.instant() - b.instant()).ok()),
        (a, _) => missing("_-_", a, is_number(a) || is_time(a)),
    }
}

/// `a * b`
fn multiply<'a>(a: &Value<'a>, b: &Value<'a>) -> Evaluated<Value<'a>> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_mul(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_mul(*b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a * b)),
        (a, _) => missing("_*_", a, is_number(a)),
    }
}

/// `a / b`
fn divide<'a>(a: &Value<'a>, b: &Value<'a>) -> Evaluated<Value<'a>> {
    match (a, b) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => error("division by zero"),
        (Value::Int(a), Value::Int(b)) => int(a.checked_div(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_div(*b)),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a / b)),
        (a, _) => missing("_/_", a, is_number(a)),
    }
}

/// `a % b`
fn remainder<'a>(a: &Value<'a>, b: &Value<'a>) -> Evaluated<Value<'a>> {
    match (a, b) {
        (Value::Int(_), Value::Int(0)) | (Value::Uint(_), Value::Uint(0)) => error("modulus by zero"),
        (Value::Int(a), Value::Int(b)) => int(a.checked_rem(*b)),
        (Value::Uint(a), Value::Uint(b)) => uint(a.checked_rem(*b)),
        (a, _) => missing("_%_", a, matches!(a, Value::Int(_) | Value::Uint(_))),
    }
}

/// `-a`
pub(super) fn negate<'a>(a: &Value<'a>) -> Evaluated<Value<'a>> {
    match a {
        Value::Int(a) => int(a.checked_neg()),
        Value::Double(a) => Ok(Value::Double(-a)),
        Value::Duration(a) => duration(a.checked_neg()),
        _ => missing("-_", a, false),
    }
}

/// The value of a comparison, which is true if the order of the operands `holds`.
fn ordered<'a>(
    operator: &str,
    a: &Value<'a>,
    b: &Value<'a>,
    holds: fn(Ordering) -> bool,
) -> Evaluated<Value<'a>> {
    match compare(a, b) {
        Some(Compared::Ordered(found)) => Ok(holds(found).into()),
        Some(Compared::NotANumber) => error("NaN values cannot be ordered"),
        None => missing(operator, a, has_order(a)),
    }
}

/// Whether values of this type are ordered.
pub(super) fn has_order(value: &Value<'_>) -> bool {
    is_number(value) || is_time(value) || matches!(value, Value::Bool(_) | Value::String(_) | Value::Bytes(_))
}

/// The order of two values whose types are comparable.
pub(super) enum Compared {
    Ordered(Ordering),
    NotANumber,
}

/// The order of two values; `None` if their types have no order.
pub(super) fn compare(a: &Value<'_>, b: &Value<'_>) -> Option<Compared> {
    Some(Compared::Ordered(match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Value::Duration(a), Value::Duration(b)) => a.cmp(b),
        (Value::Timestamp(a), Value::Timestamp(b)) => a.instant().cmp(&b.instant()),
        _ if is_number(a) && is_number(b) => match compare_numbers(a, b) {
            Some(found) => found,
            None => return Some(Compared::NotANumber),
        },
        _ => return None,
    }))
}

/// The order of two numbers; `None` if one is NaN.
pub(super) fn compare_numbers(a: &Value<'_>, b: &Value<'_>) -> Option<Ordering> {
    let whole = |value: &Value<'_>| match value {
        Value::Int(value) => Some(i128::from(*value)),
        Value::Uint(value) => Some(i128::from(*value)),
        _ => None,
    };
    match (a, b) {
        (Value::Double(a), Value::Double(b)) => a.partial_cmp(b),
        (Value::Double(a), b) => with_whole(*a, whole(b)?),
        (a, Value::Double(b)) => with_whole(*b, whole(a)?).map(Ordering::reverse),
        (a, b) => Some(whole(a)?.cmp(&whole(b)?)),
    }
}

/// The order of a float and an integer. Floats beyond the range of the integers are not converted.
fn with_whole(float: f64, whole: i128) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float >= 1.9e19 {
        return Some(Ordering::Greater);
    }
    if float <= -1.9e19 {
        return Some(Ordering::Less);
    }
    // cel-go: common/types/compare.go: within the range the integer becomes a float.
    float.partial_cmp(&(whole as f64))
}

fn int<'a>(value: Option<i64>) -> Evaluated<Value<'a>> {
    value.map_or_else(|| error("integer overflow"), |value| Ok(Value::Int(value)))
}

fn uint<'a>(value: Option<u64>) -> Evaluated<Value<'a>> {
    value.map_or_else(|| error("unsigned integer overflow"), |value| Ok(Value::Uint(value)))
}

fn duration<'a>(value: Option<i64>) -> Evaluated<Value<'a>> {
    value.map_or_else(|| error("integer overflow"), |value| Ok(Value::Duration(value)))
}

fn timestamp<'a>(value: Time) -> Evaluated<Value<'a>> {
    if time::in_range(value) { Ok(Value::Timestamp(value)) } else { error("timestamp overflow") }
}
