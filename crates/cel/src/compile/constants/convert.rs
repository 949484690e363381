//! Converts constants between types, as the functions `int`, `string` and others do.
//
// cel-go: common/types/{int,uint,double,bool,string,bytes,duration,timestamp,null}.go (ConvertToType)

use crdc_vocabulary::go::{self, Layout, Time};

use super::value::Value;
use crate::compile::ast::Constant;

const INTEGER_OVERFLOW: &str = "integer overflow";
const TIMESTAMP_OVERFLOW: &str = "timestamp overflow";
const UNSIGNED_OVERFLOW: &str = "unsigned integer overflow";

/// Converts a value with the function of this name; `None` if it is not such a function.
pub(in crate::compile) fn convert(function: &str, value: &Value) -> Option<Result<Value, String>> {
    let to = match function {
        "dyn" => return Some(Ok(value.clone())),
        "type" => return Some(Ok(Value::Other)),
        "bool" | "bytes" | "double" | "int" | "string" | "uint" => function,
        "duration" => "google.protobuf.Duration",
        "timestamp" => "google.protobuf.Timestamp",
        _ => return None,
    };
    if *value == Value::Other || type_name(value) == to {
        return Some(Ok(value.clone()));
    }
    let wrong = || format!("type conversion error from '{}' to '{to}'", type_name(value));
    Some(match value {
        Value::Constant(Constant::String(text)) => from_string(text, to).unwrap_or_else(|| Err(wrong())),
        value => from_number(value, to).unwrap_or_else(|| Err(wrong())),
    })
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Constant(Constant::Null) => "null_type",
        Value::Constant(Constant::Bool(_)) => "bool",
        Value::Constant(Constant::Int(_)) => "int",
        Value::Constant(Constant::Uint(_)) => "uint",
        Value::Constant(Constant::Double(_)) => "double",
        Value::Constant(Constant::String(_)) => "string",
        Value::Constant(Constant::Bytes(_)) => "bytes",
        Value::Duration(_) => "google.protobuf.Duration",
        Value::Timestamp(_) => "google.protobuf.Timestamp",
        Value::Other => "",
    }
}

type Converted = Option<Result<Value, String>>;

#[allow(clippy::unnecessary_wraps)]
fn constant(constant: Constant) -> Converted {
    Some(Ok(Value::Constant(constant)))
}

#[allow(clippy::unnecessary_wraps)]
fn overflow(message: &str) -> Converted {
    Some(Err(message.to_owned()))
}

/// Converts a time to a timestamp, which must be in the years 1 to 9999.
#[allow(clippy::unnecessary_wraps)]
fn timestamp(time: Time) -> Converted {
    let fits = (-62_135_596_800..=253_402_300_799).contains(&time.seconds);
    Some(if fits { Ok(Value::Timestamp(time)) } else { Err(TIMESTAMP_OVERFLOW.to_owned()) })
}

fn from_string(text: &str, to: &str) -> Converted {
    match to {
        "int" => constant(Constant::Int(text.parse().ok()?)),
        // Rust reads a sign before an unsigned number, Go does not.
        "uint" => constant(Constant::Uint((!text.starts_with('+')).then(|| text.parse().ok()).flatten()?)),
        "double" => constant(Constant::Double(double(text)?)),
        "bool" => match text {
            "1" | "t" | "T" | "TRUE" | "true" | "True" => constant(Constant::Bool(true)),
            "0" | "f" | "F" | "FALSE" | "false" | "False" => constant(Constant::Bool(false)),
            _ => None,
        },
        "bytes" => constant(Constant::Bytes(text.as_bytes().to_vec())),
        "google.protobuf.Duration" => Some(Ok(Value::Duration(go::parse_duration(text.as_bytes())?))),
        _ => timestamp(Time::parse(text, Layout::Rfc3339).ok()?),
    }
}

/// Reads a number as Go does: Go also reads hexadecimal numbers, and refuses numbers that are too large.
fn double(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.starts_with("0x") || unsigned.starts_with("0X") {
        let value = hexadecimal(&unsigned[2..])?;
        return Some(if text.starts_with('-') { -value } else { value });
    }
    let value: f64 = text.parse().ok()?;
    let named = unsigned.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    (value.is_finite() || named).then_some(value)
}

