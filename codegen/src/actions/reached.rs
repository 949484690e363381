//! Which nodes have functions: those that decode values, and those that validate them in branches.
//!
//! Easy to break: every cycle of functions passes through a definition, which checks the depth.

use super::builder::Builder;
use super::fields::meta_field;
use crate::plan::{NodeId, Others};

impl Builder<'_> {
    /// Nodes that the root reaches without passing through alternatives; in the order of the plan, last
    /// first.
    pub(super) fn reached(&self) -> Vec<NodeId> {
        let mut reached = vec![false; self.plan.nodes.len()];
        let mut todo = vec![self.plan.root];
        while let Some(id) = todo.pop() {
            let (Some(flag), Some(node)) = (reached.get_mut(id), self.plan.nodes.get(id)) else {
                continue;
            };
            if std::mem::replace(flag, true) {
                continue;
            }
            let special = id == self.plan.root || node.embedded;
            for field in &node.object.fields {
                if special && field.name == "metadata" {
                    // Decoded by the runtime; generated code only checks the constraints on its strings.
                    let fields =
                        self.plan.nodes.get(field.node).into_iter().flat_map(|node| &node.object.fields);
                    todo.extend(
                        fields.filter(|field| meta_field(&field.name).is_some()).map(|field| field.node),
                    );
                } else {
                    todo.push(field.node);
                }
            }
            if let Others::Each(each) = node.object.others {
                todo.push(each);
            }
            todo.extend(node.array.items);
            todo.extend(&node.array.positions);
        }
        let ids = reached.iter().enumerate().rev();
        ids.filter(|(_, reached)| **reached).map(|(id, _)| id).collect()
    }

    /// Nodes in alternatives of the given nodes, at any depth; in the order of the plan, last first.
    pub(super) fn branches(&self, of: &[NodeId]) -> Vec<NodeId> {
        let mut reached = vec![false; self.plan.nodes.len()];
        let node = |id: NodeId| self.plan.nodes.get(id);
        let branches = |id: NodeId| {
            node(id).into_iter().flat_map(|node| &node.junctors).flat_map(|junctor| &junctor.branches)
        };
        let mut todo: Vec<NodeId> = of.iter().copied().flat_map(branches).copied().collect();
        while let Some(id) = todo.pop() {
            let (Some(flag), Some(node)) = (reached.get_mut(id), node(id)) else { continue };
            if std::mem::replace(flag, true) {
                continue;
            }
            todo.extend(branches(id));
            todo.extend(node.object.fields.iter().map(|field| field.node));
            if let Others::Each(each) = node.object.others {
                todo.push(each);
            }
            todo.extend(node.array.items);
            todo.extend(&node.array.positions);
        }
        (0..reached.len()).rev().filter(|id| reached[*id]).collect()
    }
}
