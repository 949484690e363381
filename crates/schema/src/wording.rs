//! Message text for values of the wrong type: what they are, in our messages and in the server's, and what to
//! write instead.

use crdc_source::{Node, Value};
use crdc_vocabulary::go;

/// Describes the node for our messages.
pub(crate) fn describe(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => format!("the boolean {value}"),
        Value::Int(value) => format!("the number {value}"),
        Value::Float(value) => format!("the number {value}"),
        Value::String(text) if text.chars().count() <= 40 => format!("the string {text:?}"),
        Value::String(_) => "a string".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Describes the node as Go's decoder does: the number itself is shown where a number is expected.
pub(crate) fn go_value(node: &Node, wanted: &str) -> String {
    let numeric = ["int32", "int64", "float64"].contains(&wanted);
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "bool".to_owned(),
        Value::Int(value) if numeric => format!("number {value}"),
        Value::Float(value) if numeric => format!("number {}", go::json_float(*value)),
        Value::Int(_) | Value::Float(_) => "number".to_owned(),
        Value::String(_) => "string".to_owned(),
        Value::Array(_) => "array".to_owned(),
        Value::Object(_) => "object".to_owned(),
    }
}

/// The type of `[integer, "null"]`, as JSON Schema writes nullable types.
fn one_type(items: &[Node]) -> Option<&str> {
    match items {
        [a, b] if a.as_str() == Some("null") || a.value == Value::Null => b.as_str(),
        [a, b] if b.as_str() == Some("null") || b.value == Value::Null => a.as_str(),
        _ => None,
    }
}

/// The corrected text of a value. The most common mistake is missing or superfluous quotes.
pub(crate) fn rewrite(node: &Node, wanted: &str) -> String {
    match (&node.value, wanted) {
        (Value::String(text), "a whole number") if text.parse::<i64>().is_ok() => {
            format!("remove the quotes: `{text}`")
        }
        (Value::String(text), "a number") if text.parse::<f64>().is_ok_and(f64::is_finite) => {
            format!("remove the quotes: `{text}`")
        }
        (Value::String(text), "true or false") if text == "true" || text == "false" => {
            format!("remove the quotes: `{text}`")
        }
        (Value::Int(value), "a string" | "a list of strings") => quotes(node, &value.to_string()),
        (Value::Float(value), "a string" | "a list of strings") => quotes(node, &value.to_string()),
        (Value::Bool(_), "a string" | "a list of strings") => {
            AS_WRITTEN.to_owned() + " (y, n, yes, no, on and off are booleans too)"
        }
        (Value::String(text), "a list of strings" | "a list") if text.len() <= 40 => {
            format!("make it a list: `[{text}]`")
        }
        (Value::String(text), "a schema, true or false" | "a schema") if text.len() <= 40 => {
            format!("write a schema, such as `{{type: {text}}}`")
        }
        (Value::Array(items), "a string") => match one_type(items) {
            Some(name) => format!("write `{name}` and add `nullable: true`"),
            None => "write one string".to_owned(),
        },
        (_, "a whole number") => "write a number without quotes, fraction or exponent".to_owned(),
        (_, "an object") => "write keys and values below it".to_owned(),
        (_, "a list" | "a list of strings") => "write `- ` before each item".to_owned(),
        _ => format!("write {wanted}"),
    }
}

/// The help for a value whose spelling is not known: the tree has only the value of `n`, `0x10` and `1.10`,
/// which nobody should be told to write.
const AS_WRITTEN: &str = "put quotes around it, as it is written";

/// Asks for quotes around a number.
fn quotes(node: &Node, value: &str) -> String {
    if node.span.end.saturating_sub(node.span.start) as usize == value.len() {
        return format!("put quotes around it: `\"{value}\"`");
    }
    AS_WRITTEN.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{AS_WRITTEN, rewrite};
    use crdc_source::{Source, parse};

    #[test]
    fn words_are_quoted_as_they_are_written() {
        for (word, is_shown) in [
            ("n", false),
            ("NO", false),
            ("True", false),
            ("off", false),
            ("y", false),
            ("14", true),
            ("0x10", false),
            ("1.5", true),
            ("1.10", false),
            ("1e3", false),
            ("1_000", false),
        ] {
            let (documents, _) = parse(&Source::new("a.yaml", format!("a: {word}\n")));
            let Some(node) = documents.first().and_then(|document| document.get("a")) else {
                panic!("{word} is no value");
            };
            if node.as_str().is_some() {
                continue;
            }
            let said = rewrite(node, "a string");
            let shown = format!("put quotes around it: `\"{word}\"`");
            assert_eq!(said.starts_with(&shown), is_shown, "{word}: {said}");
            assert!(is_shown || said.starts_with(AS_WRITTEN), "{word}: {said}");
        }
    }
}
