//! Resolves field paths of CEL rules and selectable fields (`.spec['a.b'].c`) against a schema, as it is written or as a node of a plan.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (ValidFieldPath)

use super::{Property, Schema, SchemaOrBool};
use crate::rule_path::{Steps, print};
use std::collections::HashMap;

pub(crate) use crate::rule_path::Notation;

/// A resolved path.
pub(crate) struct Resolved<S> {
    /// The schema at the path; `None` for a map of any values.
    pub(crate) schema: Option<S>,
    /// The first step of the path.
    pub(crate) first: Option<String>,
    /// The path in the spelling used for comparison, and by the server in errors.
    pub(crate) canonical: String,
}

/// Where a name leads.
pub(crate) enum Step<S> {
    /// To a field.
    Field(S),
    /// To an entry of a map, whose values may have any form.
    Entry(Option<S>),
}

/// Index by name of the properties of large schemas, because there may be as many rules.
#[derive(Default)]
pub(crate) struct Fields<'s> {
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
    pub(crate) fn resolve(
        &mut self,
        path: &str,
        schema: &'s Schema,
        notation: Notation,
    ) -> Result<Resolved<&'s Schema>, String> {
        resolve(path, schema, notation, |here, name| {
            if !here.property_list().is_empty() {
                return Some(Step::Field(&self.property(here, name)?.schema));
            }
            let additional = here.additional_properties.as_ref()?;
            Some(Step::Entry(SchemaOrBool::schema(&additional.value)))
        })
    }
}

/// Resolves a path by what each of its names means for a schema, or returns the server's message why it does not resolve.
pub(crate) fn resolve<S>(
    path: &str,
    schema: S,
    notation: Notation,
    mut step: impl FnMut(S, &str) -> Option<Step<S>>,
) -> Result<Resolved<S>, String> {
    let mut at = Some(schema);
    let mut first = None;
    let mut canonical = String::new();
    for name in Steps::of(path, notation) {
        let name = name?;
        let found = at.and_then(|here| step(here, &name)).ok_or("does not refer to a valid field")?;
        let (next, is_key) = match found {
            Step::Field(field) => (Some(field), false),
            Step::Entry(each) => (each, true),
        };
        print(&name, is_key, &mut canonical);
        at = next;
        first.get_or_insert(name);
    }
    Ok(Resolved { schema: at, first, canonical })
}
