//! Trees as JSON: on one line for messages, indented for files. Integers and floats stay distinguishable.

use crdc_vocabulary::go;

use crdc_source::json::escaped;
use crdc_source::{Node, Value};

/// A node as JSON on one line.
pub(crate) fn line(node: &Node) -> String {
    let mut out = String::new();
    write(node, None, &mut out);
    out
}

/// Indented by two spaces, with a line break at the end.
pub(super) fn pretty(node: &Node) -> String {
    let mut out = String::new();
    write(node, Some(0), &mut out);
    out.push('\n');
    out
}

/// The recursion is bounded by the maximum depth of documents.
fn write(node: &Node, depth: Option<usize>, out: &mut String) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Float(value) => out.push_str(&format!("{value:?}")),
        Value::String(text) => string(text, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                between(index, depth, out);
                write(item, depth.map(|depth| depth + 1), out);
            }
            end(items.is_empty(), depth, out);
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, member) in members.iter().enumerate() {
                between(index, depth, out);
                string(&member.key, out);
                out.push_str(": ");
                write(&member.value, depth.map(|depth| depth + 1), out);
            }
            end(members.is_empty(), depth, out);
            out.push('}');
        }
    }
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    for unit in escaped(text).chars() {
        match unit {
            unit if go::is_print(unit) => out.push(unit),
            // A reader would not see this character, or would see the text in another order.
            unit => {
                let mut units = [0; 2];
                out.extend(unit.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
            }
        }
    }
    out.push('"');
}

fn between(index: usize, depth: Option<usize>, out: &mut String) {
    match depth {
        Some(depth) => {
            out.push_str(if index == 0 { "\n" } else { ",\n" });
            indent(depth + 1, out);
        }
        None => out.push_str(if index == 0 { "" } else { ", " }),
    }
}

fn end(empty: bool, depth: Option<usize>, out: &mut String) {
    if let (false, Some(depth)) = (empty, depth) {
        out.push('\n');
        indent(depth, out);
    }
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::line;
    use crate::publish::tree::text;

    #[test]
    fn what_does_not_print_is_escaped() {
        assert_eq!(
            line(&text("é\r\u{202e}\u{2028}\u{e0001}\"\u{1}")),
            r#""é\r\u202e\u2028\udb40\udc01\"\u0001""#
        );
    }
}
