//! Converts schemas to OpenAPI v2: removes keywords that it does not have or that kubectl misreads.
//
// apiextensions-apiserver: pkg/controller/openapi/v2/conversion.go

use super::super::tree;
use crdc_source::{Node, Value};

/// Converts a schema and everything below it. The recursion is bounded by the depth of documents.
pub(super) fn convert(schema: &mut Node) {
    let is = |schema: &Node, of: &str| schema.get("type").and_then(Node::as_str) == Some(of);
    tree::remove(schema, &["allOf", "oneOf", "anyOf", "not"]);
    let keeps_unknown = tree::is_true(schema, "x-kubernetes-preserve-unknown-fields");
    let is_nullable = tree::is_true(schema, "nullable");
    if is_nullable || keeps_unknown {
        // Values without a type must not have items or fields.
        tree::remove(schema, &["items", "properties"]);
    }
    let lacks_items = is(schema, "array") && schema.get("items").is_none();
    if is_nullable || lacks_items || (keeps_unknown && is(schema, "object")) {
        tree::remove(schema, &["type", "nullable"]);
    }
    nullable_values_are_optional(schema);
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = tree::get_mut(schema, key) {
            convert(inner);
        }
    }
    if let Some(Value::Object(properties)) = tree::get_mut(schema, "properties").map(|node| &mut node.value) {
        properties.iter_mut().for_each(|property| convert(&mut property.value));
    }
}

/// A field that may be null is not required.
fn nullable_values_are_optional(schema: &mut Node) {
    let is_nullable = |schema: &Node| tree::is_true(schema, "nullable");
    let mut required = schema.get("required").map(tree::items).unwrap_or_default().to_vec();
    let properties = schema.get("properties").map(tree::members).unwrap_or_default();
    let nullable: std::collections::HashSet<&str> = properties
        .iter()
        .filter(|property| is_nullable(&property.value))
        .map(|property| property.key.as_str())
        .collect();
    required.retain(|name| name.as_str().is_none_or(|name| !nullable.contains(name)));
    if schema.get("additionalProperties").is_some_and(is_nullable) {
        required.clear();
    }
    let left = (!required.is_empty()).then(|| tree::list(required));
    if schema.get("required").is_some() {
        tree::put(schema, "required", left);
    }
}
