//! Maps with keys of numbers, for which schemars writes `patternProperties`. In: a schema. Out: the same for
//! any key, which is the most that a server knows.

use super::tree;
use crdc_source::{Node, Value};

/// Replaces the only pattern of the keys of a map, which is returned, by `additionalProperties`.
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
