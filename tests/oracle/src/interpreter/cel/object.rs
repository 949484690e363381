//! Converts values of objects: JSON as its schema declares it. A value of a wrong type is an error, which
//! occurs only if an expression reads the value.
//
// apiserver: pkg/cel/common/valuesunstructured.go UnstructuredToVal

use super::list::List;
use super::map::Map;
use super::time;
use super::value::{Evaluated, Failure, Value, error, unknown};
use crate::interpreter::structural::{Additional, Structural};
use crate::json::Json;

/// Converts a value of an object by its schema; without a schema, by the type that it has in Go.
pub fn value_of<'a>(json: &'a Json, schema: Option<&'a Structural>) -> Evaluated<Value<'a>> {
    let Some(schema) = schema else { return plain(json) };
    if *json == Json::Null {
        return if schema.nullable {
            Ok(Value::Null)
        } else {
            error("invalid data, got null for schema with nullable=false")
        };
    }
    if schema.int_or_string {
        return match json {
            Json::String(text) => Ok(text.as_str().into()),
            Json::Int(int) => Ok(Value::Int(*int)),
            _ => error("invalid data, expected XIntOrString value to be either a string or integer"),
        };
    }
    match (schema.type_name.as_str(), json) {
        ("object", Json::Object(members)) => Ok(Value::Map(Map::Object { members, schema: Some(schema) })),
        ("array", Json::Array(items)) => match &schema.items {
            Some(_) => Ok(Value::List(List::of_object(items, schema))),
            None => error("invalid array type, expected Items with a non-empty Schema"),
        },
        ("string", Json::String(text)) => string(text, &schema.format),
        ("number", Json::Int(int)) => Ok(Value::Double(*int as f64)),
        ("number", Json::Float(float)) => Ok(Value::Double(*float)),
        ("integer", Json::Int(int)) => Ok(Value::Int(*int)),
        ("boolean", Json::Bool(value)) => Ok(Value::Bool(*value)),
        ("", _) if schema.preserve => Ok(Value::Preserved(json)),
        (kind, _) => wrong(kind, go_type(json)),
    }
}

/// Converts JSON without a schema.
fn plain(json: &Json) -> Evaluated<Value<'_>> {
    Ok(match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Int(int) => Value::Int(*int),
        Json::Float(float) => Value::Double(*float),
        Json::String(text) => text.as_str().into(),
        Json::Array(items) => Value::List(List::of_plain(items)?),
        Json::Object(members) => Value::Map(Map::Object { members, schema: None }),
    })
}

/// Converts a string by its format.
fn string<'a>(text: &str, format: &str) -> Evaluated<Value<'a>> {
    match format {
        "duration" => match time::lenient_duration(text) {
            Some(nanoseconds) => Ok(Value::Duration(nanoseconds)),
            None => unknown("the error of a wrong duration in an object"),
        },
        "date" => match time::date(text) {
            Some(time) => Ok(Value::Timestamp(time)),
            None => unknown("the error of a wrong date in an object"),
        },
        "date-time" => match time::lenient_time(text) {
            Some(time) => Ok(Value::Timestamp(time)),
            None => unknown("the error of a wrong time in an object"),
        },
        "byte" => match base64(text) {
            Some(bytes) => Ok(Value::Bytes(bytes)),
            None => unknown("the error of wrong bytes in an object"),
        },
        _ => Ok(text.into()),
    }
}

/// Converts a value that an expression has added to a list of an object, by the schema of the list's items.
/// The server keeps its plain Go value, or Go's error, and converts that.
pub(super) fn convert<'a>(value: &Evaluated<Value<'a>>, schema: &'a Structural) -> Evaluated<Value<'a>> {
    let kind = schema.type_name.as_str();
    let value = match value {
        Ok(value) => value,
        Err(Failure::Error(_)) if schema.int_or_string => &Value::Null,
        Err(Failure::Error(_)) => return wrong(kind, "*errors.errorString"),
        Err(other) => return Err(other.clone()),
    };
    if schema.int_or_string {
        return match value {
            Value::String(_) | Value::Int(_) => Ok(value.clone()),
            _ => error("invalid data, expected XIntOrString value to be either a string or integer"),
        };
    }
    match (kind, value) {
        ("object", Value::Map(Map::Object { members, .. })) => {
            Ok(Value::Map(Map::Object { members, schema: Some(schema) }))
        }
        ("array", Value::List(list)) => match list.with_schema(schema) {
            Some(list) => Ok(Value::List(list)),
            None => wrong(kind, ""),
        },
        ("string", Value::String(text)) => string(text, &schema.format),
        ("number", Value::Int(int)) => Ok(Value::Double(*int as f64)),
        ("number", Value::Double(_)) | ("integer", Value::Int(_)) | ("boolean", Value::Bool(_)) => {
            Ok(value.clone())
        }
        (kind, value) => wrong(kind, go_type_of(value)),
    }
}

