//! Which values with rules are noted as they are decoded, so that the step of rules finds them.

use super::plan_rules::Rules;
use crate::emit::emitter::Emitter;
use crate::plan::{Node, NodeId};

impl Emitter<'_> {
    /// The nodes whose values are noted if their rules may not hold, ascending: all with rules of their own, except the root.
    /// None if the runtime decodes such values itself, or adds them to a decoded object, as it does with discriminators that
    /// it deduces.
    pub(in crate::emit) fn noted_rules(&self) -> Vec<NodeId> {
        let plan = self.plan;
        if !plan.has_rules() {
            return Vec::new();
        }
        let mut rules = Rules::new(self);
        rules.find_holders();
        let reached = rules.reached();
        let is_decoded_apart = |id: &NodeId| {
            let node = &plan.nodes[*id];
            let is_own = |name: &str| matches!(name, "apiVersion" | "kind" | "metadata");
            let mut fields = node.object.fields.iter();
            (*id == plan.root || node.embedded)
                && fields.any(|field| is_own(&field.name) && rules.holds[field.node])
        };
        let is_added = |node: &Node| {
            node.object
                .fields
                .iter()
                .any(|field| rules.holds[field.node] && node.is_discriminator(&field.name))
        };
        if plan.nodes.iter().any(is_added) || reached.iter().any(is_decoded_apart) {
            return Vec::new();
        }
        let has_rules = |id: &NodeId| *id != plan.root && !plan.nodes[*id].rules.is_empty();
        let mut noted: Vec<NodeId> = reached.into_iter().filter(has_rules).collect();
        noted.sort_unstable();
        // They are numbered with 16 bits.
        if noted.len() > usize::from(u16::MAX) { Vec::new() } else { noted }
    }
}
