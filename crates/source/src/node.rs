//! The tree that all text readers produce: values as Kubernetes reads them, each with its span. This module
//! does not depend on YAML, JSON or schemas.

use crate::text::Span;

/// A value and its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The span of the value (for a block collection: its first to its last byte).
    pub span: Span,
    /// The value itself.
    pub value: Value,
}

/// A value as the server's decoder sees it after conversion from YAML to JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction or exponent that fits in 64 bits.
    Int(i64),
    /// Any other number. Never NaN or infinite.
    Float(f64),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Node>),
    /// Members in document order. Keys are unique: a duplicate key is reported, and the last one is kept.
    Object(Vec<Member>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key, always as a string.
    pub key: String,
    /// The span of the key.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Node {
    /// The value of an object's member; `None` if the node is not an object.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.member(key).map(|member| &member.value)
    }

    /// An object's member.
    #[must_use]
    pub fn member(&self, key: &str) -> Option<&Member> {
        match &self.value {
            Value::Object(members) => members.iter().find(|member| member.key == key),
            _ => None,
        }
    }

    /// The text of a string node.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
    /// Whether the value is the JSON form of a Go zero value.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match &self.value {
            Value::Bool(value) => !value,
            Value::Int(value) => *value == 0,
            Value::Float(value) => *value == 0.0,
            Value::String(text) => text.is_empty(),
            Value::Object(members) => members.is_empty(),
            Value::Null | Value::Array(_) => false,
        }
    }
}
