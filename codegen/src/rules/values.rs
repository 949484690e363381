//! How rules read values, by their numbers of fields.
//
// apiserver: pkg/cel/common/valuesunstructured.go

use std::collections::HashMap;

use super::schemas::{Schemas, Seen};
use crdc_cel::Form;
use crdc_cel::compile::escape;
use crdc_cel::compile::program::{ValueField, ValueType, ValueTypeId, ValueTypes};

/// The types of values that were asked for.
#[derive(Clone, Debug, Default)]
pub struct RuleTypes {
    /// All of them.
    pub all: ValueTypes,
    /// What each is the type of.
    pub(crate) seen: Vec<Seen>,
    /// None while the type is being made.
    known: HashMap<Seen, Option<ValueTypeId>>,
}

impl RuleTypes {
    /// The type of a value; `None` while it is being made: only schemas without rules are recursive.
    pub(crate) fn of(&mut self, schemas: &dyn Schemas, seen: Seen) -> Option<ValueTypeId> {
        if let Some(known) = self.known.get(&seen) {
            return *known;
        }
        self.known.insert(seen, None);
        let form = schemas.form_of(seen);
        let fields = if form == Form::Object { schemas.numbered_of(seen) } else { Vec::new() };
        // Without a type those that the schema does not specify.
        let field = |(name, seen): (&str, Option<Seen>)| ValueField {
            name: schemas.quoted(name),
            in_rules: in_rules(name),
            of: seen.and_then(|seen| self.of(schemas, seen)),
        };
        let fields = fields.into_iter().map(field).collect();
        let each = schemas.each_of(seen).and_then(|each| self.of(schemas, each));
        let nullable = seen.schema().is_some_and(|id| schemas.is_nullable(id));
        // The server looks for escaped names in the objects.
        let keys = seen.schema().filter(|_| form == Form::ListMap).map(|id| schemas.keys(id));
        let keys = keys.into_iter().flatten().map(in_rules).collect();
        let id = self.all.add(ValueType { form, nullable, fields, each, keys });
        self.seen.push(seen);
        self.known.insert(seen, Some(id));
        Some(id)
    }
}

/// The name of a field in rules; the same if rules cannot name it.
fn in_rules(name: &str) -> String {
    escape(name).unwrap_or_else(|| name.to_owned())
}
