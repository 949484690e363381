//! Serializes the defaults of fields. In: a default as a constant of the derive. Out: its JSON, written
//! through the same serializer as a value of the field. So the constraints and defaults of the field's type
//! apply to it.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// The default of a field, as JSON.
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
    /// An object, by the names of its members.
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
                // Strings come first: one of them may be the tag of an enum, which selects the other fields.
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
