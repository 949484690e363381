//! The common part of views and owned types: the nodes that become Rust types, and their names.
//!
//! In: a plan. Out: nodes in the order of the document, shapes, names and documentation. `words` makes
//! identifiers, `shape` selects Rust types, `fields` lists the fields of an object, `docs` writes
//! descriptions. Equal nodes have one type, named after its first path.

pub(super) mod docs;
pub(super) mod fields;
pub(super) mod shape;
pub(super) mod words;

use std::collections::HashMap;

use proc_macro2::Ident;

use crdc_plan::{NodeId, Others, Plan};
use shape::Shape;
use words::Taken;

/// The nodes that values of the root can contain, in the order of the document. Iterative, since schemas can
/// nest deep.
pub(super) fn reached(plan: &Plan) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut seen = vec![false; plan.nodes.len()];
    let mut open = vec![plan.root];
    while let Some(id) = open.pop() {
        let Some(seen) = seen.get_mut(id).filter(|seen| !**seen) else { continue };
        *seen = true;
        order.push(id);
        let Some(node) = plan.nodes.get(id) else { continue };
        let children: Vec<NodeId> = match Shape::of(plan, id) {
            Shape::Object => {
                let each = match node.object.others {
                    Others::Each(each) => Some(each),
                    Others::Unknown | Others::PruneNested => None,
                };
                node.object.fields.iter().map(|field| field.node).chain(each).collect()
            }
            Shape::Map(each) | Shape::List(Some(each)) => vec![each],
            _ => Vec::new(),
        };
        open.extend(children.into_iter().rev());
    }
    order
}

/// The names of the types of nodes: for each object and enum a name made of its first path. No type gets a
/// name in `taken`.
pub(super) fn names(plan: &Plan, order: &[NodeId], taken: &[&str]) -> HashMap<NodeId, Ident> {
    let mut taken = Taken::with(taken);
    let mut names = HashMap::new();
    for &id in order.iter().filter(|&&id| matches!(Shape::of(plan, id), Shape::Object | Shape::Enum)) {
        let wanted = if id == plan.root {
            words::pascal(&plan.kind)
        } else {
            let place = plan.places.get(id).map_or("", String::as_str);
            words::pascal(&place.replace("[]", ".item").replace("{}", ".value"))
        };
        names.insert(id, taken.free(wanted, "Object"));
    }
    names
}

/// The path of an object in its documentation; for the root, its kind.
pub(super) fn place_of(plan: &Plan, id: NodeId) -> &str {
    if id == plan.root { &plan.kind } else { plan.places.get(id).map_or("", String::as_str) }
}

/// The path of a field in its documentation.
pub(super) fn place_of_field(plan: &Plan, id: NodeId, name: &str) -> String {
    match plan.places.get(id).map_or("", String::as_str) {
        "" => name.to_owned(),
        place => format!("{place}.{name}"),
    }
}
