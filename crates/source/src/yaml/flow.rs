//! Trees as YAML on one line: `{spec: {size: 3}, hosts: [a, b]}`. It may stand wherever a value of YAML may.
//! Easy to break: within brackets, commas and brackets end a string without quotes.

use super::write::{is_plain, quoted};
use crate::{Node, Value};

/// A value as YAML on one line, without a line break at the end.
#[must_use]
pub fn to_flow_yaml(node: &Node) -> String {
    let mut out = String::new();
    value(node, &mut out);
    out
}

fn value(node: &Node, out: &mut String) {
    match &node.value {
        Value::Object(members) => {
            out.push('{');
            for (index, member) in members.iter().enumerate() {
                separate(index, out);
                string(&member.key, out);
                out.push_str(": ");
                value(&member.value, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                separate(index, out);
                value(item, out);
            }
            out.push(']');
        }
        Value::String(text) => string(text, out),
        _ => super::write::scalar(node, 0, out),
    }
}

fn separate(index: usize, out: &mut String) {
    if index > 0 {
        out.push_str(", ");
    }
}

fn string(text: &str, out: &mut String) {
    // The others have a meaning at the start of a word or within brackets.
    let harmless = |unit: char| unit.is_alphanumeric() || matches!(unit, ' ' | '.' | '-' | '_' | '/');
    if is_plain(text) && text.chars().all(harmless) {
        out.push_str(text);
    } else {
        quoted(text, out);
    }
}
