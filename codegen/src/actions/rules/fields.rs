//! The fields of objects by their names in rules.

use super::builder::{Named, RuleBuilder};
use crate::rules::{Schemas, Seen};
use crdc_cel::compile::escape;
use crdc_cel::compile::types::DeclaredId;

impl RuleBuilder<'_> {
    /// The number of the field with this name in rules.
    pub(super) fn field_number(&self, object: DeclaredId, name: &str) -> Option<u16> {
        Some(self.field_of(self.compiler.seen(object)?, name)?.0)
    }

    /// The number of a field and what rules see of it, by its name in rules. Without a schema it has its name in the object.
    pub(super) fn field_of(&self, seen: Seen, name: &str) -> Option<(u16, Seen)> {
        // Asked again for each size that is tried.
        let mut named = self.named.borrow_mut();
        let fields = named.entry(seen).or_insert_with(|| {
            let fields = self.schemas.numbered_of(seen).into_iter().zip(0..);
            let fields = fields.filter_map(|((name, seen), number)| Some((name, (number, seen?))));
            let fields: Vec<(&str, (u16, Seen))> = fields.collect();
            let in_rules = fields.iter().filter_map(|(name, field)| Some((escape(name)?, *field)));
            let mut named: Named = in_rules.collect();
            for (name, field) in fields {
                named.entry(name.to_owned()).or_insert(field);
            }
            named
        });
        fields.get(name).copied()
    }
}
