//! Constants of a schema (defaults, enums) as the server holds them: values without spans, in the canonical
//! text form that the runtime compares byte by byte.

use crdc_vocabulary::go::{Escapes, append_json_string, write_json_content};

use crate::{Member, Node, Span, Value};

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number without fraction that fits in 64 bits.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Json>),
    /// Members in document order.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The constant of a node of a document.
    ///
    /// A CRD's constants pass through Go's `json.Marshal`, which writes a float without a fraction as an
    /// integer.
    pub fn from_node(node: &Node) -> Json {
        match &node.value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Int(value) => Json::Int(*value),
            Value::Float(value) => {
                // Below 2^63, every whole float is an i64.
                if value.fract() == 0.0 && value.abs() < 9.2e18 {
                    Json::Int(*value as i64)
                } else {
                    Json::Float(*value)
                }
            }
            Value::String(value) => Json::String(value.clone()),
            Value::Array(items) => Json::Array(items.iter().map(Json::from_node).collect()),
            Value::Object(members) => Json::Object(
                members.iter().map(|member| (member.key.clone(), Json::from_node(&member.value))).collect(),
            ),
        }
    }

    /// The constant as a node without a source position.
    #[must_use]
    pub fn to_node(&self) -> Node {
        let value = match self {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Int(value) => Value::Int(*value),
            Json::Float(value) => Value::Float(*value),
            Json::String(value) => Value::String(value.clone()),
            Json::Array(items) => Value::Array(items.iter().map(Json::to_node).collect()),
            Json::Object(members) => {
                let member = |(key, value): &(String, Json)| Member {
                    key: key.clone(),
                    key_span: Span::default(),
                    value: value.to_node(),
                };
                Value::Object(members.iter().map(member).collect())
            }
        };
        Node { span: Span::default(), value }
    }

    /// Compact JSON. Keys are written in the form that the runtime's decoder compares.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Int(value) => out.push_str(&value.to_string()),
            Json::Float(value) => out.push_str(&format!("{value:?}")),
            Json::String(value) => append_json_string(out, value, Escapes::Fewest),
            Json::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Json::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    append_json_string(out, key, Escapes::Fewest);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// A string's content with as few escapes as possible: the form in which the runtime compares keys.
#[must_use]
pub fn escaped(content: &str) -> String {
    let mut out = String::with_capacity(content.len());
    // Writing to a `String` does not fail.
    let _ = write_json_content(&mut out, content, Escapes::Fewest);
    out
}
