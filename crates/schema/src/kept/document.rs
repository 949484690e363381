//! Finds the schemas in the nodes of a CRD.
//!
//! Easy to break: of versions with the same name, the first counts.

use std::collections::HashMap;

use crate::places::Way;
use crdc_source::{Member, Node, Value};

/// The schema of a version.
pub fn schema_of<'n>(crd: &'n mut Node, version: &str) -> Option<&'n mut Node> {
    let named = |node: &&mut Node| node.get("name").and_then(Node::as_str) == Some(version);
    versions(crd).iter_mut().find(named).and_then(schema)
}

/// The schemas of all versions. Of versions with the same name, the first counts.
pub(super) fn schemas(crd: &mut Node) -> HashMap<String, Option<&mut Node>> {
    let mut schemas = HashMap::new();
    for version in versions(crd) {
        if let Some(name) = version.get("name").and_then(Node::as_str).map(str::to_owned) {
            schemas.entry(name).or_insert_with(|| schema(version));
        }
    }
    schemas
}

/// The items of `spec.versions`.
pub(super) fn versions(crd: &mut Node) -> &mut [Node] {
    let versions = member_mut(crd, "spec").and_then(|spec| member_mut(spec, "versions"));
    match versions.map(|versions| &mut versions.value) {
        Some(Value::Array(versions)) => versions,
        _ => &mut [],
    }
}

/// The schema of an item of `spec.versions`.
pub(super) fn schema(version: &mut Node) -> Option<&mut Node> {
    member_mut(member_mut(version, "schema")?, "openAPIV3Schema")
}

/// Calls `see` for a schema and all below it. `way` follows.
pub fn each_schema<W: Way>(schema: &mut Node, way: &mut W, see: &mut dyn FnMut(&mut Node, &W)) {
    see(schema, way);
    let Value::Object(members) = &mut schema.value else { return };
    for Member { key, value, .. } in members {
        way.enter(key);
        match (key.as_str(), &mut value.value) {
            ("properties" | "patternProperties" | "definitions", Value::Object(properties)) => {
                for property in properties {
                    way.enter(&property.key);
                    each_schema(&mut property.value, way, see);
                    way.leave();
                }
            }
            ("items" | "allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                for (index, schema) in schemas.iter_mut().enumerate() {
                    way.enter(&index.to_string());
                    each_schema(schema, way, see);
                    way.leave();
                }
            }
            ("items" | "additionalProperties" | "additionalItems" | "not", Value::Object(_)) => {
                each_schema(value, way, see);
            }
            _ => {}
        }
        way.leave();
    }
}

pub(crate) fn member_mut<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    match &mut node.value {
        Value::Object(members) => {
            members.iter_mut().find(|member| member.key == key).map(|member| &mut member.value)
        }
        _ => None,
    }
}
