//! Groups equal changes at several paths, or in several versions. In: the changes of a document. Out: groups,
//! breaking changes first, and the words for a group that all formats share.
//!
//! Easy to break: a path occurs once per version, and versions are named only if the change is not in all of
//! them.

use super::change::{Change, Kind, Ratcheted};
use super::sources::Compared;
use std::collections::HashMap;

/// Prefix for objects that were stored in another version.
const FROM: &str = "from ";

/// A change at several paths, or in several versions.
pub(super) struct Group<'c> {
    pub(super) first: &'c Change,
    pub(super) paths: Vec<&'c str>,
    versions: Vec<String>,
}

pub(super) fn fold(changes: &[Change]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut numbers = HashMap::new();
    for change in changes {
        // Fields with the same name and the same change are probably from one repeated definition. For
        // other kinds of changes, the name does not matter.
        let leaf = matches!(
            change.kind,
            Kind::Field | Kind::Described | Kind::Map | Kind::UnknownFields | Kind::Default | Kind::Required
        )
        .then(|| change.path.rsplit(['.', '[', '{', ']', '}']).find(|part| !part.is_empty()));
        let key = (
            (change.kind, change.effect, change.impact, change.ratcheted),
            (leaf, &change.said, change.fields),
            (&change.was, &change.now),
        );
        let fresh = groups.len();
        let index = *numbers.entry(key).or_insert(fresh);
        if index == fresh {
            groups.push(Group { first: change, paths: Vec::new(), versions: Vec::new() });
        }
        let Some(group) = groups.get_mut(index) else { continue };
        // A path occurs once per version, and the changes of a version are consecutive.
        let version = versions(change);
        if !group.versions.contains(&version) {
            group.versions.push(version);
        }
        group.paths.push(&change.path);
    }
    for group in &mut groups {
        let mut seen = std::collections::HashSet::new();
        group.paths.retain(|path| seen.insert(*path));
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.first.impact));
    groups
}

pub(super) fn versions(change: &Change) -> String {
    match (&change.old_version, &change.new_version) {
        (Some(old), Some(new)) if old == new => new.clone(),
        (Some(old), Some(new)) => format!("{FROM}{old} to {new}"),
        (Some(one), None) | (None, Some(one)) => one.clone(),
        (None, None) => String::new(),
    }
}

/// The versions of a change, unless it applies to all.
pub(super) fn of_versions(compared: &Compared, group: &Group<'_>) -> Option<String> {
    let told = group.first.kind == Kind::Version || group.versions.iter().all(String::is_empty);
    let all =
        compared.versions == group.versions.len() && group.versions.iter().all(|v| !v.starts_with("from "));
    (!told && !all).then(|| group.versions.join(", "))
}

/// The words for the treatment of the error when an object is updated that already has it.
pub(super) fn update(change: &Change, several: bool) -> Option<String> {
    let path = match change.unchanged.as_deref() {
        Some(path) if !several => format!(" `{path}`"),
        _ => String::new(),
    };
    let value = if path.is_empty() { " the value" } else { &path };
    let around = if path.is_empty() { " around it" } else { &path };
    let words = match change.ratcheted? {
        Ratcheted::Yes => format!("accepted while{value} is unchanged"),
        Ratcheted::IfDescribed => {
            format!(
                "accepted while{value} is unchanged and contains nothing that the schema does not describe"
            )
        }
        Ratcheted::WithTheList => format!("accepted while the whole list{around} is unchanged"),
        Ratcheted::WhileFaulty => {
            "accepted while the stored object has duplicates, in this list or another".to_owned()
        }
        Ratcheted::No if change.kind == Kind::Rule && !change.path.is_empty() => {
            "the error is never ignored, because the rule uses the old value".to_owned()
        }
        Ratcheted::No => "rejected until it is fixed".to_owned(),
    };
    Some(words)
}
