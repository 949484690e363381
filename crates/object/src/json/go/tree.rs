//! A JSON value as Go decodes it into `map[string]interface{}`. Easy to break: the tree may be 10,000 levels
//! deep, so it is dropped, read and written with explicit stacks; deriving `Clone` or `PartialEq` would
//! recurse.

use alloc::{string::String, vec::Vec};

/// A decoded JSON value. Object members keep the order of the document, without duplicates.
#[derive(Default)]
pub enum Tree {
    /// `null`
    #[default]
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number without a point or exponent that fits an int64.
    Int(i64),
    /// Any other number, finite.
    Float(f64),
    /// A string, unescaped.
    String(String),
    /// A list.
    Array(Vec<Tree>),
    /// An object.
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// The member `name` of an object.
    pub fn get(&self, name: &str) -> Option<&Tree> {
        match self {
            // From the end: the last duplicate counts.
            Tree::Object(members) => {
                members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The content of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Tree::String(text) => Some(text),
            _ => None,
        }
    }

    /// The output of `%T`: the type's name.
    pub fn go_type(&self) -> &'static str {
        match self {
            Tree::Null => "<nil>",
            Tree::Bool(_) => "bool",
            Tree::Int(_) => "int64",
            Tree::Float(_) => "float64",
            Tree::String(_) => "string",
            Tree::Array(_) => "[]interface {}",
            Tree::Object(_) => "map[string]interface {}",
        }
    }

    /// The name of this kind of value in Go's decoding errors; `None` for null, which causes none.
    pub fn json_kind(&self) -> Option<&'static str> {
        Some(match self {
            Tree::Null => return None,
            Tree::Bool(_) => "bool",
            Tree::Int(_) | Tree::Float(_) => "number",
            Tree::String(_) => "string",
            Tree::Array(_) => "array",
            Tree::Object(_) => "object",
        })
    }

    fn take_children(&mut self, into: &mut Vec<Tree>) {
        match self {
            Tree::Array(items) => into.append(items),
            Tree::Object(members) => into.extend(members.drain(..).map(|(_, value)| value)),
            _ => {}
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let mut pending = Vec::new();
        self.take_children(&mut pending);
        while let Some(mut tree) = pending.pop() {
            tree.take_children(&mut pending);
        }
    }
}
