//! Values as Go writes JSON: keys in order, `<`, `>` and `&` escaped.
//!
//! The texts become names of path elements and of managers, so a single different byte would mean another
//! field.
//
// go: encoding/json; json-iterator: stream_str.go, stream_float.go

use std::fmt::Write;

use crdc_vocabulary::go::{Escapes, append_json_string};
use serde_json::Value;

use super::number::{GoNumber, go_number, sorted_keys, with_exponent};

/// The JSON library of the server.
#[derive(Clone, Copy, PartialEq)]
enum Writer {
    /// encoding/json, for annotations and the names of managers.
    Standard,
    /// json-iterator, for path elements.
    Iterator,
}

impl Writer {
    fn escapes(self) -> Escapes {
        match self {
            Writer::Standard => Escapes::Standard,
            Writer::Iterator => Escapes::Iterator,
        }
    }
}

/// A value as the server writes it: keys in order, and numbers as Go has them, `2` for `2.0`.
///
/// ```
/// assert_eq!(crdc_apply::go_json(&serde_json::json!({"b": 2.0, "a": 1e3})), r#"{"a":1000,"b":2}"#);
/// ```
#[must_use]
pub fn go_json(value: &Value) -> String {
    let mut out = String::new();
    write_json(value, &mut out);
    out
}

/// Writes JSON like encoding/json.
pub(crate) fn write_json(value: &Value, out: &mut String) {
    write(value, Writer::Standard, out);
}

/// Writes JSON like json-iterator.
pub(crate) fn write_json_text(value: &Value, out: &mut String) {
    write(value, Writer::Iterator, out);
}

fn write(value: &Value, writer: Writer, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => write_number(go_number(number), writer, out),
        Value::String(text) => append_json_string(out, text, writer.escapes()),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, writer, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (index, key) in sorted_keys(map).into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                append_json_string(out, key, writer.escapes());
                out.push(':');
                write(map.get(key).unwrap_or(&Value::Null), writer, out);
            }
            out.push('}');
        }
    }
}

// Writing to a string does not fail, so the results of `write!` are dropped.
fn write_number(number: GoNumber, writer: Writer, out: &mut String) {
    match number {
        GoNumber::Int(int) => _ = write!(out, "{int}"),
        GoNumber::Float(float) if float == 0.0 || (1e-6..1e21).contains(&float.abs()) => {
            _ = write!(out, "{float}")
        }
        GoNumber::Float(float) => {
            let scientific = format!("{float:e}");
            let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
            // encoding/json shortens e-07 to e-7.
            match exponent.strip_prefix('-') {
                Some(exponent) if writer == Writer::Standard && exponent.len() == 1 => {
                    _ = write!(out, "{digits}e-{exponent}")
                }
                _ => out.push_str(&with_exponent(digits, exponent)),
            }
        }
    }
}
