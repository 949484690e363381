//! Items that an expression adds to a list of the object. The server keeps the plain Go value of such an
//! item, and converts it by the schema of the list's items whenever a rule reads the item.
//!
//! Easy to break: the Go value of an added item may differ from the value that rules see. A null, an error, a
//! duration, a time and bytes are not JSON, so reading them fails. Sets compare them nevertheless.
//
// apiserver: pkg/cel/common/valuesunstructured.go (unstructuredList.Add, UnstructuredToVal)

use alloc::format;

use super::list::Item;
use super::node::Node;
use super::value::{Added, List, Map, Read, Value};
use crate::arena::{Arena, scanned};
use crate::document::schema::{Form, ValueType};
use crate::error::Evaluated;
use crate::scalars::base64;
use crate::scalars::duration::Duration;
use crate::scalars::timestamp::Timestamp;

/// Adds an item to a list whose items have the type `each`: returns the value that stands for it in the list.
///
/// # Errors
/// An error that ends the evaluation.
pub(crate) fn added<'a>(arena: &'a Arena, each: &'a ValueType<'a>, item: Item<'a>) -> Evaluated<Value<'a>> {
    let value = match item.value(arena) {
        Ok(value) => value,
        Err(error) if !error.can_be_dropped() => return Err(error),
        Err(_) => return kept(arena, None, Read::Unfit(each.form)),
    };
    let converted = match (each.form, value) {
        (Form::Raw | Form::Preserved, _)
        | (Form::String, Value::String(_))
        | (Form::Int, Value::Int(_))
        | (Form::Double, Value::Double(_))
        | (Form::Bool, Value::Bool(_))
        | (Form::IntOrString, Value::String(_) | Value::Int(_))
        | (Form::Object, Value::Map(Map::Node(_))) => return Ok(value),
        // The entries of the map are read by the item schema of the list.
        (Form::Map, Value::Map(Map::Node(node))) => {
            return Ok(Value::Map(Map::Node(Node { of: each, ..node })));
        }
        (Form::List | Form::Set | Form::ListMap, Value::List(list)) if !list.is_plain() => {
            return list.with_type(arena, each).map(Value::List);
        }
        (Form::Double, Value::Int(value)) => Ok(Value::Double(value as f64)),
        (Form::Duration, Value::String(text)) => {
            scanned(arena, text).and_then(Duration::of_format).map(Value::Duration)
        }
        (Form::Date, Value::String(text)) => {
            scanned(arena, text).and_then(Timestamp::of_date).map(Value::Timestamp)
        }
        (Form::DateTime, Value::String(text)) => {
            scanned(arena, text).and_then(Timestamp::of_date_time).map(Value::Timestamp)
        }
        (Form::Bytes, Value::String(text)) => base64::decode(arena, text).map(Value::Bytes),
        (form, value) => return kept(arena, Some(value), Read::Unfit(form)),
    };
    let read = match converted {
        Ok(read) => Read::Value(read),
        Err(error) if !error.can_be_dropped() => return Err(error),
        Err(error) => {
            let message = format!("{error}");
            arena.take(message.len())?;
            Read::Text(arena.alloc_str(&message))
        }
    };
    kept(arena, Some(value), read)
}

fn kept<'a>(arena: &'a Arena, held: Option<Value<'a>>, read: Read<'a>) -> Evaluated<Value<'a>> {
    arena.take_values::<Added<'_>>(1)?;
    Ok(Value::Added(arena.alloc(Added { held, read })))
}

impl<'a> List<'a> {
    /// The same list with the type `of`, by which its items are read.
    fn with_type(self, arena: &'a Arena, of: &'a ValueType<'a>) -> Evaluated<List<'a>> {
        Ok(match self {
            List::Node(node) => List::Node(Node { of, ..node }),
            List::Made { .. } if self.is_joined() => {
                List::Made { items: self.added_to(arena, of)?, of: Some(of) }
            }
            List::Made { items, .. } => List::Made { items, of: Some(of) },
        })
    }

    /// The items of this list in the form that they have when they are added to a list of the object. `list`
    /// is the type of that list.
    pub(crate) fn added_to(self, arena: &'a Arena, list: &'a ValueType<'a>) -> Evaluated<&'a [Value<'a>]> {
        let Some(each) = list.each() else { return self.kept(arena) };
        let count = usize::try_from(self.size()).unwrap_or_default();
        arena.take_values::<Value<'_>>(count)?;
        let mut items = bumpalo::collections::Vec::with_capacity_in(count, arena);
        for item in self.items() {
            items.push(added(arena, each, item)?);
        }
        Ok(items.into_bump_slice())
    }
}
