//! Serializes the defaults of fields. In: constants of the derive. Out: what serializes as their JSON, so
//! that a default is written like a value of its field: with the fields, rules and defaults of its type.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A default.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(&'static str),
    /// A list.
    List(&'static [Given]),
    /// Members.
    Object(&'static [(&'static str, Given)]),
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match *self {
            Given::Null => to.serialize_unit(),
            Given::Bool(value) => to.serialize_bool(value),
            Given::Int(value) => to.serialize_i64(value),
            Given::Float(value) => to.serialize_f64(value),
            Given::Text(text) => to.serialize_str(text),
            Given::List(items) => to.collect_seq(items),
            Given::Object(members) => {
                // Texts first: one may be the tag of an enum, by which it is known what the others are.
                let is_text = |(_, value): &&(&str, Given)| matches!(value, Given::Text(_));
                let mut map = to.serialize_map(Some(members.len()))?;
                for (key, value) in members.iter().filter(is_text) {
                    map.serialize_entry(key, value)?;
                }
                for (key, value) in members.iter().filter(|member| !is_text(member)) {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}
