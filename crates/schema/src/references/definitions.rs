//! The definitions that a kind reaches, by name, and schemas seen through their references. A CRD has no
//! definitions, and its schemas are used unchanged.

use std::collections::{HashMap, HashSet};

use super::overlay::overlay;
use crate::{Property, Schema};
use crdc_source::Span;

/// The maximum length of a chain of definitions that are only references: longer chains nest too deep.
const MOST_ALIASES: usize = crdc_source::MAX_DEPTH;

/// All definitions of one kind.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    list: Vec<Definition>,
    by_name: HashMap<String, usize>,
    of_go_types: bool,
}

/// One definition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name used in references.
    pub name: String,
    /// The span of the name.
    pub key: Span,
    /// The schema.
    pub schema: Box<Schema>,
    /// Whether the definition is recursive.
    pub cyclic: bool,
}

impl Definitions {
    /// Without definitions. `of_go_types`: the schemas were generated from Go types, with zero values of
    /// fields as defaults.
    #[must_use]
    pub fn new(of_go_types: bool) -> Definitions {
        Definitions { of_go_types, ..Definitions::default() }
    }

    /// Appends a definition. For duplicate names, lookup finds the first.
    pub fn push(&mut self, definition: Definition) {
        self.by_name.entry(definition.name.clone()).or_insert(self.list.len());
        self.list.push(definition);
    }

    /// The definition with that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.list.get(self.position(name)?)
    }

    /// The index in [all](Definitions::all).
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// All of them, in the order in which they were added.
    #[must_use]
    pub fn all(&self) -> &[Definition] {
        &self.list
    }

    /// All of them, mutable. Do not change their names.
    pub fn all_mut(&mut self) -> &mut [Definition] {
        &mut self.list
    }

    /// The definition that the schema refers to, if it exists.
    pub fn referred(&self, schema: &Schema) -> Option<&Definition> {
        schema.reference.as_ref().and_then(|at| self.get(&at.value))
    }

    /// The definitions that a schema leads to, in order.
    #[doc(hidden)]
    pub fn chain<'d>(&'d self, schema: &Schema) -> impl Iterator<Item = &'d Definition> {
        let next = |definition: &&'d Definition| self.referred(&definition.schema);
        // A cycle of references was reported.
        std::iter::successors(self.referred(schema), next).take(MOST_ALIASES)
    }

    /// Whether the default of a property only means that its Go field is not a pointer: the zero value of a
    /// required field. Go fills it in after validation of required fields, so it is not a default for client
    /// input; within another default it is.
    // kube-openapi: pkg/generators/openapi.go mustEnforceDefault
    #[doc(hidden)]
    #[must_use]
    pub fn is_mark(&self, property: &Property, required: &HashSet<&str>) -> bool {
        let default = property.schema.default.as_ref().filter(|_| self.of_go_types);
        default.is_some_and(|default| default.value.is_zero() && required.contains(property.name.as_str()))
    }
}

/// A schema and the schemas it refers to, outermost first. Earlier ones take precedence.
#[derive(Clone, Debug)]
pub struct Parts<'s>(Vec<&'s Schema>);

impl<'s> Parts<'s> {
    /// Follows references as far as they resolve. Unresolved ones were reported.
    #[must_use]
    pub fn of(schema: &'s Schema, definitions: &'s Definitions) -> Parts<'s> {
        let referred = definitions.chain(schema).map(|definition| &*definition.schema);
        Parts(std::iter::once(schema).chain(referred).collect())
    }

    /// The definition of the last part.
    pub fn definition(&self, definitions: &'s Definitions) -> Option<&'s Definition> {
        let count = self.0.len().checked_sub(2)?;
        definitions.referred(self.0.get(count)?)
    }

    /// The first result, outermost first.
    pub fn find<T>(&self, said: impl Fn(&'s Schema) -> Option<T>) -> Option<T> {
        self.0.iter().find_map(|part| said(part))
    }

    /// Whether any part matches.
    pub fn any(&self, is: impl Fn(&Schema) -> bool) -> bool {
        self.0.iter().any(|part| is(part))
    }

    /// The property with that name.
    pub fn property(&self, name: &str) -> Option<&'s Property> {
        self.find(|part| part.property(name))
    }

    /// All parts as one schema without a reference.
    #[must_use]
    pub fn laid(&self) -> Schema {
        self.fold(&self.0)
    }

    /// All parts except the last, as one schema.
    pub fn over(&self) -> Schema {
        let count = self.0.len().saturating_sub(1);
        self.fold(self.0.get(..count).unwrap_or_default())
    }

    fn fold(&self, parts: &[&Schema]) -> Schema {
        let mut rest = parts.iter().rev();
        let base = rest.next().map(|last| Schema { reference: None, ..(**last).clone() });
        rest.fold(base.unwrap_or_default(), |base, over| overlay(base, over))
    }
}
