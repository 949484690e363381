//! Conversions such as `int(x)`.
//
// cel-go: ConvertToType of common/types; Go: strconv

use super::time::{self, Time};
use super::value::{Evaluated, Value, error};
use crate::json::go_float;

/// Converts a value by the function `to`, which has the name of a type.
pub(super) fn convert<'a>(to: &str, value: &Value<'a>) -> Evaluated<Value<'a>> {
    match (to, value) {
        ("dyn", value) => Ok(value.clone()),
        ("type", value) => Ok(Value::Type(value.type_name().to_owned())),
        ("bool", Value::Bool(_))
        | ("bytes", Value::Bytes(_))
        | ("double", Value::Double(_))
        | ("duration", Value::Duration(_))
        | ("int", Value::Int(_))
        | ("string", Value::String(_))
        | ("timestamp", Value::Timestamp(_))
        | ("uint", Value::Uint(_)) => Ok(value.clone()),
        ("bool", Value::String(text)) => match text.as_str() {
            "1" | "t" | "T" | "TRUE" | "true" | "True" => Ok(true.into()),
            "0" | "f" | "F" | "FALSE" | "false" | "False" => Ok(false.into()),
            _ => wrong("bool"),
        },
        ("bytes", Value::String(text)) => Ok(Value::Bytes(text.clone().into_bytes())),
        ("double", Value::Int(value)) => Ok(Value::Double(*value as f64)),
        ("double", Value::Uint(value)) => Ok(Value::Double(*value as f64)),
        ("double", Value::String(text)) => match double(text) {
            Some(value) => Ok(Value::Double(value)),
            None => wrong("double"),
        },
        ("duration", Value::Int(_)) => {
            error("type conversion error from 'int' to 'google.protobuf.Duration'")
        }
        ("duration", Value::String(text)) => match time::go_duration(text) {
            Some(value) => Ok(Value::Duration(value)),
            None => wrong("google.protobuf.Duration"),
        },
        ("int", Value::Double(value)) => {
            if value.is_finite()
                && *value > -9_223_372_036_854_775_808.0
                && *value < 9_223_372_036_854_775_808.0
            {
                Ok(Value::Int(*value as i64))
            } else {
                error("integer overflow")
            }
        }
        ("int", Value::Duration(value)) => Ok(Value::Int(*value)),
        ("int", Value::Timestamp(time)) => Ok(Value::Int(time.seconds())),
        ("int", Value::Uint(value)) => match i64::try_from(*value) {
            Ok(value) => Ok(Value::Int(value)),
            Err(_) => error("integer overflow"),
        },
        ("int", Value::String(text)) => match text.parse() {
            Ok(value) => Ok(Value::Int(value)),
            Err(_) => wrong("int"),
        },
        ("string", value) => match text(value)? {
            Some(text) => Ok(Value::String(text)),
            None => not_overloaded(to, value),
        },
        ("timestamp", Value::Int(value)) => {
            let time = Time::unix(*value);
            if time::in_range(time) { Ok(Value::Timestamp(time)) } else { error("timestamp overflow") }
        }
        ("timestamp", Value::String(text)) => match time::strict_time(text) {
            Some(time) if time::in_range(time) => Ok(Value::Timestamp(time)),
            Some(_) => error("timestamp overflow"),
            None => wrong("google.protobuf.Timestamp"),
        },
        ("uint", Value::Double(value)) => {
            if value.is_finite() && *value >= 0.0 && *value < 18_446_744_073_709_551_616.0 {
                Ok(Value::Uint(*value as u64))
            } else {
                error("unsigned integer overflow")
            }
        }
        ("uint", Value::Int(value)) => match u64::try_from(*value) {
            Ok(value) => Ok(Value::Uint(value)),
            Err(_) => error("unsigned integer overflow"),
        },
        ("uint", Value::String(text)) => match text.parse::<u64>() {
            Ok(value) if !text.starts_with('+') => Ok(Value::Uint(value)),
            _ => wrong("uint"),
        },
        (to, value) => not_overloaded(to, value),
    }
}

/// The error of a conversion that no overload supports. It names the type of the value, since every
/// conversion has several overloads.
fn not_overloaded<'a>(to: &str, value: &Value<'a>) -> Evaluated<Value<'a>> {
    error(format!("no such overload: {to}({})", value.type_name()))
}

/// The value of `string(value)`; `None` if there is no such conversion.
pub(super) fn text(value: &Value<'_>) -> Evaluated<Option<String>> {
    Ok(Some(match value {
        Value::String(text) => text.clone(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => double_text(*value),
        Value::Bytes(bytes) => match String::from_utf8(bytes.clone()) {
            Ok(text) => text,
            Err(_) => return error("invalid UTF-8 in bytes, cannot convert to string"),
        },
        Value::Duration(value) => time::duration_text(*value),
        Value::Timestamp(time) => time.text(),
        Value::Type(name) => name.clone(),
        Value::Ip(ip) => super::libraries::address::ip_text(*ip),
        Value::Cidr(cidr) => cidr.text(),
        _ => return Ok(None),
    }))
}

/// A float as Go writes it.
pub(super) fn double_text(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned()
    } else {
        go_float(value)
    }
}

/// Parses a float as Go does.
fn double(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let unsigned = lower.strip_prefix(['+', '-']).unwrap_or(&lower);
    if matches!(unsigned, "inf" | "infinity") {
        return Some(if lower.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    if lower == "nan" {
        return Some(f64::NAN);
    }
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    lower.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The error of a string that cannot be converted.
fn wrong<'a>(to: &str) -> Evaluated<Value<'a>> {
    error(format!("type conversion error from 'string' to '{to}'"))
}
