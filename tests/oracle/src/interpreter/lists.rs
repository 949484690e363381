//! Validates `x-kubernetes-list-type`: sets have no equal items, and items of list maps are objects (or null)
//! with different keys. Values are compared as text: scalars with their Go type, others as marshalled JSON.
//
// apiextensions-apiserver: pkg/apiserver/schema/listtype/validation.go

use std::collections::HashMap;

use crdc_vocabulary::Ratcheting;

use super::marshal::marshalled;
use super::structural::Structural;
use super::{FieldError, Verdicts};
use crate::json::Json;

/// The errors of all lists in an object. All are ratcheted if the old object has errors of lists too, and the
/// server's policy of ratcheting is in use.
//
// apiextensions-apiserver: pkg/registry/customresource/strategy.go, ValidateUpdate
pub(super) fn ratcheted(
    schema: &Structural,
    object: &Json,
    old: Option<&Json>,
    policy: Ratcheting,
) -> Verdicts {
    let errors = validate(schema, object);
    let old = old.filter(|_| policy == Ratcheting::ApiServer);
    if old.is_some_and(|old| !validate(schema, old).is_empty()) {
        Verdicts { errors: vec![], ratcheted: errors }
    } else {
        Verdicts { errors, ratcheted: vec![] }
    }
}

/// The errors of all lists in an object.
fn validate(schema: &Structural, object: &Json) -> Vec<FieldError> {
    let mut errors = Vec::new();
    walk("", schema, object, &mut errors);
    errors
}

/// Adds the errors of all lists in a value to `out`.
fn walk(path: &str, schema: &Structural, value: &Json, out: &mut Vec<FieldError>) {
    match value {
        Json::Object(members) => {
            for (key, value) in members {
                if let Some(schema) = schema.property(key) {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    walk(&path, schema, value, out);
                } else if let Some(schema) = schema.additional_schema() {
                    walk(&format!("{path}[{key}]"), schema, value, out);
                }
            }
        }
        Json::Array(items) => {
            match schema.list_type.as_str() {
                "set" => set(path, items, out),
                "map" => map(path, &schema.list_keys, items, out),
                _ => {}
            }
            if let Some(schema) = &schema.items {
                for (index, item) in items.iter().enumerate() {
                    walk(&format!("{path}[{index}]"), schema, item, out);
                }
            }
        }
        _ => {}
    }
}

/// Adds an error for each item that occurs more than once.
fn set(path: &str, items: &[Json], out: &mut Vec<FieldError>) {
    for index in seconds(items.iter().map(compared)) {
        out.push(duplicate(path, index, items[index].clone()));
    }
}

/// Adds an error for the first item that is neither an object nor null. Without one, adds an error for all
/// keys that occur more than once.
fn map(path: &str, keys: &[String], items: &[Json], out: &mut Vec<FieldError>) {
    let other = |item: &Json| !matches!(item, Json::Object(_) | Json::Null);
    if let Some(index) = items.iter().position(other) {
        let detail = "must be an object for an array of list-type map".to_owned();
        let bad_value = items[index].clone();
        return out.push(error("FieldValueInvalid", path, index, bad_value, detail));
    }
    let compared = |item: &Json| match keys {
        [key] => item.get(key).map_or_else(|| "absent".to_owned(), compared),
        _ => marshalled(&present(keys, item)),
    };
    for index in seconds(items.iter().map(compared)) {
        out.push(duplicate(path, index, present(keys, &items[index])));
    }
}

/// The keys that an item has, with their values, as an object with sorted members.
pub(super) fn present(keys: &[String], item: &Json) -> Json {
    let mut sorted: Vec<&String> = keys.iter().collect();
    sorted.sort();
    Json::Object(sorted.iter().filter_map(|key| Some(((*key).clone(), item.get(key)?.clone()))).collect())
}

/// The text by which a value is compared.
fn compared(value: &Json) -> String {
    match value {
        Json::Int(int) => format!("int64 {int}"),
        // Positive and negative zero are equal.
        Json::Float(float) => format!("float64 {:?}", float + 0.0),
        Json::Array(_) | Json::Object(_) => format!("compound {}", marshalled(value)),
        scalar => format!("scalar {scalar}"),
    }
}

/// The index of the second occurrence of each text that occurs more than once.
fn seconds(all: impl Iterator<Item = String>) -> Vec<usize> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let mut out = Vec::new();
    for (index, one) in all.enumerate() {
        let times = times.entry(one).or_default();
        *times += 1;
        if *times == 2 {
            out.push(index);
        }
    }
    out
}

/// The error of an item that repeats another, or the keys of another.
fn duplicate(path: &str, index: usize, bad_value: Json) -> FieldError {
    error("FieldValueDuplicate", path, index, bad_value, String::new())
}

fn error(error_type: &'static str, path: &str, index: usize, bad_value: Json, detail: String) -> FieldError {
    FieldError {
        error_type,
        field: format!("{path}[{index}]"),
        bad_value: Some(bad_value),
        detail,
        source: "listtype",
    }
}
