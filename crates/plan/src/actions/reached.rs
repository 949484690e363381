//! Finds the nodes that need functions: decoders, and validators for branches.
//!
//! Easy to break: every cycle of functions passes through a definition, which checks the depth.

use super::builder::Builder;
use super::fields::meta_field;
use crate::NodeId;

/// By node: whether it is reachable from some nodes. `next` gives the direct successors of a node.
pub(super) fn reached<N: IntoIterator<Item = NodeId>>(
    count: usize,
    from: impl IntoIterator<Item = NodeId>,
    next: impl Fn(NodeId) -> N,
) -> Vec<bool> {
    let mut reached = vec![false; count];
    let mut todo: Vec<NodeId> = from.into_iter().collect();
    while let Some(id) = todo.pop() {
        if !std::mem::replace(&mut reached[id], true) {
            todo.extend(next(id));
        }
    }
    reached
}

/// The reached nodes, in descending order of their numbers.
pub(super) fn last_first(reached: &[bool]) -> Vec<NodeId> {
    (0..reached.len()).rev().filter(|id| reached[*id]).collect()
}

impl Builder<'_> {
    /// Nodes that the root reaches without passing through alternatives, the last first.
    pub(super) fn decoded_nodes(&self) -> Vec<NodeId> {
        let nodes = &self.plan.nodes;
        let next = |id: NodeId| {
            let node = &nodes[id];
            let metadata =
                node.object.field("metadata").filter(|_| self.plan.is_resource(id)).map(|field| field.node);
            // The runtime decodes metadata; functions only check the constraints on its strings.
            let strings = metadata.into_iter().flat_map(|id| &nodes[id].object.fields);
            let strings = strings.filter(|field| meta_field(&field.name).is_some()).map(|field| field.node);
            let others = node.object.each().into_iter().chain(node.array.items);
            let others = others.chain(node.array.positions.iter().copied());
            self.plan.own_fields(id).map(|field| field.node).chain(strings).chain(others).collect::<Vec<_>>()
        };
        last_first(&reached(nodes.len(), [self.plan.root], next))
    }

    /// Nodes in alternatives of the given nodes, at any depth; the last first.
    pub(super) fn branch_nodes(&self, of: &[NodeId]) -> Vec<NodeId> {
        let nodes = &self.plan.nodes;
        let next = |id: NodeId| {
            let positions = nodes[id].array.positions.iter().copied();
            nodes[id].branches().chain(nodes[id].children()).chain(positions)
        };
        last_first(&reached(nodes.len(), of.iter().flat_map(|id| nodes[*id].branches()), next))
    }
}
