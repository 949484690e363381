//! Keeps the keywords that v2 drops, in an extension. In: a schema as converted to v2, and the same schema
//! before. Out: the converted schema with `x-crdc-v3` wherever the conversion changed it: the keywords as
//! they were. `crates/schema/src/openapi/restore.rs` reads it.
//
// apiextensions-apiserver: pkg/controller/openapi/v2/conversion.go removes fields, items, types and branches

use super::super::tree;
use crdc_schema::openapi::{DROPPED, SCALE};
use crdc_schema::{At, Crd, Version};
use crdc_source::{Node, Value};

/// Notes the keywords that the conversion removed or changed. The recursion is bounded by the depth of
/// documents.
pub(super) fn keep(converted: &mut Node, full: &Node) {
    let mut dropped = tree::object();
    for member in tree::members(full) {
        let key = member.key.as_str();
        match tree::get_mut(converted, key) {
            None => tree::push(&mut dropped, key, member.value.clone()),
            Some(own) if key == "properties" && has_all(own, &member.value) => {
                if let Value::Object(own) = &mut own.value {
                    let pairs = own.iter_mut().zip(tree::members(&member.value));
                    pairs.for_each(|(own, field)| keep(&mut own.value, &field.value));
                }
            }
            Some(own)
                if ["items", "additionalProperties"].contains(&key) && is_schema(own, &member.value) =>
            {
                keep(own, &member.value);
            }
            Some(own) if tree::same(own, &member.value) => {}
            Some(_) => tree::push(&mut dropped, key, member.value.clone()),
        }
    }
    if !tree::members(&dropped).is_empty() {
        tree::push(converted, DROPPED, dropped);
    }
}

fn is_schema(converted: &Node, full: &Node) -> bool {
    [converted, full].iter().all(|node| matches!(node.value, Value::Object(_)))
}

/// Whether both have the same names, in the same order. The conversion removes all fields or none.
fn has_all(converted: &Node, full: &Node) -> bool {
    let names = |node| tree::members(node).iter().map(|member| &member.key);
    names(full).eq(names(converted))
}

/// Adds the paths of the scale subresource to the schema of a kind.
pub(super) fn scale(schema: &mut Node, crd: &Crd, version: &Version) {
    let scale = crd.subresources(version).and_then(|at| at.value.scale.as_ref());
    let Some(scale) = scale.map(|at| &at.value) else { return };
    let mut out = tree::object();
    let mut add = |key: &str, at: &Option<At<String>>| {
        if let Some(at) = at {
            tree::push(&mut out, key, tree::text(&at.value));
        }
    };
    add("specReplicasPath", &scale.spec_replicas_path);
    add("statusReplicasPath", &scale.status_replicas_path);
    add("labelSelectorPath", &scale.label_selector_path);
    tree::push(schema, SCALE, out);
}
