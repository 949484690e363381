//! Writes values in Go's syntax, as in errors of servers before 1.34. In: a value. Out: `map[string]interface
//! {}{"a":1}`.
//
// apimachinery: pkg/util/validation/field/errors.go ErrorBody; Go: fmt, the verb %#v

use crdc_source::{Node, Value};
use crdc_vocabulary::go;
use std::fmt::Write as _;

/// The text of a list or object; `None` for other values, which are shown as today.
pub(crate) fn go_value(node: &Node) -> Option<String> {
    let mut text = String::new();
    match &node.value {
        Value::Object(_) | Value::Array(_) => write(node, &mut text),
        // At the top level null is not a Go value but this word.
        Value::Null => text.push_str("\"null\""),
        _ => return None,
    }
    Some(text)
}

fn write(node: &Node, text: &mut String) {
    match &node.value {
        Value::Object(members) => {
            text.push_str("map[string]interface {}{");
            // Go sorts the keys of maps that it prints.
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|one, other| one.key.as_bytes().cmp(other.key.as_bytes()));
            for (index, member) in members.into_iter().enumerate() {
                let comma = if index > 0 { ", " } else { "" };
                let _ = write!(text, "{comma}{}:", go::quote(&member.key));
                write(&member.value, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push_str("[]interface {}{");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write(item, text);
            }
            text.push('}');
        }
        Value::Null => text.push_str("interface {}(nil)"),
        Value::Bool(value) => {
            let _ = write!(text, "{value}");
        }
        Value::Int(value) => {
            let _ = write!(text, "{value}");
        }
        Value::Float(value) => text.push_str(&go::value_float(*value)),
        Value::String(value) => text.push_str(&go::quote(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::go_value;
    use crdc_source::{Source, parse_json};

    fn shown(json: &str) -> Option<String> {
        go_value(&parse_json(&Source::new("value", json)).0.pop()?)
    }

    #[test]
    fn maps_are_sorted_and_have_their_types() {
        let text =
            r#"map[string]interface {}{"a":[]interface {}{1, 1.5, "x\"", interface {}(nil)}, "b":true}"#;
        assert_eq!(shown(r#"{"b":true,"a":[1,1.5,"x\"",null]}"#).as_deref(), Some(text));
        assert_eq!(shown("[]").as_deref(), Some("[]interface {}{}"));
        assert_eq!(shown("null").as_deref(), Some("\"null\""));
        assert_eq!(shown("7"), None);
    }
}
