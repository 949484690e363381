//! Which values with rules are noted as they are decoded, so that the step of rules finds them.

use std::collections::BTreeMap;

use super::Rules;
use crate::emit::Emitter;
use crate::plan::NodeId;

impl Emitter<'_> {
    /// The numbers of the nodes whose values are noted: all with rules of their own, except the root. None if the runtime
    /// changes objects after they are decoded, or decodes such values itself.
    pub(in crate::emit) fn noted_rules(&self) -> BTreeMap<NodeId, u16> {
        let plan = self.plan;
        if !plan.has_rules() || plan.has_extensions() {
            return BTreeMap::new();
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
            return BTreeMap::new();
        }
        let noted = reached.into_iter().filter(|id| *id != plan.root && !plan.nodes[*id].rules.is_empty());
        let numbered: Option<_> =
            noted.enumerate().map(|(number, id)| Some((id, u16::try_from(number).ok()?))).collect();
        numbered.unwrap_or_default()
    }
}
