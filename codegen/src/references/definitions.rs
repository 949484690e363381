//! The definitions that a kind reaches, by name, and how a schema is seen through its reference.
//! A CRD has none; then a schema is seen as it is.

use std::collections::{HashMap, HashSet};

use super::overlay::overlay;
use crate::schema::{Property, Schema};
use crate::source::Span;

/// How many definitions in a row may be nothing but references: longer rows nest too deep.
const MOST_ALIASES: usize = crate::source::MAX_DEPTH;

/// All of one kind.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    list: Vec<Definition>,
    by_name: HashMap<String, usize>,
    of_go_types: bool,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What references say.
    pub name: String,
    /// Where its name stands.
    pub key: Span,
    /// What it says of a value.
    pub schema: Box<Schema>,
    /// Whether it leads back to itself.
    pub cyclic: bool,
}

impl Definitions {
    /// None yet. `of_go_types`: schemas were made of Go types, with the zero values of fields as defaults.
    #[must_use]
    pub fn new(of_go_types: bool) -> Definitions {
        Definitions { of_go_types, ..Definitions::default() }
    }

    /// Adds one behind the others. Of several with one name the first is found.
    pub fn push(&mut self, definition: Definition) {
        self.by_name.entry(definition.name.clone()).or_insert(self.list.len());
        self.list.push(definition);
    }

    /// The definition of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.list.get(self.position(name)?)
    }

    /// Where it stands among [all](Definitions::all).
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// All of them, in the order in which they were added.
    #[must_use]
    pub fn all(&self) -> &[Definition] {
        &self.list
    }

    /// The same, to be changed but for their names.
    pub fn all_mut(&mut self) -> &mut [Definition] {
        &mut self.list
    }

    /// What the schema refers to, where that is a definition of these.
    pub(crate) fn referred(&self, schema: &Schema) -> Option<&Definition> {
        schema.reference.as_ref().and_then(|at| self.get(&at.value))
    }

    /// The definitions that a schema leads to, one after the other.
    pub(crate) fn chain<'d>(&'d self, schema: &Schema) -> impl Iterator<Item = &'d Definition> {
        let next = |definition: &&'d Definition| self.referred(&definition.schema);
        // A row that leads back to its beginning was reported.
        std::iter::successors(self.referred(schema), next).take(MOST_ALIASES)
    }

    /// Whether the default of a property only says that its field is no pointer: the zero value of a field
    /// that is required. Go fills it in once an object was refused or taken for what is missing, so it
    /// is no default of what a client sends; within another default it is.
    // kube-openapi: pkg/generators/openapi.go mustEnforceDefault
    pub(crate) fn is_mark(&self, property: &Property, required: &HashSet<&str>) -> bool {
        let default = property.schema.default.as_ref().filter(|_| self.of_go_types);
        default.is_some_and(|default| default.value.is_zero() && required.contains(property.name.as_str()))
    }
}

/// A schema and what it refers to, the outermost first: each says what those behind it do not.
#[derive(Clone, Debug)]
pub(crate) struct Parts<'s>(Vec<&'s Schema>);

impl<'s> Parts<'s> {
    /// Follows references as far as they lead. What leads nowhere was reported.
    pub(crate) fn of(schema: &'s Schema, definitions: &'s Definitions) -> Parts<'s> {
        let referred = definitions.chain(schema).map(|definition| &*definition.schema);
        Parts(std::iter::once(schema).chain(referred).collect())
    }

    /// The definition that the last of them is.
    pub(crate) fn definition(&self, definitions: &'s Definitions) -> Option<&'s Definition> {
        let count = self.0.len().checked_sub(2)?;
        definitions.referred(self.0.get(count)?)
    }

    /// What the outermost of them says that says anything.
    pub(crate) fn find<T>(&self, said: impl Fn(&'s Schema) -> Option<T>) -> Option<T> {
        self.0.iter().find_map(|part| said(part))
    }

    /// Whether one of them is so.
    pub(crate) fn any(&self, is: impl Fn(&Schema) -> bool) -> bool {
        self.0.iter().any(|part| is(part))
    }

    /// The property of that name.
    pub(crate) fn property(&self, name: &str) -> Option<&'s Property> {
        self.find(|part| part.property(name))
    }

    /// All of them as one schema that refers to nothing.
    pub(crate) fn laid(&self) -> Schema {
        self.fold(&self.0)
    }

    /// What is laid over the last of them.
    pub(crate) fn over(&self) -> Schema {
        let count = self.0.len().saturating_sub(1);
        self.fold(self.0.get(..count).unwrap_or_default())
    }

    fn fold(&self, parts: &[&Schema]) -> Schema {
        let mut rest = parts.iter().rev();
        let base = rest.next().map(|last| Schema { reference: None, ..(**last).clone() });
        rest.fold(base.unwrap_or_default(), |base, over| overlay(base, over))
    }
}