/// `DIGITS.DIGITSpEXPONENT`
fn hexadecimal(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once(['p', 'P'])?;
    let mut exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut value = 0.0_f64;
    let mut any = false;
    for (c, is_fraction) in whole.chars().map(|c| (c, false)).chain(fraction.chars().map(|c| (c, true))) {
        value = value * 16.0 + f64::from(c.to_digit(16)?);
        any = true;
        if is_fraction {
            exponent = exponent.checked_sub(4)?;
        }
    }
    let value = value * 2.0_f64.powi(exponent);
    (any && value.is_finite()).then_some(value)
}

fn from_number(value: &Value, to: &str) -> Converted {
    match (value, to) {
        (Value::Constant(Constant::Int(value)), to) => from_int(*value, to),
        (Value::Constant(Constant::Uint(value)), "int") => match i64::try_from(*value) {
            Ok(value) => constant(Constant::Int(value)),
            Err(_) => overflow(INTEGER_OVERFLOW),
        },
        (Value::Constant(Constant::Uint(value)), "double") => constant(Constant::Double(*value as f64)),
        (Value::Constant(Constant::Uint(value)), "string") => constant(Constant::String(value.to_string())),
        (Value::Constant(Constant::Double(value)), to) => from_double(*value, to),
        (Value::Constant(Constant::Bool(value)), "string") => constant(Constant::String(value.to_string())),
        (Value::Constant(Constant::Bytes(bytes)), "string") => match String::from_utf8(bytes.clone()) {
            Ok(text) => constant(Constant::String(text)),
            Err(_) => overflow("invalid UTF-8 in bytes, cannot convert to string"),
        },
        (Value::Constant(Constant::Null), "string") => constant(Constant::String("null".to_owned())),
        (Value::Duration(nanos), "int") => constant(Constant::Int(*nanos)),
        (Value::Duration(nanos), "string") => constant(Constant::String(go::duration_in_seconds(*nanos))),
        (Value::Timestamp(found), "int") => constant(Constant::Int(found.seconds)),
        (Value::Timestamp(found), "string") => constant(Constant::String(found.to_string())),
        _ => None,
    }
}

fn from_int(value: i64, to: &str) -> Converted {
    match to {
        "uint" => match u64::try_from(value) {
            Ok(value) => constant(Constant::Uint(value)),
            Err(_) => overflow(UNSIGNED_OVERFLOW),
        },
        "double" => constant(Constant::Double(value as f64)),
        "string" => constant(Constant::String(value.to_string())),
        "google.protobuf.Timestamp" => timestamp(Time { seconds: value, nanoseconds: 0, offset: 0 }),
        _ => None,
    }
}

fn from_double(value: f64, to: &str) -> Converted {
    match to {
        "int" if value > i64::MIN as f64 && value < i64::MAX as f64 => constant(Constant::Int(value as i64)),
        "int" => overflow(INTEGER_OVERFLOW),
        "uint" if value >= 0.0 && value < 2.0_f64.powi(64) => constant(Constant::Uint(value as u64)),
        "uint" => overflow(UNSIGNED_OVERFLOW),
        "string" => constant(Constant::String(display(value))),
        _ => None,
    }
}

/// A number as Go's `%g` writes it.
fn display(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    go::value_float(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Value {
        Value::Constant(Constant::String(text.to_owned()))
    }

    #[test]
    fn strings_are_read_as_go_reads_them() {
        let double = |text: &str| convert("double", &string(text)).is_some_and(|read| read.is_ok());
        assert!(double("1e3") && double("Inf") && double("-infinity") && double("0x1p-2") && double("nan"));
        assert!(!double("1e999") && !double("") && !double(" 1") && !double("0x1"));
        let uint = |text: &str| convert("uint", &string(text)).is_some_and(|read| read.is_ok());
        assert!(uint("1") && !uint("+1") && !uint("-1"));
    }

    #[test]
    fn errors_name_both_types() {
        let wrong = |function: &str, value: &Value| convert(function, value).and_then(Result::err);
        assert_eq!(
            wrong("timestamp", &string("x")).as_deref(),
            Some("type conversion error from 'string' to 'google.protobuf.Timestamp'")
        );
        assert_eq!(
            wrong("duration", &Value::Constant(Constant::Int(1))).as_deref(),
            Some("type conversion error from 'int' to 'google.protobuf.Duration'")
        );
        assert_eq!(
            wrong("int", &Value::Constant(Constant::Double(1e99))).as_deref(),
            Some("integer overflow")
        );
    }
}
