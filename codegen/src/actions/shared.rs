//! Which nodes several schemas have.

use crate::plan::{Others, Plan};

/// By node: whether more than one schema has it.
pub(crate) fn shared(plan: &Plan) -> Vec<bool> {
    let mut counts = vec![0u8; plan.nodes.len()];
    for node in &plan.nodes {
        let fields = node.object.fields.iter().map(|field| field.node);
        let each = match node.object.others {
            Others::Each(each) => Some(each),
            Others::Unknown | Others::PruneNested => None,
        };
        let branches = node.junctors.iter().flat_map(|junctor| junctor.branches.iter().copied());
        let items = node.array.items.into_iter().chain(node.array.positions.iter().copied());
        for id in fields.chain(each).chain(items).chain(branches) {
            counts[id] = counts[id].saturating_add(1);
        }
    }
    counts.into_iter().map(|count| count > 1).collect()
}
