//! Formats values as Go prints them in the server's messages.

use crate::same_value;
use crdc_source::diag::BadValue;
use crdc_source::{Node, Value};
use crdc_vocabulary::go;

/// Converts a value to the [`BadValue`] of an error.
pub fn bad_value(node: &Node) -> BadValue {
    match &node.value {
        Value::String(text) => BadValue::Text(text.clone()),
        Value::Float(value) => BadValue::Float(*value),
        _ => {
            let mut out = String::new();
            node.append_go_json(&mut out, MOST_BYTES);
            if out.len() > MOST_BYTES { BadValue::Long } else { BadValue::Json(out) }
        }
    }
}

/// The longest value that an error keeps, in bytes. The length is checked while the value is written, so that
/// a large value with many errors is not written in full for each error.
const MOST_BYTES: usize = 1000;

/// Formats a value as compact JSON with sorted keys, as Go does; truncated if long.
fn go_json(node: &Node) -> String {
    let mut out = String::new();
    node.append_go_json(&mut out, MOST_BYTES);
    if out.len() > MOST_BYTES {
        out.truncate(crdc_source::floor_boundary(&out, MOST_BYTES));
        out.push('…');
    }
    out
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
