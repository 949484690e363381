//! Chooses the values with rules that decoding records as candidates, so that the step of rules finds them.

use super::builder::RuleBuilder;
use crate::{Node, NodeId};

impl RuleBuilder<'_> {
    /// The nodes whose values are recorded if their rules may not hold, ascending: all nodes with rules,
    /// except the root. Empty if the runtime decodes such values itself, or adds them to a decoded object,
    /// such as discriminators that it deduces.
    pub(super) fn candidates(&self, reached: &[NodeId]) -> Vec<NodeId> {
        let plan = self.plan;
        let is_decoded_apart = |id: &NodeId| {
            let node = &plan.nodes[*id];
            let is_own = |name: &str| matches!(name, "apiVersion" | "kind" | "metadata");
            let mut fields = node.object.fields.iter();
            (plan.is_resource(*id)) && fields.any(|field| is_own(&field.name) && self.holds[field.node])
        };
        let is_added = |node: &Node| {
            node.object
                .fields
                .iter()
                .any(|field| self.holds[field.node] && node.is_discriminator(&field.name))
        };
        if plan.nodes.iter().any(is_added) || reached.iter().any(is_decoded_apart) {
            return Vec::new();
        }
        let has_rules = |id: &NodeId| *id != plan.root && !plan.nodes[*id].rules.is_empty();
        let mut candidates: Vec<NodeId> = reached.iter().copied().filter(has_rules).collect();
        candidates.sort_unstable();
        // Candidates are numbered with 16 bits.
        if candidates.len() > usize::from(u16::MAX) { Vec::new() } else { candidates }
    }
}
