//! Lists: those that an expression creates, those of an object, whose items are converted by the schema
//! whenever they are read, and concatenations of two lists.
//
// cel-go: common/types/list.go; apiserver: pkg/cel/common/valuesunstructured.go

use std::rc::Rc;

use super::equality::{equal, equal_by};
use super::object::{convert, native, value_of};
use super::value::{Evaluated, Failure, Value, error, unknown};
use crate::escaping::escape;
use crate::interpreter::Structural;
use crate::json::Json;

/// A list.
#[derive(Clone, Debug)]
pub enum List<'a> {
    /// A list of values.
    Made(Rc<Vec<Evaluated<Value<'a>>>>),
    /// A list of an object.
    Typed(Typed<'a>),
    /// Two lists, one after the other.
    Both(Rc<(List<'a>, List<'a>)>),
}

/// A list of an object.
#[derive(Clone, Debug)]
pub struct Typed<'a> {
    elements: Rc<Vec<Element<'a>>>,
    schema: &'a Structural,
}

/// An element before it is converted.
#[derive(Clone, Debug)]
enum Element<'a> {
    Json(&'a Json),
    /// Added by an expression. It is kept as a plain Go value, or as Go's error, which is converted like
    /// JSON.
    Plain(Evaluated<Value<'a>>),
}

/// The key by which Go finds an element of a set, or the value of a key in a list map.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GoKey {
    /// An absent key, or a null of an object.
    Absent,
    /// A null of an expression, whose value in Go differs from a null of an object.
    Null,
    /// A duration in nanoseconds.
    Duration(i64),
    /// A time, which equals another one only if both were parsed with the same zone.
    Time,
    Uint(u64),
    Bool(bool),
    Int(i64),
    Float(f64),
    String(String),
    /// A value that equals nothing.
    Other,
}

impl GoKey {
    /// Whether two keys are equal in Go.
    fn equals(&self, other: &GoKey) -> Evaluated<bool> {
        match (self, other) {
            (GoKey::Other, _) => Ok(false),
            (GoKey::Time, GoKey::Time) => unknown("two times in a set"),
            (own, other) => Ok(own == other),
        }
    }
}

impl<'a> List<'a> {
    /// A list of values.
    pub(super) fn made(items: Vec<Evaluated<Value<'a>>>) -> List<'a> {
        List::Made(Rc::new(items))
    }

    /// The list of an object. The schema has items.
    pub(super) fn of_object(items: &'a [Json], schema: &'a Structural) -> List<'a> {
        List::Typed(Typed { elements: Rc::new(items.iter().map(Element::Json).collect()), schema })
    }

