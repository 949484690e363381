//! What is known of kinds, by group and name. In: a group and a name. Out: what was added for the kind.
//!
//! Every object asks for its kind, so names are compared where they are: a look-up copies nothing.

use std::collections::HashMap;

/// What is known of kinds; a set of kinds if it is nothing.
#[derive(Default)]
pub(crate) struct Kinds<T = ()> {
    by_group: HashMap<String, HashMap<String, T>>,
}

impl<T: Default> Kinds<T> {
    /// What is known of a kind, which is added if it is not there.
    pub(crate) fn entry(&mut self, group: &str, kind: &str) -> &mut T {
        self.by_group.entry(group.to_owned()).or_default().entry(kind.to_owned()).or_default()
    }
}

impl<G: AsRef<str>, K: AsRef<str>> FromIterator<(G, K)> for Kinds {
    fn from_iter<I: IntoIterator<Item = (G, K)>>(all: I) -> Kinds {
        let mut kinds = Kinds::default();
        all.into_iter().for_each(|(group, kind)| *kinds.entry(group.as_ref(), kind.as_ref()) = ());
        kinds
    }
}

impl<T> Kinds<T> {
    pub(crate) fn get(&self, group: &str, kind: &str) -> Option<&T> {
        self.by_group.get(group)?.get(kind)
    }

    pub(crate) fn has(&self, group: &str, kind: &str) -> bool {
        self.get(group, kind).is_some()
    }

    /// The names of the kinds of a group.
    pub(crate) fn of_group(&self, group: &str) -> impl Iterator<Item = &str> {
        self.by_group.get(group).into_iter().flat_map(|kinds| kinds.keys().map(String::as_str))
    }

    pub(crate) fn has_group(&self, group: &str) -> bool {
        self.by_group.contains_key(group)
    }

    /// All kinds, in the order of their names.
    pub(crate) fn sorted(&self) -> Vec<((&str, &str), &T)> {
        let mut all: Vec<((&str, &str), &T)> = Vec::new();
        for (group, kinds) in &self.by_group {
            all.extend(kinds.iter().map(|(kind, known)| ((group.as_str(), kind.as_str()), known)));
        }
        all.sort_unstable_by_key(|(names, _)| *names);
        all
    }
}
