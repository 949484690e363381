//! Reads the API paths of a document. In: API paths. Out: what they say about kinds, collected once for all
//! of them: `/apis/GROUP/VERSION/[namespaces/{namespace}/]PLURAL[/{name}[/SUBRESOURCE]]`, `/api/VERSION/…`
//! for the core group.
//
// apiserver: pkg/endpoints/installer.go (x-kubernetes-group-version-kind of operations)

use std::collections::HashMap;

use super::kind::Kind;
use crdc_source::{Member, Node, Span, Value};

/// Group, version, and a kind or a plural.
type Name<'n> = (&'n str, &'n str, &'n str);

/// The paths of a document.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths<'n> {
    kinds: HashMap<Name<'n>, Served<'n>>,
    subresources: HashMap<Name<'n>, Vec<(&'n str, Span)>>,
}

/// The paths that serve objects of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Served<'n> {
    pub(super) plural: &'n str,
    pub(super) namespaced: bool,
}

/// The target of a path.
struct PathTarget<'n> {
    group: &'n str,
    version: &'n str,
    plural: &'n str,
    namespaced: bool,
    subresource: Option<&'n str>,
}

impl<'n> Paths<'n> {
    pub(crate) fn of(paths: &'n [Member]) -> Paths<'n> {
        let mut found = Paths::default();
        for path in paths {
            let Some(place) = place(&path.key) else { continue };
            let PathTarget { group, version, plural, namespaced, subresource } = place;
            if let Some(subresource) = subresource {
                let list = found.subresources.entry((group, version, plural)).or_default();
                list.push((subresource, path.key_span));
                continue;
            }
            for (of_group, of_version, kind) in kinds(&path.value) {
                if (of_group, of_version) == (group, version) {
                    let served = found.kinds.entry((group, version, kind));
                    served.or_insert(Served { plural, namespaced: false }).namespaced |= namespaced;
                }
            }
        }
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The paths that serve objects of the kind, if there are any.
    pub(super) fn resource(&self, kind: &Kind<'n>) -> Option<Served<'n>> {
        self.kinds.get(&(kind.group, kind.version, kind.kind)).copied()
    }

    /// The subresources of a resource, each with its path.
    pub(super) fn subresources(
        &self,
        group: &'n str,
        version: &'n str,
        plural: &'n str,
    ) -> &[(&'n str, Span)] {
        self.subresources.get(&(group, version, plural)).map_or(&[], Vec::as_slice)
    }
}

fn place(path: &str) -> Option<PathTarget<'_>> {
    let mut steps = path.split('/').filter(|step| !step.is_empty());
    let group = match steps.next()? {
        "api" => "",
        "apis" => steps.next()?,
        _ => return None,
    };
    let version = steps.next()?;
    let steps: Vec<&str> = steps.collect();
    let (namespaced, steps) = match steps.as_slice() {
        ["namespaces", "{namespace}", below @ ..] if !below.is_empty() => (true, below),
        all => (false, all),
    };
    match steps {
        ["watch", ..] | [] => None,
        [plural] | [plural, _] => Some(PathTarget { group, version, plural, namespaced, subresource: None }),
        [plural, _, subresource, ..] => {
            Some(PathTarget { group, version, plural, namespaced, subresource: Some(subresource) })
        }
    }
}

/// The kinds of a path's operations.
fn kinds(path: &Node) -> Vec<Name<'_>> {
    let Value::Object(operations) = &path.value else { return Vec::new() };
    let mut found = Vec::new();
    for operation in operations {
        if let Some(said) = operation.value.get("x-kubernetes-group-version-kind") {
            let text = |key: &str| said.get(key).and_then(Node::as_str).unwrap_or_default();
            found.push((text("group"), text("version"), text("kind")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn paths_are_taken_apart() {
        let found =
            |path| place(path).map(|at| (at.group, at.version, at.plural, at.namespaced, at.subresource));
        assert_eq!(found("/api/v1/namespaces"), Some(("", "v1", "namespaces", false, None)));
        assert_eq!(
            found("/api/v1/namespaces/{name}/status"),
            Some(("", "v1", "namespaces", false, Some("status")))
        );
        assert_eq!(found("/api/v1/namespaces/{namespace}/pods/{name}"), Some(("", "v1", "pods", true, None)));
        let scale = "/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale";
        assert_eq!(found(scale), Some(("apps", "v1", "deployments", true, Some("scale"))));
        assert_eq!(found("/apis/apps/v1/watch/deployments"), None);
        assert_eq!(found("/apis/apps/v1/"), None);
        assert_eq!(found("/version/"), None);
    }
}