    /// The list of values without a schema.
    pub(super) fn of_plain(items: &'a [Json]) -> Evaluated<List<'a>> {
        Ok(List::made(items.iter().map(|item| value_of(item, None)).collect()))
    }

    /// The list without its schema.
    pub(super) fn plain(&self) -> Evaluated<List<'a>> {
        Ok(match self {
            List::Typed(typed) => {
                let item = |element: &Element<'a>| match element {
                    Element::Json(json) => value_of(json, None),
                    Element::Plain(value) => value.clone(),
                };
                List::made(typed.elements.iter().map(item).collect())
            }
            other => List::made(other.items().into_iter().map(|item| native(item?)).collect()),
        })
    }

    /// The list with another schema; `None` for a list that an expression created in one piece.
    pub(super) fn with_schema(&self, schema: &'a Structural) -> Option<List<'a>> {
        match self {
            List::Typed(typed) => Some(List::Typed(Typed { schema, ..typed.clone() })),
            // The server keeps the plain Go values of both lists.
            List::Both(_) => Some(List::Typed(Typed { elements: Rc::new(self.elements()), schema })),
            List::Made(_) => None,
        }
    }

    /// The list as one piece, without the seam between two lists.
    // cel-go: common/types/list.go (mutableList), interpreter/interpretable.go (folder.ResolveName)
    pub(super) fn in_one_piece(self) -> List<'a> {
        match self {
            List::Both(_) => List::made(self.items()),
            other => other,
        }
    }

    /// Whether an expression created the list.
    pub(super) fn is_made(&self) -> bool {
        !matches!(self, List::Typed(_))
    }

    pub(super) fn len(&self) -> usize {
        match self {
            List::Made(items) => items.len(),
            List::Typed(typed) => typed.elements.len(),
            List::Both(both) => both.0.len() + both.1.len(),
        }
    }

    /// The item at an index, if there is one.
    pub(super) fn at(&self, index: usize) -> Option<Evaluated<Value<'a>>> {
        match self {
            List::Made(items) => items.get(index).cloned(),
            List::Typed(typed) => typed.elements.get(index).map(|element| typed.convert(element)),
            List::Both(both) => match index.checked_sub(both.0.len()) {
                None => both.0.at(index),
                Some(rest) => both.1.at(rest),
            },
        }
    }

    /// All items.
    pub(super) fn items(&self) -> Vec<Evaluated<Value<'a>>> {
        (0..self.len()).filter_map(|index| self.at(index)).collect()
    }

    /// `list[index]`; `None` if the index is out of bounds.
    pub(super) fn index(&self, index: &Value<'a>) -> Evaluated<Option<Value<'a>>> {
        let at = index_of(index)?;
        let found = usize::try_from(at).ok().and_then(|at| self.at(at));
        if let (List::Typed(_), Some(_)) = (self, &found)
            && !matches!(index, Value::Int(_))
        {
            return error(format!("unsupported index: {}", go_text(index)?));
        }
        found.transpose()
    }

    /// `a + b`
    pub(super) fn add(&self, other: &List<'a>) -> Evaluated<List<'a>> {
        match self {
            List::Typed(typed) => typed.add(other),
            _ if self.len() == 0 => Ok(other.clone()),
            _ if other.len() == 0 => Ok(self.clone()),
            _ => Ok(List::Both(Rc::new((self.clone(), other.clone())))),
        }
    }

    /// `a == b`
    pub(super) fn equals(&self, other: &List<'a>) -> Evaluated<bool> {
        if self.len() != other.len() {
            return Ok(false);
        }
        if let List::Typed(typed) = self {
            return typed.equals(other);
        }
        let mut failed = None;
        for (left, right) in self.items().iter().zip(&other.items()) {
            match equal(left, right) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(Failure::Error(text)) => failed = failed.or(Some(text)),
                Err(other) => return Err(other),
            }
        }
        match (self, failed) {
            // A list in one piece treats an error as equal.
            (List::Both(_), Some(text)) => error(text),
            _ => Ok(true),
        }
    }

    /// `value in list`
    pub(super) fn contains(&self, value: &Value<'a>) -> Evaluated<bool> {
        match self {
            List::Made(items) => {
                for item in items.iter() {
                    match equal_by(&Ok(value.clone()), item) {
                        Ok(true) => return Ok(true),
                        Ok(false) | Err(Failure::Error(_)) => {}
                        Err(other) => return Err(other),
                    }
                }
                Ok(false)
            }
            List::Typed(_) => {
                let mut failed = None;
                for item in self.items() {
                    match equal_by(&item, &Ok(value.clone())) {
                        Ok(true) => return Ok(true),
                        Ok(false) => {}
                        Err(Failure::Error(text)) => failed = failed.or(Some(text)),
                        Err(other) => return Err(other),
                    }
                }
                failed.map_or(Ok(false), error)
            }
            List::Both(both) => {
                let first = both.0.contains(value);
                match first {
                    Ok(false) => both.1.contains(value),
                    Err(Failure::Error(_)) => match both.1.contains(value) {
                        Ok(true) => Ok(true),
                        _ => first,
                    },
                    decided => decided,
                }
            }
        }
    }
}

