//! Formats values as Go prints them in the server's messages.

use crate::diag::BadValue;
use crate::diag::json_string::escape_html;
use crate::schema::same_value;
use crate::source::{Node, Value};
use crdc_vocabulary::go;

/// Converts a value to the [`BadValue`] of an error.
pub(in crate::check) fn bad_value(node: &Node) -> BadValue {
    match &node.value {
        Value::String(text) => BadValue::Text(text.clone()),
        Value::Float(value) => BadValue::Float(*value),
        _ => {
            let mut out = String::new();
            write(node, &mut out);
            if out.len() > MOST { BadValue::Long } else { BadValue::Json(out) }
        }
    }
}

/// Values longer than this are not kept. Checked while writing, so that a large value with many errors is not
/// written in full for each of them.
const MOST: usize = 1000;

/// Formats a value as compact JSON with sorted keys, as Go does; truncated if long.
fn go_json(node: &Node) -> String {
    let mut out = String::new();
    write(node, &mut out);
    if out.len() > MOST {
        out.truncate(crate::source::floor_boundary(&out, MOST));
        out.push('…');
    }
    out
}

fn write(node: &Node, out: &mut String) {
    if out.len() > MOST {
        return;
    }
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Float(value) => out.push_str(&go::json_float(*value)),
        Value::String(text) => string(text, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out);
                if out.len() > MOST {
                    return;
                }
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|a, b| a.key.cmp(&b.key));
            for (index, member) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                string(&member.key, out);
                out.push(':');
                write(&member.value, out);
                if out.len() > MOST {
                    return;
                }
            }
            out.push('}');
        }
    }
}

/// Escapes HTML characters like `encoding/json`.
fn string(text: &str, out: &mut String) {
    let cut = crate::source::floor_boundary(text, MOST + 1);
    let quoted = BadValue::Text(text[..cut].to_owned()).as_json().unwrap_or_default();
    // Writing to a String cannot fail.
    let _ = escape_html(&quoted, out);
}

/// Formats the values of an enum as the server lists them: strings unchanged, other values as JSON, all
/// quoted.
pub(super) fn supported(values: &[Node]) -> String {
    let text = |value: &Node| match &value.value {
        Value::String(text) => go::quote(text),
        _ => go::quote(&go_json(value)),
    };
    values.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Whether a value equals an enum value. Go compares them directly, and again after converting the value to
/// the other's type, so that 1.5 equals 1 and 65 equals "A".
#[allow(clippy::cast_precision_loss)]
pub(super) fn is_enum_value(found: &Node, allowed: &Node) -> bool {
    match (&found.value, &allowed.value) {
        (_, Value::Null) => false,
        (Value::Int(found), Value::Float(allowed)) => *found as f64 == *allowed,
        (Value::Float(found), Value::Int(allowed)) => super::integers::go_int(*found) == *allowed,
        (Value::Int(found), Value::String(allowed)) => {
            let letter = u32::try_from(*found).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
            allowed.chars().eq([letter])
        }
        _ => same_value(found, allowed),
    }
}
