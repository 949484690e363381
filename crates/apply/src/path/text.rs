//! Path elements as names in FieldsV1: `f:name`, `k:{"name":"x"}`, `v:"x"`, `i:0`.
//!
//! Numbers are read as floats, as in the server, and whole floats are written without a fraction.
//
// structured-merge-diff: fieldpath/serialize-pe.go

use crdc_vocabulary::go::{Escapes, append_json_string};
use serde_json::{Map, Number, Value};

use super::element::PathElement;
use crate::value::write_json_text;

/// The error of reading a name in FieldsV1.
pub(crate) enum Unreadable {
    /// The name has a kind that only a later server may know. It is skipped with all names below it.
    Unknown,
    /// The name is invalid, with the reason.
    Broken(String),
}

impl PathElement {
    /// The name in FieldsV1.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        match self {
            PathElement::Field(name) => {
                out.push_str("f:");
                out.push_str(name);
            }
            PathElement::Key(fields) => {
                out.push_str("k:{");
                for (index, (name, value)) in fields.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    append_json_string(&mut out, name, Escapes::IteratorWithoutHtml);
                    out.push(':');
                    write_json_text(value, &mut out);
                }
                out.push('}');
            }
            PathElement::Value(value) => {
                out.push_str("v:");
                write_json_text(value, &mut out);
            }
            PathElement::Index(index) => {
                out.push_str("i:");
                out.push_str(&index.to_string());
            }
        }
        out
    }

    /// Parses a name of FieldsV1; `None` if it has an unknown kind, which readers skip.
    ///
    /// # Errors
    ///
    /// The text is no path element. The error is the reason.
    pub fn from_text(text: &str) -> Result<Option<Self>, String> {
        match PathElement::read(text) {
            Ok(element) => Ok(Some(element)),
            Err(Unreadable::Unknown) => Ok(None),
            Err(Unreadable::Broken(problem)) => Err(problem),
        }
    }

    pub(crate) fn read(text: &str) -> Result<Self, Unreadable> {
        if text.len() < 2 {
            return Err(Unreadable::Broken("key must be 2 characters long:".to_owned()));
        }
        if text.as_bytes().get(1) != Some(&b':') {
            return Err(Unreadable::Broken(format!("missing colon: {text}")));
        }
        // The second byte is a colon, so the first is a character of its own.
        let (kind, content) = text.split_at(2);
        match kind {
            "f:" => Ok(PathElement::field(content)),
            "v:" => Ok(PathElement::value(read_json(content)?)),
            "k:" => match read_json(content)? {
                Value::Object(map) => Ok(PathElement::from_fields(map.into_iter().collect())),
                Value::Null => Ok(PathElement::from_fields(Vec::new())),
                _ => Err(Unreadable::Broken(format!("expected an object as keys, got {content}"))),
            },
            "i:" => match content.parse() {
                Ok(index) => Ok(PathElement::Index(index)),
                Err(_) => {
                    Err(Unreadable::Broken(format!("strconv.Atoi: parsing {content:?}: invalid syntax")))
                }
            },
            _ => Err(Unreadable::Unknown),
        }
    }
}

/// JSON as the server reads it here: every number is a float64.
fn read_json(text: &str) -> Result<Value, Unreadable> {
    let value = serde_json::from_str(text).map_err(|problem| Unreadable::Broken(problem.to_string()))?;
    Ok(with_floats(value))
}

fn with_floats(value: Value) -> Value {
    match value {
        Value::Number(number) => {
            let float = number.as_f64().and_then(Number::from_f64);
            Value::Number(float.unwrap_or(number))
        }
        Value::Array(items) => Value::Array(items.into_iter().map(with_floats).collect()),
        Value::Object(map) => {
            let map: Map<String, Value> =
                map.into_iter().map(|(key, value)| (key, with_floats(value))).collect();
            Value::Object(map)
        }
        other => other,
    }
}
