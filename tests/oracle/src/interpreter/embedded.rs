//! Validates embedded resources: `apiVersion`, `kind` and metadata.
//
// apiextensions-apiserver: pkg/apiserver/schema/objectmeta/validation.go

use super::metadata::{Rule, Validator, text};
use super::{FieldError, Structural, coerce, names};
use crate::json::Json;

/// The errors of all embedded resources in a value.
pub(super) fn validate(value: &Json, schema: &Structural) -> Vec<FieldError> {
    let mut errors = vec![];
    walk("", value, schema, &mut errors);
    errors
}

/// Adds the errors of the embedded resources in the value at `path`.
fn walk(path: &str, value: &Json, schema: &Structural, errors: &mut Vec<FieldError>) {
    match value {
        Json::Object(members) => {
            if schema.embedded {
                errors.extend(one(path, value));
            }
            for (key, value) in members {
                if let Some(property) = schema.property(key) {
                    let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    walk(&below, value, property, errors);
                } else if let Some(other) = schema.additional_schema() {
                    walk(&format!("{path}[{key}]"), value, other, errors);
                }
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                if let Some(schema) = &schema.items {
                    walk(&format!("{path}[{index}]"), item, schema, errors);
                }
            }
        }
        _ => {}
    }
}

/// The errors of one embedded resource.
fn one(path: &str, object: &Json) -> Vec<FieldError> {
    let mut validate = Validator::new(path, "objectmeta");
    for field in ["apiVersion", "kind"] {
        match object.get(field) {
            None => validate.add("FieldValueRequired", field, "".into(), ""),
            Some(Json::String(text)) if text.is_empty() => validate.invalid(field, "", "must not be empty"),
            Some(Json::String(text)) if field == "apiVersion" => {
                if text.matches('/').count() > 1 {
                    validate.invalid(
                        field,
                        text.as_str(),
                        &format!("unexpected GroupVersion string: {text}"),
                    );
                }
            }
            Some(Json::String(text)) => {
                let lower: String = text.chars().filter_map(|rune| rune.to_lowercase().next()).collect();
                let wrong = names::letter_first(&lower);
                if !wrong.is_empty() {
                    let detail =
                        "may have mixed case, but should otherwise match: ".to_owned() + &wrong.join(",");
                    validate.invalid(field, text.as_str(), &detail);
                }
            }
            Some(other) => validate.invalid(field, other.clone(), "must be a string"),
        }
    }
    let mut read = object.clone();
    let is_read = coerce::metadata(&mut read, path, false, &mut vec![]).is_ok();
    // Only an object of another kind can have metadata that cannot be decoded here: decoding converts the
    // embedded resources of this kind, and fails for others.
    if let Some(metadata) = object.get("metadata").filter(|_| !is_read) {
        validate.invalid("metadata", metadata.clone(), coerce::UNREADABLE);
    } else if let Some(metadata) = read.get("metadata") {
        let mut inner = Validator::new(&format!("{path}.metadata"), "objectmeta");
        let name = match text(metadata, "name") {
            "" => "fakename",
            name => name,
        };
        let namespaced = !text(metadata, "namespace").is_empty();
        inner.accessor(metadata, name.as_bytes(), namespaced, Rule::Segment);
        validate.errors.extend(inner.errors);
    }
    validate.errors
}
