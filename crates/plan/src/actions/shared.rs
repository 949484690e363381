//! Finds the nodes that several schemas share. In: a plan. Out: a flag for each node.

use crate::Plan;

/// For each node, whether several schemas share it.
pub fn shared(plan: &Plan) -> Vec<bool> {
    let mut counts = vec![0u8; plan.nodes.len()];
    for node in &plan.nodes {
        for id in node.children().chain(node.array.positions.iter().copied()).chain(node.branches()) {
            counts[id] = counts[id].saturating_add(1);
        }
    }
    counts.into_iter().map(|count| count > 1).collect()
}