impl<'a> Typed<'a> {
    /// The schema of the items.
    fn items_schema(&self) -> Option<&'a Structural> {
        self.schema.items.as_deref()
    }

    /// Converts an element by the schema of the items.
    fn convert(&self, element: &Element<'a>) -> Evaluated<Value<'a>> {
        let Some(schema) = self.items_schema() else { return unknown("a list without a schema of items") };
        match element {
            Element::Json(json) => value_of(json, Some(schema)),
            Element::Plain(value) => convert(value, schema),
        }
    }

    /// Adds the elements of a list as the server does: in list maps an element replaces one with the same
    /// keys, and sets get no element twice.
    fn add(&self, other: &List<'a>) -> Evaluated<List<'a>> {
        let mut elements: Vec<Element<'a>> = self.elements.to_vec();
        let added = other.elements();
        match self.schema.list_type.as_str() {
            "map" => {
                elements.iter().try_for_each(|known| self.key(known).map(drop))?;
                for element in added {
                    let key = self.key(&element)?;
                    let known = elements
                        .iter()
                        .map(|known| self.key(known))
                        .collect::<Evaluated<Vec<_>>>()?
                        .iter()
                        .rposition(|known| !key.contains(&GoKey::Other) && *known == key);
                    match known {
                        Some(at) => elements[at] = element,
                        None => elements.push(element),
                    }
                }
            }
            "set" => {
                elements.iter().try_for_each(|known| go_key(known).map(drop))?;
                for element in added {
                    let key = go_key(&element)?;
                    let mut known = false;
                    for other in &elements {
                        known |= go_key(other)?.equals(&key)?;
                    }
                    if !known {
                        elements.push(element);
                    }
                }
            }
            _ => elements.extend(added),
        }
        Ok(List::Typed(Typed { elements: Rc::new(elements), schema: self.schema }))
    }

    /// Compares lists of the same length.
    fn equals(&self, other: &List<'a>) -> Evaluated<bool> {
        match self.schema.list_type.as_str() {
            "set" => {
                let own = self.elements.iter().map(go_key).collect::<Evaluated<Vec<_>>>()?;
                for item in other.items() {
                    // An error is a value of Go that no set has.
                    let key = go_key(&Element::Plain(item))?;
                    let mut known = false;
                    for own in &own {
                        known |= own.equals(&key)?;
                    }
                    if !known {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            "map" => {
                // The keys of all elements are hashed first.
                let keys: Vec<_> =
                    self.elements.iter().map(|element| self.key(element)).collect::<Evaluated<_>>()?;
                for item in other.items() {
                    let item = match item {
                        // An error has no keys.
                        Err(Failure::Error(_)) => return Ok(false),
                        item => item?,
                    };
                    let key = self.key(&Element::Plain(Ok(item.clone())))?;
                    let found = keys.iter().rposition(|own| !key.contains(&GoKey::Other) && *own == key);
                    let found = found.and_then(|at| self.elements.get(at));
                    let Some(found) = found.map(|element| self.convert(element)) else { return Ok(false) };
                    if !equal_by(&found, &Ok(item))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => {
                for index in 0..self.elements.len() {
                    let (Some(own), Some(other)) =
                        (self.elements.get(index).map(|element| self.convert(element)), other.at(index))
                    else {
                        return Ok(false);
                    };
                    if !equal_by(&own, &other)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// The values of the keys of an element. The server looks for their escaped names in the object.
    fn key(&self, element: &Element<'a>) -> Evaluated<Vec<GoKey>> {
        let members = match element {
            Element::Json(Json::Object(members)) => members.as_slice(),
            Element::Plain(Ok(Value::Map(map))) => match map.members() {
                Some(members) => members,
                None => return Ok(vec![GoKey::Other]),
            },
            _ => return Ok(vec![GoKey::Other]),
        };
        let keys = &self.schema.list_keys;
        if keys.len() > 3 {
            return unknown("a list map with more than three keys");
        }
        let value = |key: &String| {
            let name = escape(key).unwrap_or_else(|| key.clone());
            match members.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => go_key(&Element::Json(value)),
                None => Ok(GoKey::Absent),
            }
        };
        keys.iter().map(value).collect()
    }
}

impl<'a> List<'a> {
    /// The elements as the plain Go values that the server adds to lists.
    fn elements(&self) -> Vec<Element<'a>> {
        self.items().into_iter().map(Element::Plain).collect()
    }
}

/// The key by which Go compares an element. Maps and slices cannot be compared: the server fails.
fn go_key(element: &Element<'_>) -> Evaluated<GoKey> {
    Ok(match element {
        Element::Json(json) => match json {
            Json::Null => GoKey::Absent,
            Json::Bool(value) => GoKey::Bool(*value),
            Json::Int(value) => GoKey::Int(*value),
            Json::Float(value) => GoKey::Float(*value),
            Json::String(text) => GoKey::String(text.clone()),
            Json::Array(_) => return unhashable("[]interface {}"),
            Json::Object(_) => return unhashable("map[string]interface {}"),
        },
        // An error is a value of Go that is in no set.
        Element::Plain(Err(Failure::Error(_))) => GoKey::Other,
        Element::Plain(Err(other)) => return Err(other.clone()),
        Element::Plain(Ok(value)) => match value {
            Value::Bool(value) => GoKey::Bool(*value),
            Value::Int(value) => GoKey::Int(*value),
            Value::Double(value) => GoKey::Float(*value),
            Value::String(text) => GoKey::String(text.clone()),
            Value::Null => GoKey::Null,
            Value::Duration(nanoseconds) => GoKey::Duration(*nanoseconds),
            Value::Timestamp(_) => GoKey::Time,
            Value::Uint(value) => GoKey::Uint(*value),
            Value::Bytes(_) => return unhashable("[]uint8"),
            _ => return unknown("a set of lists or objects"),
        },
    })
}

/// The failure of the server for a value that cannot be a key in Go.
fn unhashable(of: &str) -> Evaluated<GoKey> {
    Err(Failure::Internal(format!("internal error: runtime error: hash of unhashable type {of}")))
}

/// The index that a value denotes. Whole floats are indices too.
fn index_of(index: &Value<'_>) -> Evaluated<i64> {
    match index {
        Value::Int(index) => Ok(*index),
        Value::Uint(index) => match i64::try_from(*index) {
            Ok(index) => Ok(index),
            Err(_) => error(format!("unsupported index value {index} in list")),
        },
        Value::Double(index) => {
            if index.fract() == 0.0 && index.abs() < 9e18 {
                Ok(*index as i64)
            } else {
                error(format!("unsupported index value {} in list", crate::json::go_float(*index)))
            }
        }
        other => error(format!("unsupported index type '{}' in list", other.type_name())),
    }
}

/// A value as Go's `%v` writes it.
pub(super) fn go_text(value: &Value<'_>) -> Evaluated<String> {
    match value {
        Value::Bool(value) => Ok(value.to_string()),
        Value::Int(value) => Ok(value.to_string()),
        Value::Uint(value) => Ok(value.to_string()),
        Value::Double(value) => Ok(super::convert::double_text(*value)),
        Value::String(text) => Ok(text.clone()),
        _ => unknown("how Go shows a value"),
    }
}
