//! Parses the value of a variable as YAML. In: the text. Out: its value as YAML reads it.

use crdc_source::{Node, Source, Value, parse};

/// The value of a text without quotes: `3` is a number.
pub(super) fn plain(text: String) -> Value {
    let (mut nodes, problems) = parse(&Source::new("value", text.as_str()));
    match nodes.pop() {
        // The text is no YAML without quotes, so it must have been quoted.
        _ if !problems.is_empty() => Value::String(text),
        None => Value::Null,
        Some(Node {
            value: value @ (Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_)),
            ..
        }) => value,
        _ => Value::String(text),
    }
}
