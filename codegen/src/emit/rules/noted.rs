//! Which values with rules are noted as they are decoded, so that the step of rules finds them.

use super::Rules;
use crate::emit::Emitter;
use crate::plan::NodeId;

impl Emitter<'_> {
    /// The nodes whose values are noted, ascending: all with rules of their own, except the root. None if the runtime changes
    /// objects after they are decoded, or decodes such values itself.
    pub(in crate::emit) fn noted_rules(&self) -> Vec<NodeId> {
        let plan = self.plan;
        if !plan.has_rules() || plan.has_extensions() {
            return Vec::new();
        }
        let mut rules = Rules::new(self);
        rules.find_holders();
        let reached = rules.reached();
        let is_decoded_apart = |id: &NodeId| {
            let node = &plan.nodes[*id];
            let own = node.object.fields.iter().filter(|field| matches!(&*field.name, "apiVersion" | "kind"));
            (*id == plan.root || node.embedded) && own.into_iter().any(|field| rules.holds[field.node])
        };
        if reached.iter().any(is_decoded_apart) {
            return Vec::new();
        }
        let has_rules = |id: &NodeId| *id != plan.root && !plan.nodes[*id].rules.is_empty();
        let mut noted: Vec<NodeId> = reached.into_iter().filter(has_rules).collect();
        noted.sort_unstable();
        // They are numbered with 16 bits.
        if noted.len() > usize::from(u16::MAX) { Vec::new() } else { noted }
    }
}
