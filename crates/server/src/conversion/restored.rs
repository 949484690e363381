//! Checks converted objects and restores their metadata. In: the original object, and the object that a
//! conversion returned. Out: the converted object with the original metadata, except for labels and
//! annotations; or the error message of a server.
// apiextensions-apiserver: pkg/apiserver/conversion/webhook_converter.go validateConvertedObject,
// restoreObjectMeta

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names::{against_label_value, against_qualified};
use serde_json::{Map, Value};

use crate::apimachinery::go_types::go_type;

/// The metadata fields that a conversion may not change, with their names in error messages.
const IDENTITY: [(&str, &str); 3] = [("name", "name"), ("namespace", "namespace"), ("uid", "UID")];

/// The converted object with restored metadata, after the checks of a server.
pub(super) fn restored(original: &[u8], converted: &[u8], api_version: &str) -> Result<Vec<u8>, String> {
    let read = |text: &[u8]| serde_json::from_slice::<Map<String, Value>>(text);
    let original = read(original).map_err(|error| format!("failed: {error}"))?;
    let mut converted = read(converted).map_err(|error| format!("failed: {error}"))?;
    let text = |object: &Map<String, Value>, field: &str| {
        object.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    for (field, name, expected) in
        [("apiVersion", "groupVersion", api_version.to_owned()), ("kind", "kind", text(&original, "kind"))]
    {
        let received = text(&converted, field);
        if received != expected {
            return Err(format!(
                "returned invalid object at index 0: invalid {name} (expected {expected}, received {received})"
            ));
        }
    }
    let metadata = |object: &Map<String, Value>, field: &str| {
        object.get("metadata").and_then(|of| of[field].as_str()).unwrap_or_default().to_owned()
    };
    for (field, name) in IDENTITY {
        let (before, after) = (metadata(&original, field), metadata(&converted, field));
        if before != after {
            return Err(format!("returned invalid object: must have the same {name}: {before} != {after}"));
        }
    }
    let merged = merged(original.get("metadata"), converted.get("metadata"))
        .map_err(|why| format!("returned invalid metadata: {why}"))?;
    converted.insert("metadata".to_owned(), merged);
    serde_json::to_vec(&converted).map_err(|error| format!("failed: {error}"))
}

/// The metadata of the original with the labels and annotations that the conversion returned.
fn merged(original: Option<&Value>, returned: Option<&Value>) -> Result<Value, String> {
    let returned = match returned {
        Some(Value::Object(returned)) => returned,
        Some(other) => {
            return Err(format!("invalid metadata of type {} in converted object", go_type(other)));
        }
        None => return Err("missing metadata in converted object".to_owned()),
    };
    let mut all = original.and_then(Value::as_object).cloned().unwrap_or_default();
    for field in ["labels", "annotations"] {
        let new = match returned.get(field) {
            None | Some(Value::Null) => {
                all.remove(field);
                continue;
            }
            Some(Value::Object(new)) => new,
            Some(other) => {
                let found = go_type(other);
                return Err(format!("invalid metadata.{field} of type {found} in converted object"));
            }
        };
        if let Some((key, value)) = new.iter().find(|(_, value)| !value.is_string()) {
            let found = go_type(value);
            return Err(format!(
                "metadata.{field}[{key}] must be a string, but is {found} in converted object"
            ));
        }
        if all.get(field).and_then(Value::as_object) != Some(new) {
            check(field, new)?;
        }
        all.insert(field.to_owned(), Value::Object(new.clone()));
    }
    Ok(Value::Object(all))
}

/// Checks the labels or annotations that a conversion changed.
// apimachinery: pkg/apis/meta/v1/validation ValidateLabels, pkg/api/validation ValidateAnnotations
fn check(field: &str, new: &Map<String, Value>) -> Result<(), String> {
    let at = if field == "labels" { "metadata.labels" } else { "metadata.annotation" };
    let mut errors = Vec::new();
    for (key, value) in new {
        let name = if field == "labels" { key.clone() } else { key.to_lowercase() };
        let against = against_qualified(name.as_bytes());
        errors.extend(against.iter().map(|why| format!("{at}: Invalid value: {}: {why}", quote(key))));
        if field == "labels" {
            let value = value.as_str().unwrap_or_default();
            let against = against_label_value(value.as_bytes());
            errors.extend(against.iter().map(|why| format!("{at}: Invalid value: {}: {why}", quote(value))));
        }
    }
    match &*errors {
        [] => Ok(()),
        [one] => Err(one.clone()),
        all => Err(format!("[{}]", all.join(", "))),
    }
}
