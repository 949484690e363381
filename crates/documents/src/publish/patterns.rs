//! Rewrites `patternProperties`, which schemars writes for maps whose keys are numbers. In: a schema. Out:
//! the same schema for maps with any keys, since servers have no keyword for patterns of keys.

use super::tree;
use crdc_source::{Node, Value};

/// Replaces the only pattern of the keys of a map by `additionalProperties`. Returns the pattern.
//
// schemars: json_schema_impls/maps.rs
pub(super) fn free_keys(schema: &mut Node) -> Option<String> {
    let closed = schema.get("additionalProperties").is_none_or(|others| others.value == Value::Bool(false));
    let [only] = schema.get("patternProperties").map(tree::members)? else { return None };
    if !closed || schema.get("properties").is_some() {
        return None;
    }
    let (pattern, values) = (only.key.clone(), only.value.clone());
    tree::remove(schema, &["patternProperties"]);
    tree::set(schema, "additionalProperties", values);
    Some(pattern)
}
