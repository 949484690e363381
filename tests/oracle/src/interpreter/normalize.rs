//! Normalizes an object by its extensions, after decoding and before validation. `x-kubernetes-normalize`
//! removes null and empty fields, inner fields first. If the schema has extensions, whole floats are stored
//! as integers.

use super::structural::{Additional, Structural};
use crate::json::Json;

/// Whether a schema, or a schema in it, has `x-kubernetes-normalize` or an immutability marker.
pub(super) fn is_extended(schema: &Structural) -> bool {
    let additional = match &schema.additional {
        Some(Additional::Schema(schema)) => Some(&**schema),
        _ => None,
    };
    schema.normalize
        || schema.marks.any()
        || schema.properties.iter().any(|(_, property)| is_extended(property))
        || additional.is_some_and(is_extended)
        || schema.items.as_deref().is_some_and(is_extended)
}

/// Removes the fields that have `x-kubernetes-normalize` and are null or empty.
pub(super) fn normalize(value: &mut Json, schema: &Structural) {
    match value {
        Json::Object(members) => {
            members.retain_mut(|(key, value)| {
                let property = schema.property(key);
                if let Some(schema) = property.or_else(|| schema.additional_schema()) {
                    normalize(value, schema);
                }
                !(property.is_some_and(|property| property.normalize) && is_empty(value))
            });
        }
        Json::Array(items) => {
            for item in items {
                if let Some(schema) = schema.items.as_deref() {
                    normalize(item, schema);
                }
            }
        }
        _ => {}
    }
}

/// Whether a value is null, or a string, list or object without content.
fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// Converts floats that are whole numbers of 64 bits to integers.
pub(super) fn whole_numbers(value: &mut Json) {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match value {
        Json::Float(float) if float.fract() == 0.0 && (-LIMIT..LIMIT).contains(float) => {
            *value = Json::Int(*float as i64);
        }
        Json::Object(members) => members.iter_mut().for_each(|(_, value)| whole_numbers(value)),
        Json::Array(items) => items.iter_mut().for_each(whole_numbers),
        _ => {}
    }
}
