//! The fields that a patch sets in an object. In: the change, the object as it is written, and a finding.
//! Out: whether the object may be without the finding after the change.
//!
//! Lists of custom resources are replaced. Lists of Kubernetes' own kinds whose items have names are merged
//! by name, so that findings about other items stay.
//
// kustomize: api/filters/patchstrategicmerge, api/filters/patchjson6902; kyaml/yaml/merge2

use crate::edit::member;
use crate::identity::Identity;
use crate::validate::findings::finding::Finding;
use crdc_source::{Node, Value};

/// The names of findings about a value that do not depend on the members of the value.
const INDEPENDENT: [&str; 5] =
    ["unknown-field", "too-many", "wrong-type", "missing-schema", "managed-fields"];

/// The change of an object.
#[derive(Debug)]
pub(super) enum Change {
    /// A strategic merge patch.
    Merge(Node),
    /// A JSON patch.
    Operations(Vec<Operation>),
}

/// An operation of a JSON patch.
#[derive(Debug)]
pub(super) struct Operation {
    path: Vec<String>,
    value: Option<Node>,
    removes: bool,
}

impl Operation {
    /// Reads an operation. A move is two: one removes, and one sets.
    pub(super) fn all(node: &Node) -> impl Iterator<Item = Operation> + use<'_> {
        let op = member(node, "op");
        let set = (op != "remove" && op != "test").then_some(("path", false));
        let removed = (op == "remove").then_some(("path", true));
        let moved = (op == "move").then_some(("from", true));
        set.into_iter().chain(removed).chain(moved).filter_map(|(key, removes)| {
            let path = member(node, key).strip_prefix('/')?.split('/');
            let path = path.map(|part| part.replace("~1", "/").replace("~0", "~")).collect();
            Some(Operation { path, value: node.get("value").cloned(), removes })
        })
    }

    /// The value that is written to a path, or to an item of the list there.
    pub(super) fn value_below(&self, path: &[&str]) -> Option<&Node> {
        let rest = self.path.get(path.len()..)?;
        let is_there = self.path.iter().zip(path).all(|(own, wanted)| own == wanted);
        self.value.as_ref().filter(|_| is_there && rest.len() <= 1)
    }

    pub(super) fn sets_labels(&self) -> bool {
        self.path.iter().zip(["metadata", "labels"]).all(|(own, wanted)| own == wanted)
    }

    /// What the operation changes of the value at a path.
    fn reach(&self, path: &str) -> Reach<'_> {
        let mut rest = path;
        for (index, key) in self.path.iter().enumerate() {
            if rest.is_empty() {
                let is_last = index + 1 == self.path.len();
                return if is_last && key == "-" { Reach::Whole } else { Reach::Inside(vec![key]) };
            }
            let Some(below) = step(rest, key) else { return Reach::Nothing };
            rest = below;
        }
        if self.removes && rest.is_empty() { Reach::Removed } else { Reach::Whole }
    }
}

/// What a patch changes of a value.
#[derive(Debug, PartialEq, Eq)]
enum Reach<'p> {
    Nothing,
    /// These members.
    Inside(Vec<&'p str>),
    Removed,
    /// All of it.
    Whole,
}

pub(super) fn explain(change: &Change, finding: &Finding, object: &Node, identity: &Identity) -> bool {
    let is_own = !identity.group().contains('.') || identity.group().ends_with(".k8s.io");
    let reaches = |path: &str| -> Vec<Reach<'_>> {
        match change {
            Change::Merge(change) => vec![reach(change, Some(object), path, is_own)],
            Change::Operations(all) => all.iter().map(|one| one.reach(path)).collect(),
        }
    };
    let is_merged = matches!(change, Change::Merge(_));
    let at = |path: &str| {
        reaches(path).iter().any(|reach| match reach {
            Reach::Nothing => false,
            Reach::Whole => true,
            Reach::Removed => finding.id != "required-value",
            Reach::Inside(_) if finding.id == "required-value" => is_merged && is_empty(object, path),
            Reach::Inside(keys) => match &finding.rule {
                Some(rule) => keys.iter().any(|key| rule.contains(key)),
                None => !INDEPENDENT.contains(&finding.id),
            },
        })
    };
    // An error of the whole object has no path.
    let is_path = |path: &&str| !path.is_empty() && *path != "<nil>";
    finding.path().filter(is_path).is_some_and(at)
        || finding.rule_at.as_deref().filter(|_| finding.rule.is_some()).is_some_and(at)
}

