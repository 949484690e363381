//! Nulls and defaults in JSON Schema: a server applies defaults and removes nulls before it validates.

use super::super::tree;
use crdc_schema::{Schema, SchemaOrBool};
use crdc_source::{Node, Value};

/// Whether an absent value, or null, is replaced.
pub(super) fn has_default(schema: &Schema) -> bool {
    schema.default.as_ref().is_some_and(|at| at.value.value != Value::Null)
}

pub(super) fn is_nullable(schema: &Schema) -> bool {
    schema.nullable.as_ref().is_some_and(|at| at.value)
}

/// The schema of all values of a map.
pub(super) fn values(schema: &Schema) -> Option<&Schema> {
    match schema.additional_properties.as_ref().map(|at| &*at.value) {
        Some(SchemaOrBool::Schema(values)) => Some(values),
        _ => None,
    }
}

/// The type keyword: a name, or a list with null.
pub(super) fn types(kind: &str, takes_null: bool) -> Node {
    if takes_null { tree::list(vec![tree::text(kind), tree::text("null")]) } else { tree::text(kind) }
}

/// Whether the keywords at hand let null pass. Enums and types already have it if they may.
pub(super) fn accepts_null(out: &Node) -> bool {
    ["not", "anyOf", "oneOf", "allOf"].iter().all(|key| out.get(key).is_none())
}
