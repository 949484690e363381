//! Checks the `metadata` of a resource in a default: whether Go can decode it, and whether its names, labels,
//! annotations and finalizers are valid. Owner references and managed fields are left to the server: nobody
//! gives them a default.
//
// apimachinery: pkg/apis/meta/v1/types.go (ObjectMeta), pkg/api/validation/objectmeta.go

use super::super::{dns, path::Path};
use crdc_source::diag::{ErrorType, FieldError};
use crdc_source::{Node, Span, Value};
use crdc_vocabulary::Wording;

/// Go's error for a value that is not an ObjectMeta. Of several errors, the one whose field has the first
/// name in alphabetical order.
pub(super) fn undecodable(value: &Node) -> Option<String> {
    let members = match &value.value {
        Value::Null => return None,
        Value::Object(members) => members,
        other => {
            return Some(format!(
                "json: cannot unmarshal {} into Go value of type v1.ObjectMeta",
                kind(other)
            ));
        }
    };
    let mut members: Vec<_> = members.iter().collect();
    members.sort_by(|one, other| one.key.cmp(&other.key));
    members.into_iter().find_map(|member| {
        let (wrong, of) = wrong_part(&member.key, &member.value.value)?;
        Some(format!(
            "json: cannot unmarshal {} into Go struct field ObjectMeta.{} of type {of}",
            kind(wrong),
            member.key
        ))
    })
}

/// The part of a field that has the wrong type, and the type that it should have.
fn wrong_part<'v>(name: &str, value: &'v Value) -> Option<(&'v Value, &'static str)> {
    let text = |value: &'v Value| (!matches!(value, Value::String(_) | Value::Null)).then_some(value);
    match name {
        "name" | "generateName" | "namespace" | "selfLink" | "resourceVersion" => {
            Some((text(value)?, "string"))
        }
        "uid" => Some((text(value)?, "types.UID")),
        "generation" | "deletionGracePeriodSeconds" => {
            (!matches!(value, Value::Int(_) | Value::Null)).then_some((value, "int64"))
        }
        "labels" | "annotations" => match value {
            Value::Null => None,
            Value::Object(entries) => {
                let mut entries: Vec<_> = entries.iter().collect();
                entries.sort_by(|one, other| one.key.cmp(&other.key));
                entries.into_iter().find_map(|entry| Some((text(&entry.value.value)?, "string")))
            }
            other => Some((other, "map[string]string")),
        },
        "finalizers" => match value {
            Value::Null => None,
            Value::Array(items) => items.iter().find_map(|item| Some((text(&item.value)?, "string"))),
            other => Some((other, "[]string")),
        },
        _ => None,
    }
}

/// The name of a value's type in Go's JSON.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::Float(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Reports the errors of decoded metadata.
pub(super) fn invalid(metadata: &Node, path: &Path<'_>, see: &mut dyn FnMut(Span, FieldError)) {
    for name in ["generateName", "name"] {
        let Some(value) = metadata.get(name) else { continue };
        let text = value.as_str().unwrap_or_default();
        for why in segment(text, name == "generateName") {
            see(value.span, path.child(name).invalid(text, why));
        }
    }
    if let Some(value) = metadata.get("generation").filter(|value| matches!(value.value, Value::Int(..0))) {
        let bad = crdc_schema::value::bad_value(value);
        see(value.span, path.child("generation").invalid(bad, "must be greater than or equal to 0"));
    }
    let map = |name: &str| match metadata.get(name).map(|map| &map.value) {
        Some(Value::Object(entries)) => entries.as_slice(),
        _ => &[],
    };
    let labels = path.child("labels");
    for entry in map("labels") {
        for why in dns::qualified_name(&entry.key) {
            see(entry.key_span, labels.invalid(&entry.key, &why));
        }
        let text = entry.value.as_str().unwrap_or_default();
        for why in dns::label_value(text) {
            see(entry.value.span, labels.invalid(text, &why));
        }
    }
    let annotations = path.child("annotations");
    let mut size = 0;
    for entry in map("annotations") {
        for why in dns::qualified_name(&entry.key.to_lowercase()) {
            see(entry.key_span, annotations.invalid(&entry.key, &why));
        }
        size += entry.key.len() + entry.value.as_str().map_or(0, str::len);
    }
    if size > 256 * 1024 {
        let wording = Wording::MaxMetadataBytes(262_144);
        see(metadata.span, annotations.worded(ErrorType::TooLong, "<value omitted>", wording));
    }
    let finalizers = path.child("finalizers");
    if let Some(Value::Array(items)) = metadata.get("finalizers").map(|list| &list.value) {
        for item in items {
            let text = item.as_str().unwrap_or_default();
            for why in dns::qualified_name(text) {
                see(item.span, finalizers.invalid(text, &why));
            }
        }
    }
}

/// Checks the name of an object, which is part of URLs. The server generates a name for an empty one.
// apimachinery: pkg/api/validate/content/path.go
fn segment(text: &str, prefix: bool) -> Vec<&'static str> {
    match text {
        "." if !prefix => return vec!["may not be '.'"],
        ".." if !prefix => return vec!["may not be '..'"],
        _ => {}
    }
    let contained = [('/', "may not contain '/'"), ('%', "may not contain '%'")];
    contained.into_iter().filter(|(c, _)| text.contains(*c)).map(|(_, why)| why).collect()
}