/// A value without its schema, as the server unwraps the content of an optional.
pub(super) fn native<'a>(value: Value<'a>) -> Evaluated<Value<'a>> {
    Ok(match value {
        Value::Map(Map::Object { members, .. }) => Value::Map(Map::Object { members, schema: None }),
        Value::List(list) => Value::List(list.plain()?),
        Value::Ip(_)
        | Value::Cidr(_)
        | Value::Url(_)
        | Value::Quantity(_)
        | Value::Semver(_)
        | Value::Format(_)
        | Value::Preserved(_) => return unknown("an optional variable of a library's type"),
        other => other,
    })
}

/// The error of a value that is not of the type `kind`; `found` is its type in Go.
fn wrong<T>(kind: &str, found: &str) -> Evaluated<T> {
    match kind {
        "object" => error("invalid data, expected a map for the provided schema with type=object"),
        "array" => error("invalid data, expected an array for the provided schema with type=array"),
        "string" => error(format!("invalid data, expected string, got {found}")),
        "number" => error(format!("invalid data, expected float, got {found}")),
        "integer" => error(format!("invalid data, expected int, got {found}")),
        "boolean" => error(format!("invalid data, expected bool, got {found}")),
        _ => unknown("a value without a type"),
    }
}

/// The type of a JSON value in Go.
fn go_type(json: &Json) -> &'static str {
    match json {
        Json::Null => "<nil>",
        Json::Bool(_) => "bool",
        Json::Int(_) => "int64",
        Json::Float(_) => "float64",
        Json::String(_) => "string",
        Json::Array(_) => "[]interface {}",
        Json::Object(_) => "map[string]interface {}",
    }
}

/// The type in Go of a value of an expression; empty if no error shows it.
fn go_type_of(value: &Value<'_>) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::Uint(_) => "uint64",
        Value::Double(_) => "float64",
        Value::String(_) => "string",
        Value::Bytes(_) => "[]uint8",
        Value::Duration(_) => "time.Duration",
        Value::Timestamp(_) => "time.Time",
        Value::List(list) if list.is_made() => "[]ref.Val",
        Value::List(_) => "[]interface {}",
        Value::Map(Map::Object { .. }) => "map[string]interface {}",
        Value::Null => "structpb.NullValue",
        _ => "",
    }
}

/// Decodes base64 with padding; `None` if the text is invalid.
pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
    // The alphabet of URLs, unlike that of the format.
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    // Go skips line breaks.
    let text: String = text.chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let content = text.trim_end_matches('=');
    if text.len() - content.len() > 2 {
        return None;
    }
    let (mut bits, mut count, mut out) = (0u32, 0, Vec::new());
    for c in content.chars() {
        bits = bits << 6 | u32::try_from(DIGITS.find(c)?).ok()?;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    Some(out)
}

/// The schema by which rules read a value: resources have the fields of every resource.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/model/schemas.go WithTypeAndObjectMeta
pub(super) fn seen(schema: &Structural, resource: bool) -> Structural {
    let mut out = schema.clone();
    for (_, property) in &mut out.properties {
        *property = seen(property, property.embedded);
    }
    if let Some(items) = &mut out.items {
        **items = seen(items, items.embedded);
    }
    if let Some(Additional::Schema(values)) = &mut out.additional {
        **values = seen(values, values.embedded);
    }
    if resource && !has_fields_of_resources(schema) {
        let text = Structural { type_name: "string".into(), ..Structural::default() };
        let names = ["name", "generateName"].map(|name| (name.to_owned(), text.clone()));
        let metadata =
            Structural { type_name: "object".into(), properties: names.into(), ..Structural::default() };
        out.properties.retain(|(name, _)| !matches!(name.as_str(), "apiVersion" | "kind" | "metadata"));
        out.properties.push(("apiVersion".into(), text.clone()));
        out.properties.push(("kind".into(), text));
        out.properties.push(("metadata".into(), metadata));
    }
    out
}

/// Whether a schema declares the fields that rules can read in every resource.
pub(super) fn has_fields_of_resources(schema: &Structural) -> bool {
    let is = |schema: &Structural, name: &str, kind: &str| {
        schema.property(name).is_some_and(|property| property.type_name == kind)
    };
    is(schema, "kind", "string")
        && is(schema, "apiVersion", "string")
        && is(schema, "metadata", "object")
        && schema
            .property("metadata")
            .is_some_and(|metadata| is(metadata, "name", "string") && is(metadata, "generateName", "string"))
}
