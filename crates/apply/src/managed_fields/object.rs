//! Reads the type and the metadata of objects.
//!
//! Metadata of a wrong type counts as missing.
//
// apimachinery: apis/meta/v1/unstructured/unstructured.go

use serde_json::{Map, Value};

pub(super) fn text<'v>(object: &'v Value, name: &str) -> &'v str {
    object.get(name).and_then(Value::as_str).unwrap_or_default()
}

pub(super) fn meta_text<'v>(object: &'v Value, name: &str) -> &'v str {
    object.get("metadata").and_then(|meta| meta.get(name)).and_then(Value::as_str).unwrap_or_default()
}

/// An object that has only a kind and an API version.
pub(super) fn empty(api_version: &str, kind: &str) -> Value {
    let mut map = Map::new();
    map.insert("apiVersion".to_owned(), api_version.into());
    map.insert("kind".to_owned(), kind.into());
    Value::Object(map)
}

/// Group, version and kind as the server prints them: `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`.
pub(super) fn printed_kind(api_version: &str, kind: &str) -> String {
    match api_version.matches('/').count() {
        0 => format!("/{api_version}, Kind={kind}"),
        1 => format!("{api_version}, Kind={kind}"),
        _ => "/, Kind=".to_owned(),
    }
}

/// An object as errors name it: `namespace/name; apps/v1, Kind=Deployment`.
pub(super) fn printed(object: &Value) -> String {
    let kind = printed_kind(text(object, "apiVersion"), text(object, "kind"));
    format!("{}/{}; {kind}", meta_text(object, "namespace"), meta_text(object, "name"))
}

pub(super) fn managed_fields(object: &Value) -> Option<&Value> {
    object.get("metadata")?.get("managedFields")
}

/// Removes managedFields from an object and returns them.
pub(super) fn remove_managed_fields(object: &mut Value) -> Option<Value> {
    object.get_mut("metadata")?.as_object_mut()?.remove("managedFields")
}

/// Sets or removes managedFields. Metadata that is no object stays as it is.
pub(super) fn set_managed_fields(object: &mut Value, entries: Option<Value>) {
    match entries {
        None => drop(remove_managed_fields(object)),
        Some(entries) => {
            if let Value::Object(map) = object
                && let Value::Object(meta) =
                    map.entry("metadata").or_insert_with(|| Value::Object(Map::new()))
            {
                meta.insert("managedFields".to_owned(), entries);
            }
        }
    }
}

/// The annotations; `None` if one of them is not a string.
pub(super) fn annotations(object: &Value) -> Option<&Map<String, Value>> {
    let annotations = object.get("metadata")?.get("annotations")?.as_object()?;
    annotations.values().all(Value::is_string).then_some(annotations)
}

/// An annotation.
pub(super) fn annotation<'v>(object: &'v Value, name: &str) -> &'v str {
    annotations(object)
        .and_then(|annotations| annotations.get(name))
        .and_then(Value::as_str)
        .unwrap_or_default()
}
