//! The accepted names of definitions: a name in a group belongs to the first definition that asks for it. In:
//! the names that a definition asks for. Out: the names that it gets, and the conflict for the others.
//!
//! Easy to break: a definition keeps the names that it has. It gets its free names even if another of its
//! names is taken.
// apiextensions-apiserver: pkg/controller/status/naming_controller.go calculateNamesAndConditions

use std::collections::{BTreeMap, BTreeSet};

use crdc_vocabulary::go::quote;

use super::Names;

/// The accepted names of definitions.
#[derive(Clone, Default)]
pub(crate) struct AcceptedNames(BTreeMap<String, Accepted>);

#[derive(Clone)]
struct Accepted {
    group: String,
    names: Names,
    conflict: Option<Conflict>,
}

/// The conflict of a name that another definition has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    /// The reason of the condition, such as `KindConflict`.
    pub(crate) reason: &'static str,
    pub(crate) message: String,
}

impl AcceptedNames {
    /// Gives a definition the names that it asks for and no other definition has. Returns the names that the
    /// definition has afterwards, and its last conflict.
    pub(crate) fn accept(
        &mut self,
        definition: &str,
        group: &str,
        asked: &Names,
    ) -> (Names, Option<Conflict>) {
        let before = self.0.get(definition).map(|accepted| accepted.names.clone()).unwrap_or_default();
        let others = self.0.iter().filter(|(name, accepted)| *name != definition && accepted.group == group);
        let (mut resources, mut kinds) = (BTreeSet::new(), BTreeSet::new());
        for (_, Accepted { names, .. }) in others {
            resources.extend([&names.plural, &names.singular]);
            resources.extend(&names.short);
            kinds.extend([&names.kind, &names.list_kind]);
        }
        let mut conflict = None;
        let mut take = |asked: &String, accepted_name: &String, used: &BTreeSet<&String>, reason| {
            if asked == accepted_name || !used.contains(asked) {
                return asked.clone();
            }
            conflict = Some(Conflict { reason, message: in_use(asked) });
            accepted_name.clone()
        };
        let plural = take(&asked.plural, &before.plural, &resources, "PluralConflict");
        let singular = take(&asked.singular, &before.singular, &resources, "SingularConflict");
        let kind = take(&asked.kind, &before.kind, &kinds, "KindConflict");
        let list_kind = take(&asked.list_kind, &before.list_kind, &kinds, "ListKindConflict");
        let is_taken = |name: &&String| resources.contains(name) && !before.short.contains(name);
        let taken: Vec<String> = asked.short.iter().filter(is_taken).map(|name| in_use(name)).collect();
        let short = if taken.is_empty() { asked.short.clone() } else { before.short.clone() };
        if kind == asked.kind && list_kind == asked.list_kind && !taken.is_empty() {
            // A server checks kinds last.
            let message = match &taken[..] {
                [one] => one.clone(),
                all => format!("[{}]", all.join(", ")),
            };
            conflict = Some(Conflict { reason: "ShortNamesConflict", message });
        }
        let names = Names { plural, singular, kind, list_kind, short, categories: asked.categories.clone() };
        let accepted = Accepted { group: group.to_owned(), names: names.clone(), conflict: conflict.clone() };
        self.0.insert(definition.to_owned(), accepted);
        (names, conflict)
    }

    /// Releases the names of a definition.
    pub(crate) fn forget(&mut self, definition: &str) {
        self.0.remove(definition);
    }

    /// The definitions of a group that wait for a name of another definition.
    pub(crate) fn waiting(&self, group: &str) -> Vec<String> {
        let waits = |accepted: &Accepted| accepted.group == group && accepted.conflict.is_some();
        self.0.iter().filter(|(_, accepted)| waits(accepted)).map(|(name, _)| name.clone()).collect()
    }

    /// The conflict because of which a definition does not have all its names.
    pub(crate) fn conflict(&self, definition: &str) -> Option<&Conflict> {
        self.0.get(definition)?.conflict.as_ref()
    }
}

fn in_use(name: &str) -> String {
    format!("{} is already in use", quote(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(plural: &str, kind: &str, short: &[&str]) -> Names {
        Names {
            plural: plural.to_owned(),
            singular: kind.to_lowercase(),
            kind: kind.to_owned(),
            list_kind: format!("{kind}List"),
            short: short.iter().map(|name| (*name).to_owned()).collect(),
            categories: Vec::new(),
        }
    }

    #[test]
    fn the_first_definition_of_a_group_has_a_name_and_gives_it_back() {
        let mut accepted = AcceptedNames::default();
        let first = names("as", "A", &["x"]);
        assert_eq!(accepted.accept("as.g", "g", &first), (first.clone(), None));
        // Another group has its own names.
        let other = names("bs", "A", &["x"]);
        assert_eq!(accepted.accept("bs.h", "h", &other).1, None);
        let second = Names { singular: "b".to_owned(), ..names("bs", "A", &["x", "y"]) };
        let (had, conflict) = accepted.accept("bs.g", "g", &second);
        assert_eq!((had.plural.as_str(), had.kind.as_str(), had.short.len()), ("bs", "", 0));
        let last = Conflict { reason: "ListKindConflict", message: "\"AList\" is already in use".to_owned() };
        assert_eq!((conflict, accepted.waiting("g")), (Some(last), vec!["bs.g".to_owned()]));
        accepted.forget("as.g");
        assert_eq!(accepted.accept("bs.g", "g", &second), (second, None));
        assert!(accepted.waiting("g").is_empty());
    }

    #[test]
    fn short_names_are_taken_together() {
        let mut accepted = AcceptedNames::default();
        accepted.accept("as.g", "g", &names("as", "A", &["x", "y"]));
        let (had, conflict) = accepted.accept("bs.g", "g", &names("bs", "B", &["y", "z", "x"]));
        assert_eq!((had.kind.as_str(), had.short.len()), ("B", 0));
        let both = "[\"y\" is already in use, \"x\" is already in use]".to_owned();
        assert_eq!(conflict, Some(Conflict { reason: "ShortNamesConflict", message: both }));
    }
}
