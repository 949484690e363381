//! Resolves field paths of CEL rules and selectable fields (`.spec['a.b'].c`) against a schema.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (ValidFieldPath)

use crate::rule_path::{Steps, print};
use crate::schema::{Property, Schema, SchemaOrBool};
use std::collections::HashMap;

pub(super) use crate::rule_path::Notation;

/// A resolved path.
pub(super) struct Resolved<'s> {
    /// The schema at the path; `None` for a map of any values.
    pub(super) schema: Option<&'s Schema>,
    /// The first step of the path.
    pub(super) first: Option<String>,
    /// The path in the spelling used for comparison.
    pub(super) canonical: String,
}

/// Index by name of the properties of large schemas, because there may be as many rules.
#[derive(Default)]
pub(super) struct Fields<'s> {
    by_name: HashMap<*const Schema, HashMap<&'s str, &'s Property>>,
}

impl<'s> Fields<'s> {
    fn property(&mut self, schema: &'s Schema, name: &str) -> Option<&'s Property> {
        let list = schema.property_list();
        if list.len() <= 16 {
            return schema.property(name);
        }
        let index = || list.iter().map(|property| (property.name.as_str(), property)).collect();
        self.by_name.entry(std::ptr::from_ref(schema)).or_insert_with(index).get(name).copied()
    }

    /// Resolves the path, or returns the server's message why it does not resolve.
    pub(super) fn resolve(
        &mut self,
        path: &str,
        schema: &'s Schema,
        notation: Notation,
    ) -> Result<Resolved<'s>, String> {
        let mut at = Some(schema);
        let mut first = None;
        let mut canonical = String::new();
        for name in Steps::of(path, notation) {
            let name = name?;
            let here = at.ok_or("does not refer to a valid field")?;
            let is_key = here.property_list().is_empty();
            at = match &here.additional_properties {
                Some(additional) if is_key => SchemaOrBool::schema(&additional.value),
                _ => Some(&self.property(here, &name).ok_or("does not refer to a valid field")?.schema),
            };
            print(&name, is_key, &mut canonical);
            first.get_or_insert(name);
        }
        Ok(Resolved { schema: at, first, canonical })
    }
}
