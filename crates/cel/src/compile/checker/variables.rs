//! The variables of an expression. In: declarations of names with their types. Out: the type of a name.

use std::collections::{HashMap, HashSet};

use crate::compile::ast::Name;
use crate::compile::types::Type;

/// The names that are declared for an expression, with their types. Names of libraries are not included.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    list: Vec<(Name, Type)>,
    /// For each name the indices of its declarations in the list; the last one counts.
    places: HashMap<Name, Vec<usize>>,
    groups: HashSet<Name>,
    has_patches: bool,
}

impl Variables {
    /// Declares a variable. Its name may be qualified, `a.b`.
    pub fn declare(&mut self, name: impl Into<Name>, of: Type) {
        let name = name.into();
        self.places.entry(name.clone()).or_default().push(self.list.len());
        self.list.push((name, of));
    }

    /// Declares a name whose fields are variables, as `variables` in a ValidatingAdmissionPolicy. Each field
    /// is declared by its qualified name, `variables.a`; any other field is an error.
    pub fn declare_group(&mut self, name: impl Into<Name>) {
        self.groups.insert(name.into());
    }

    /// Declares the types of mutations: `JSONPatch`, `Object`, `Object.spec` and all others that begin so,
    /// and the function `jsonpatch.escapeKey`.
    pub fn declare_patches(&mut self) {
        self.has_patches = true;
    }

    pub(super) fn has_patches(&self) -> bool {
        self.has_patches
    }

    /// Removes the last declaration of a variable. Groups stay.
    pub fn forget_last(&mut self) {
        if let Some((name, _)) = self.list.pop() {
            self.places.get_mut(&name).map(Vec::pop);
        }
    }

    /// The names, in the order in which they were declared.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.list.iter().map(|(name, _)| name)
    }

    pub(super) fn get(&self, name: &str) -> Option<Type> {
        Some(self.list.get(*self.places.get(name)?.last()?)?.1)
    }

    pub(super) fn is_group(&self, name: &str) -> bool {
        self.groups.contains(name)
    }
}
