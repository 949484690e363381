//! Values as Go prints them in the server's messages.

use crate::check::path::quoted;
use crate::source::{Node, Value};

/// A number as Go's `%v` prints a float64.
pub(super) fn go_float(value: f64) -> String {
    if value != 0.0 && (value.abs() < 1e-4 || value.abs() >= 1e21) {
        let text = format!("{value:e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
        return format!("{digits}e{sign}{exponent:0>2}");
    }
    format!("{value}")
}

/// A value as compact JSON, keys sorted, as Go writes it; cut where it is long.
pub(in crate::check) fn go_json(node: &Node) -> String {
    const MOST: usize = 200;
    let mut out = String::new();
    write(node, &mut out, MOST);
    out
}

fn write(node: &Node, out: &mut String, most: usize) {
    if out.len() > most {
        if !out.ends_with('…') {
            out.push('…');
        }
        return;
    }
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Float(value) => out.push_str(&go_float(*value)),
        Value::String(text) => out.push_str(&quoted(text)),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out, most);
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
                out.push_str(&quoted(&member.key));
                out.push(':');
                write(&member.value, out, most);
            }
            out.push('}');
        }
    }
}