/// What a merge patch changes of the value at a path of the object.
fn reach<'p>(change: &'p Node, object: Option<&Node>, rest: &str, is_own: bool) -> Reach<'p> {
    match &change.value {
        Value::Object(_) if member(change, "$patch") == "replace" => Reach::Whole,
        Value::Null if rest.is_empty() => Reach::Removed,
        Value::Object(_) if member(change, "$patch") == "delete" => {
            if rest.is_empty() {
                Reach::Removed
            } else {
                Reach::Whole
            }
        }
        Value::Object(members) if rest.is_empty() => {
            Reach::Inside(members.iter().map(|member| member.key.as_str()).collect())
        }
        Value::Object(members) => members
            .iter()
            .filter_map(|member| {
                let below = step(rest, &member.key)?;
                let object = object.and_then(|object| object.get(&member.key));
                Some(reach(&member.value, object, below, is_own))
            })
            .find(|reach| *reach != Reach::Nothing)
            .unwrap_or(Reach::Nothing),
        Value::Array(items) if is_own && !rest.is_empty() && are_named(items) => {
            of_named(items, object, rest).unwrap_or(Reach::Nothing)
        }
        _ => Reach::Whole,
    }
}

/// What a list of named items changes of the item of the object at an index.
fn of_named<'p>(items: &'p [Node], object: Option<&Node>, rest: &str) -> Option<Reach<'p>> {
    let (index, below) = rest.strip_prefix('[')?.split_once(']')?;
    let Value::Array(own) = &object?.value else { return None };
    let own = own.get(index.parse::<usize>().ok()?)?;
    let name = Some(member(own, "name")).filter(|name| !name.is_empty())?;
    let item = items.iter().find(|item| member(item, "name") == name)?;
    Some(reach(item, Some(own), below, true))
}

fn are_named(items: &[Node]) -> bool {
    let has_name = |item: &Node| !member(item, "name").is_empty() || !member(item, "$patch").is_empty();
    !items.is_empty() && items.iter().all(has_name)
}

/// Whether an object has nothing at a path of names.
fn is_empty(object: &Node, path: &str) -> bool {
    let mut node = Some(object);
    for key in path.split('.') {
        node = node.and_then(|node| node.get(key));
    }
    node.is_none_or(|node| match &node.value {
        Value::Null => true,
        Value::Object(members) => members.is_empty(),
        _ => false,
    })
}

/// The rest of a path after a member or an item: `.b` of `a.b` and of `[a].b`.
fn step<'p>(path: &'p str, key: &str) -> Option<&'p str> {
    let path = path.strip_prefix('.').unwrap_or(path);
    if let Some(inner) = path.strip_prefix('[') {
        return inner.strip_prefix(key)?.strip_prefix(']');
    }
    path.strip_prefix(key).filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn steps_of_paths() {
        for (path, key, expected) in [
            ("spec", "spec", Some("")),
            ("spec.a.b", "spec", Some(".a.b")),
            (".a[0].b", "a", Some("[0].b")),
            ("[0].b", "0", Some(".b")),
            ("[a.b/c]", "a.b/c", Some("")),
            (".a.b/c", "a.b/c", Some("")),
            ("spec", "spe", None),
            ("[10]", "1", None),
            ("", "a", None),
        ] {
            assert_eq!(step(path, key), expected, "{path} {key}");
        }
    }
}
