//! The names of `required`, in document order, and the fields that an object requires. **Whether a name is among them takes
//! constant time**, whatever their number.

use std::collections::HashSet;
use std::ops::Deref;

use super::{At, Schema};

/// Below this number of names, a linear search is faster than a table.
const TABLE_FROM: usize = 16;

/// The value of `required`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequiredNames {
    list: Vec<At<String>>,
    /// The names, if there are many.
    table: HashSet<String>,
}

impl RequiredNames {
    /// Whether a name is one of them.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        if self.list.len() < TABLE_FROM {
            return self.list.iter().any(|known| known.value == name);
        }
        self.table.contains(name)
    }
}

/// The fields that an object requires, by its `required` and by `allOf`. For questions about many fields: **one about each field
/// of [`Schema::requires`] costs as many branches each time.**
pub(crate) struct RequiredFields<'s> {
    own: Option<&'s RequiredNames>,
    branches: HashSet<&'s str>,
}

impl RequiredFields<'_> {
    /// Whether a field is one of them.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.own.is_some_and(|own| own.has(name)) || self.branches.contains(name)
    }
}

impl Schema {
    /// Whether a field is required, here or in `allOf`.
    #[must_use]
    pub fn requires(&self, name: &str) -> bool {
        let own = self.own_required().is_some_and(|own| own.has(name));
        own || self.all_of.iter().flat_map(|list| &list.value).any(|branch| branch.requires(name))
    }

    /// The fields that are required, here or in `allOf`.
    pub(crate) fn required_fields(&self) -> RequiredFields<'_> {
        let mut branches = HashSet::new();
        self.add_branches(&mut branches);
        RequiredFields { own: self.own_required(), branches }
    }

    fn own_required(&self) -> Option<&RequiredNames> {
        self.required.as_ref().map(|at| &at.value)
    }

    fn add_branches<'s>(&'s self, names: &mut HashSet<&'s str>) {
        for branch in self.all_of.iter().flat_map(|list| &list.value) {
            names.extend(branch.own_required().into_iter().flatten().map(|name| name.value.as_str()));
            branch.add_branches(names);
        }
    }
}

impl From<Vec<At<String>>> for RequiredNames {
    fn from(list: Vec<At<String>>) -> RequiredNames {
        let names = list.iter().map(|name| name.value.clone());
        let table = if list.len() < TABLE_FROM { HashSet::new() } else { names.collect() };
        RequiredNames { list, table }
    }
}

impl Deref for RequiredNames {
    type Target = [At<String>];

    fn deref(&self) -> &[At<String>] {
        &self.list
    }
}

impl<'n> IntoIterator for &'n RequiredNames {
    type Item = &'n At<String>;
    type IntoIter = std::slice::Iter<'n, At<String>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
