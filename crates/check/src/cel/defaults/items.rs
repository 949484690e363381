//! Finds the old item for each item of a list. In a list map, this is the first old item with the same keys.
//! Items of other lists have no old item.
//
// apiserver: pkg/cel/common/maplist.go

use std::collections::HashMap;
use std::fmt::Write as _;

use super::site::Part;
use crdc_schema::Schema;
use crdc_source::{Node, Value};
use crdc_vocabulary::go;

/// The items of an old list by their keys.
#[derive(Default)]
pub(super) struct OldItems<'s> {
    first: HashMap<String, Part<'s>>,
}

impl<'s> OldItems<'s> {
    pub(crate) fn of(list: &Schema, items: impl Iterator<Item = Part<'s>>) -> OldItems<'s> {
        let mut first = HashMap::new();
        if list.x_list_type.as_ref().is_some_and(|at| at.value == "map") {
            for (at, item) in items {
                if let Some(key) = key(list, item) {
                    first.entry(key).or_insert((at, item));
                }
            }
        }
        OldItems { first }
    }

    pub(super) fn find(&self, list: &Schema, item: &Node) -> Option<Part<'s>> {
        if self.first.is_empty() {
            return None;
        }
        self.first.get(&key(list, item)?).copied()
    }
}

/// The keys of an item as one text; none if a key is missing or is no scalar.
fn key(list: &Schema, item: &Node) -> Option<String> {
    let keys = &list.x_list_map_keys.as_ref()?.value;
    let mut joined = String::new();
    for key in keys {
        let written = match &item.get(&key.value)?.value {
            Value::Bool(value) => write!(joined, "\0{value}"),
            Value::Int(value) => write!(joined, "\0{value}"),
            // The server compares a single float as it is, and prints it with six digits to join several
            // keys.
            Value::Float(value) if keys.len() == 1 => write!(joined, "\0f{:x}", (value + 0.0).to_bits()),
            Value::Float(value) => write!(joined, "\0{value:.6}"),
            Value::String(text) => write!(joined, "\0{}", go::quote(text)),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        written.ok()?;
    }
    (!keys.is_empty()).then_some(joined)
}
