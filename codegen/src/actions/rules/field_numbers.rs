//! The numbers of fields by their names in rules.

use std::collections::HashMap;

use super::builder::RuleBuilder;
use super::declare::Seen;
use crate::actions::fields::meta_field;
use crate::check::cel::escape;
use crate::plan::NodeId;
use crdc_cel::compile::types::DeclaredId;

impl RuleBuilder<'_> {
    /// The number of the field with this name in rules.
    pub(super) fn field_number(&self, object: DeclaredId, name: &str) -> Option<u16> {
        match *self.declare.seen.get(&object)? {
            Seen::Node(id) | Seen::Resource(id) => {
                let mut numbers = self.numbers.borrow_mut();
                let numbers = numbers.entry(id).or_insert_with(|| self.numbers_in_rules(id));
                numbers.get(name).copied()
            }
            Seen::Metadata => meta_field(name),
            Seen::Text => None,
        }
    }

    /// The numbers of the fields of a node by their names in rules.
    fn numbers_in_rules(&self, id: NodeId) -> HashMap<String, u16> {
        let mut numbers = HashMap::new();
        for (known, number) in self.fields[id].list().iter().zip(0..) {
            let Some(in_rules) = escape(known.name) else { continue };
            // New servers accept reserved words as they are.
            if in_rules == format!("__{}__", known.name) {
                numbers.entry(known.name.to_owned()).or_insert(number);
            }
            numbers.entry(in_rules).or_insert(number);
        }
        numbers
    }
}
