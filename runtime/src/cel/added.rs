//! Items that an expression adds to a list of the object. The server keeps their plain Go values, and converts those by
//! the schema of the items whenever it reads one.
//!
//! Easy to break: what Go holds is not what rules see. A null, an error, a duration, a time and bytes are no JSON, so that
//! reading them fails, but sets compare them.
//
// apiserver: pkg/cel/common/valuesunstructured.go (unstructuredList.Add, UnstructuredToVal)

use alloc::format;

use super::library::base64;
use super::library::duration::Duration;
use super::library::timestamp::Timestamp;
use super::list::{Item, List};
use super::map::Map;
use super::node::{WRONG_INT_OR_STRING, no_container, not_expected};
use super::operators::scanned;
use super::schema::{Form, ValueType};
use super::{Arena, EvalError, Evaluated, Node, Value};

/// An item that is read as another value than Go holds, or cannot be read.
#[derive(Clone, Copy, Debug)]
pub struct Added<'a> {
    /// What sets compare; none for Go's error, which equals no other.
    pub(super) held: Option<Value<'a>>,
    read: Read<'a>,
}

/// What reading an added item gives.
#[derive(Clone, Copy, Debug)]
enum Read<'a> {
    Value(Value<'a>),
    /// The error that it is no JSON of this form.
    Unfit(Form),
    /// The error of a text that its format does not allow.
    Text(&'a str),
}

impl<'a> Added<'a> {
    /// The value that rules see.
    ///
    /// # Errors
    /// It does not fit the schema of the items.
    pub(super) fn value(&self) -> Evaluated<Value<'a>> {
        match self.read {
            Read::Value(value) => Ok(value),
            Read::Unfit(form) => Err(unfit(form, self.held)),
            Read::Text(message) => Err(EvalError::text(message.into())),
        }
    }
}

/// An item in a list whose items have the type `each`, to which it was added.
///
/// # Errors
/// What ends the evaluation.
pub(super) fn added<'a>(arena: &'a Arena, each: &'a ValueType<'a>, item: Item<'a>) -> Evaluated<Value<'a>> {
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
        // What is in it is read by the schema of the list.
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

/// The error of a value that Go does not hold as JSON of this form; none is its error.
fn unfit(form: Form, held: Option<Value<'_>>) -> EvalError {
    let expected = match form {
        Form::IntOrString => return EvalError::Static(WRONG_INT_OR_STRING),
        Form::Object | Form::Map => {
            return no_container("a map", "object");
        }
        Form::List | Form::Set | Form::ListMap => {
            return no_container("an array", "array");
        }
        Form::Bool => "bool",
        Form::Int => "int",
        Form::Double => "float",
        _ => "string",
    };
    not_expected(expected, held.map_or("*errors.errorString", go_type))
}

/// The type of Go's plain value.
fn go_type(value: Value<'_>) -> &'static str {
    match value {
        Value::Null => "structpb.NullValue",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::Uint(_) => "uint64",
        Value::Double(_) => "float64",
        Value::String(_) => "string",
        Value::Bytes(_) => "[]uint8",
        Value::Duration(_) => "time.Duration",
        Value::Timestamp(_) => "time.Time",
        Value::List(List::Made { of: None, .. }) => "[]ref.Val",
        Value::List(_) => "[]interface {}",
        Value::Map(Map::Made(_)) => "map[ref.Val]ref.Val",
        Value::Map(Map::Node(_)) => "map[string]interface {}",
        other => other.type_name(),
    }
}
