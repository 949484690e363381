//! The fields of an object, with their names in Rust, and whether stored objects have them. In: a node. Out:
//! its fields.
//!
//! Easy to break: objects can have many fields, so no list may be searched for each field.

use std::collections::HashSet;

use proc_macro2::Ident;

use super::shape::is_resource;
use super::words::{Taken, snake};
use crdc_plan::{Field, Node, NodeId, Plan};

/// The fields of every resource, also if its schema does not list them.
const OF_RESOURCES: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// A field of an object.
pub(crate) struct Member<'p> {
    /// The field.
    pub(crate) field: &'p Field,
    /// The name in Rust.
    pub(crate) ident: Ident,
    /// The node of the values; `None` for a `status` that is a subresource: a create drops it, so that a
    /// stored object may lack it even if it has a default.
    pub(crate) stored: Option<&'p Node>,
    /// Whether the schema requires the field.
    pub(crate) required: bool,
}

/// The fields of an object, in the order of the document. The fields of every resource are left out, but
/// their names are taken.
pub(crate) fn fields<'p>(plan: &'p Plan, id: NodeId, taken: &mut Taken) -> Vec<Member<'p>> {
    let Some(node) = plan.nodes.get(id) else { return Vec::new() };
    let of_resource: &[&str] = if is_resource(plan, id) { &OF_RESOURCES } else { &[] };
    of_resource.iter().for_each(|key| drop(taken.free(snake(key), "field")));
    let required: HashSet<&str> = node.object.required.iter().map(String::as_str).collect();
    let is_dropped = |name: &str| id == plan.root && plan.status_subresource && name == "status";
    let fields = node.object.fields.iter().filter(|field| !of_resource.contains(&field.name.as_str()));
    let member = |field: &'p Field| Member {
        field,
        ident: taken.free(snake(&field.name), "field"),
        stored: plan.nodes.get(field.node).filter(|_| !is_dropped(&field.name)),
        required: required.contains(field.name.as_str()),
    };
    fields.map(member).collect()
}
