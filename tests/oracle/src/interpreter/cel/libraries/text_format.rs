//! `format`: text with `%s`, `%d`, `%f`, `%b`, `%x`, `%X` and `%o` replaced by arguments. Scientific numbers,
//! and the errors of arguments with wrong types, are unsupported.
//
// cel-go: ext/formatting.go

use crate::interpreter::cel::convert::text;
use crate::interpreter::cel::value::{Evaluated, Failure, Value, error, unknown};
use crate::json::go_quote;

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    match (function, args) {
        ("format", [Value::String(form), Value::List(args)]) => {
            let args: Result<Vec<_>, _> = args.items().into_iter().collect();
            Some(match args {
                Ok(args) => formatted(form, &args).map(Value::String),
                Err(_) => unknown("an argument that is an error"),
            })
        }
        ("format", _) => Some(unknown("format of another type")),
        _ => None,
    }
}

/// The value of `format`.
fn formatted(form: &str, args: &[Value<'_>]) -> Evaluated<String> {
    let (mut out, mut chars, mut args) = (String::new(), form.chars().peekable(), args.iter());
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        if chars.next_if_eq(&'%').is_some() {
            out.push('%');
            continue;
        }
        let mut precision = None;
        if chars.next_if_eq(&'.').is_some() {
            let mut digits = String::new();
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            // Rust writes at most 65535 digits.
            precision = digits.parse::<usize>().ok().filter(|digits| *digits < 1000);
            if precision.is_none() {
                return unknown("a wrong format");
            }
        }
        let (Some(verb), Some(arg)) = (chars.next(), args.next()) else { return unknown("a wrong format") };
        out.push_str(&match (verb, arg) {
            ('s', arg) => shown(arg)?,
            ('d', Value::Int(value)) => value.to_string(),
            ('d', Value::Uint(value)) => value.to_string(),
            ('f', Value::Double(value)) => fixed(*value, precision.unwrap_or(6))?,
            ('b', Value::Int(value)) => signed(*value, |value| format!("{value:b}")),
            ('b', Value::Uint(value)) => format!("{value:b}"),
            ('b', Value::Bool(value)) => u8::from(*value).to_string(),
            ('o', Value::Int(value)) => signed(*value, |value| format!("{value:o}")),
            ('o', Value::Uint(value)) => format!("{value:o}"),
            ('x', Value::Int(value)) => signed(*value, |value| format!("{value:x}")),
            ('X', Value::Int(value)) => signed(*value, |value| format!("{value:X}")),
            ('x', Value::Uint(value)) => format!("{value:x}"),
            ('X', Value::Uint(value)) => format!("{value:X}"),
            ('x', Value::String(text)) => hex(text.as_bytes()),
            ('X', Value::String(text)) => hex(text.as_bytes()).to_uppercase(),
            ('x', Value::Bytes(bytes)) => hex(bytes),
            ('X', Value::Bytes(bytes)) => hex(bytes).to_uppercase(),
            _ => return unknown("an argument of another type"),
        });
    }
    Ok(out)
}

/// Bytes in lower-case hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An integer with the digits of its absolute value.
fn signed(value: i64, digits: fn(u64) -> String) -> String {
    format!("{}{}", if value < 0 { "-" } else { "" }, digits(value.unsigned_abs()))
}

/// A number with commas between thousands.
fn fixed(value: f64, precision: usize) -> Evaluated<String> {
    if !value.is_finite() || value.abs() >= 1e15 {
        return unknown("a large number with a fixed precision");
    }
    // Go's printer for languages does not write the sign of a zero.
    let value = if value == 0.0 { 0.0 } else { value };
    let written = format!("{value:.precision$}");
    let unsigned = written.strip_prefix('-').unwrap_or(&written);
    let (whole, rest) = unsigned.split_at(unsigned.find('.').unwrap_or(unsigned.len()));
    let mut out = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    Ok(format!("{}{out}{rest}", if written.starts_with('-') { "-" } else { "" }))
}

/// `%s`
fn shown(arg: &Value<'_>) -> Evaluated<String> {
    match arg {
        Value::Null => Ok("null".to_owned()),
        Value::List(list) => {
            let mut parts = Vec::new();
            for item in list.items() {
                parts.push(nested(&readable(item)?)?);
            }
            Ok(format!("[{}]", parts.join(", ")))
        }
        Value::Map(map) => {
            let mut entries = Vec::new();
            for key in map.keys()? {
                let Some(value) = map.find(&key).transpose() else { return unknown("a key without a value") };
                entries.push((nested(&key)?, nested(&readable(value)?)?));
            }
            entries.sort();
            let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{key}:{value}")).collect();
            Ok(format!("{{{}}}", entries.join(", ")))
        }
        Value::Ip(_) | Value::Cidr(_) => unknown("an argument of another type"),
        other => match text(other)? {
            Some(text) => Ok(text),
            None => unknown("an argument of another type"),
        },
    }
}

/// An error within a list or map is a value that has no text.
fn readable(part: Evaluated<Value<'_>>) -> Evaluated<Value<'_>> {
    match part {
        Err(Failure::Error(_)) => error("error during formatting: no formatting function for error"),
        part => part,
    }
}

/// A value within a list or map, as it is written in expressions.
fn nested(value: &Value<'_>) -> Evaluated<String> {
    Ok(match value {
        Value::String(text) => go_quote(text),
        Value::Bytes(_) => format!("b{}", go_quote(&shown(value)?)),
        Value::Duration(_) => format!("duration({})", go_quote(&shown(value)?)),
        Value::Timestamp(_) => format!("timestamp({})", go_quote(&shown(value)?)),
        Value::Double(value) if value.is_finite() => format!("{value:.6}"),
        Value::Double(_) => return unknown("a number that is not finite"),
        other => shown(other)?,
    })
}
