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
use super::node::WRONG_INT_OR_STRING;
use super::operators::scanned;
use super::schema::{Form, ValueType};
use super::{Arena, Evaluated, Value};

/// An item that was added and cannot be read.
#[derive(Clone, Copy, Debug)]
pub struct Added<'a> {
    /// Why not.
    pub(super) message: &'a str,
    /// What sets compare; none for Go's error, which equals no other.
    pub(super) held: Option<Value<'a>>,
}

/// An item in a list whose items have the type `each`, to which it was added.
///
/// # Errors
/// What ends the evaluation.
pub(super) fn added<'a>(arena: &'a Arena, each: &ValueType<'_>, item: Item<'a>) -> Evaluated<Value<'a>> {
    let value = match item.value(arena) {
        Ok(value) => value,
        Err(error) if !error.can_be_dropped() => return Err(error),
        Err(_) => return Ok(unfit(arena, each.form, None)),
    };
    let converted = match (each.form, value) {
        (Form::Raw | Form::Preserved, _)
        | (Form::String, Value::String(_))
        | (Form::Int, Value::Int(_))
        | (Form::Double, Value::Double(_))
        | (Form::Bool, Value::Bool(_))
        | (Form::IntOrString, Value::String(_) | Value::Int(_))
        | (Form::Object | Form::Map, Value::Map(Map::Node(_))) => Ok(value),
        (Form::List | Form::Set | Form::ListMap, Value::List(list)) if list.has_schema() => Ok(value),
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
        _ => return Ok(unfit(arena, each.form, Some(value))),
    };
    match converted {
        Err(error) if error.can_be_dropped() => {
            let message = arena.alloc_str(&format!("{error}"));
            Ok(Value::Added(arena.alloc(Added { message, held: Some(value) })))
        }
        other => other,
    }
}

/// A value that Go does not hold as JSON of this form; none is its error.
fn unfit<'a>(arena: &'a Arena, form: Form, held: Option<Value<'a>>) -> Value<'a> {
    let expected = match form {
        Form::Bool => "bool",
        Form::Int => "int",
        Form::Double => "float",
        _ => "string",
    };
    let message = match form {
        Form::IntOrString => WRONG_INT_OR_STRING,
        Form::Object | Form::Map => "invalid data, expected a map for the provided schema with type=object",
        Form::List | Form::Set | Form::ListMap => {
            "invalid data, expected an array for the provided schema with type=array"
        }
        _ => {
            let found = held.map_or("*errors.errorString", go_type);
            arena.alloc_str(&format!("invalid data, expected {expected}, got {found}"))
        }
    };
    Value::Added(arena.alloc(Added { message, held }))
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
