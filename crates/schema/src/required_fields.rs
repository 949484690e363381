//! The fields that an object requires, by its `required` and by `allOf`.

use std::collections::HashSet;

use super::model::Schema;
use super::required::RequiredNames;

/// The fields that an object requires, by its `required` and by `allOf`. Use this to test many fields: **each
/// call of [`Schema::requires`] visits all branches.**
pub struct RequiredFields<'s> {
    own: Option<&'s RequiredNames>,
    branches: HashSet<&'s str>,
}

impl RequiredFields<'_> {
    /// Whether a field is required.
    pub fn has(&self, name: &str) -> bool {
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
    pub fn required_fields(&self) -> RequiredFields<'_> {
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
