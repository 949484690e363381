//! Validates objects: `properties`, `additionalProperties`, `required`, `minProperties`, `maxProperties`.
//
// kube-openapi: pkg/validation/validate/object_validator.go

use super::Found;
use super::check as check_value;
use super::failure::{Failure, What};
use crate::interpreter::correlation::Pair;
use crate::interpreter::structural::{Additional, Structural};
use crate::json::Json;

/// Adds the failures of an object and of its members to `out`.
pub(super) fn check(
    path: &str,
    schema: &Structural,
    members: &[(String, Json)],
    pair: Option<Pair<'_>>,
    out: &mut Found,
) {
    let actual = members.len() as i64;
    if let Some(min) = schema.min_properties.filter(|min| actual < *min) {
        let why = format!("should have at least {min} properties");
        out.push(Failure::body(path, Json::Int(actual), &why));
    }
    if let Some(max) = schema.max_properties.filter(|max| actual > *max) {
        out.push(Failure::new(path, What::TooMany { actual, max }));
    }
    for (key, value) in members {
        // At the root, `apiVersion` and `kind` never count as unchanged: the server converts both objects.
        let below = pair.filter(|_| !path.is_empty() || !matches!(key.as_str(), "kind" | "apiVersion"));
        let below = below.and_then(|pair| pair.key(key));
        if let Some(property) = schema.property(key) {
            let at = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            check_value(&at, property, value, below, out);
            continue;
        }
        match &schema.additional {
            Some(Additional::Schema(schema)) => {
                check_value(&format!("{path}.{key}"), schema, value, below, out);
            }
            Some(Additional::Bool(false)) => {
                let text = format!("{path}.{key} in body is a forbidden property");
                out.push(Failure::new(path, What::Other { value: key.as_str().into(), text }));
            }
            Some(Additional::Bool(true)) | None => {}
        }
    }
    for key in &schema.required {
        if !members.iter().any(|(name, _)| name == key) {
            out.push(Failure::new(&format!("{path}.{key}"), What::Required));
        }
    }
}
