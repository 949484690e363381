//! Kubernetes' own kinds: the built-in schemas, and the schemas of a file or of `--openapi`. In: the command
//! line. Out: the definition of a kind.
//!
//! Easy to break: schemas are read when an object needs them. If the documents of `--openapi` contain a
//! group, no other schemas of that group are used.

use std::collections::HashSet;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::kubernetes_version::{Wanted, known_server};
use crdc::Scope;
use crdc_kubernetes::archive::Archive;
use crdc_kubernetes::{Definition, Kinds, group_of, pack, scope_of};
use crdc_source::{Source, parse};
use crdc_vocabulary::Minor;
use serde_json::Value;

/// The prefixes of the names of types that belong to Kubernetes itself.
const OWN: [&str; 3] =
    ["io.k8s.api.", "io.k8s.kube-aggregator.pkg.apis.", "io.k8s.apiextensions-apiserver.pkg.apis."];

/// The first and the last version that is built in, as text.
fn built_in() -> String {
    let versions = Archive::built_in().map(|archive| archive.versions()).unwrap_or_default();
    let ends = versions.first().zip(versions.last());
    ends.map_or_else(String::new, |(first, last)| format!("{first} to {last}"))
}

/// The known kinds of Kubernetes.
#[derive(Default)]
pub(crate) struct Natives {
    wanted: Option<Minor>,
    /// The server version, if one was chosen: the version on the command line, or the version of its file.
    server: Option<Minor>,
    /// The kinds of `--kubernetes`, or the built-in kinds. They are read when they are first needed.
    kinds: OnceLock<Option<Set>>,
    /// The kinds of `--openapi`.
    documents: Option<Set>,
}

/// The kinds of one version, and whether an object has one of them.
struct Set {
    kinds: Kinds,
    /// The groups of the kinds.
    groups: HashSet<String>,
    /// The name of the version: `Kubernetes 1.36`, or the name of a document whose version is not known.
    name: String,
    is_met: AtomicBool,
}

impl Set {
    fn of(archive: Archive, version: Minor, name: String) -> Option<Set> {
        let kinds = Kinds::of(archive, version)?;
        let groups = kinds.archive().kinds().iter().map(|kind| kind.of.group.clone()).collect();
        Some(Set { kinds, groups, name, is_met: AtomicBool::new(false) })
    }
}

/// A kind of Kubernetes.
#[derive(Clone, Copy)]
pub(crate) struct Native<'n> {
    pub(crate) kinds: &'n Kinds,
    pub(crate) definition: &'n Definition,
}

impl Natives {
    /// The kinds of a version, and those of OpenAPI documents.
    ///
    /// # Errors
    /// There is no such version, or the file cannot be read.
    pub(crate) fn load(wanted: &Wanted, openapi: &[Source]) -> Result<Natives, String> {
        let mut natives = Natives { documents: documents(openapi), ..Natives::default() };
        match wanted {
            Wanted::Newest => {}
            Wanted::Version(version) => {
                natives.wanted = Some(*version);
                // For some versions, only their treatment of CRDs is known.
                natives.server = wanted.server();
                if natives.server.is_none() && natives.usual().is_none() {
                    return Err(format!(
                        "--kubernetes: the schemas of {version} are not built in, only those of {}: make a file of them with \
                         crdc kubernetes, and give that",
                        built_in()
                    ));
                }
            }
            Wanted::File(name) => {
                let path = Path::new(name);
                let cannot_read = |why: String| {
                    format!(
                        "--kubernetes: {name} is neither a version such as 1.34 nor a file that can be read: {why}"
                    )
                };
                let source = Source::read(path).map_err(|error| cannot_read(error.to_string()))?;
                let value = json(&source).ok_or_else(|| cannot_read("it is no JSON".to_owned()))?;
                natives.server = version_of(&value).and_then(known_server);
                let set = set(&[value], name).ok_or_else(|| {
                    format!("--kubernetes: {name} has no kinds of Kubernetes: make it with crdc kubernetes")
                })?;
                let _ = natives.kinds.set(Some(set));
            }
        }
        Ok(natives)
    }

    /// The definition of an object's kind.
    pub(crate) fn find(&self, api_version: &str, kind: &str) -> Option<Native<'_>> {
        let set = self.set(api_version)?;
        let definition = set.kinds.resource(api_version, kind)?;
        set.is_met.store(true, Ordering::Relaxed);
        Some(Native { kinds: &set.kinds, definition })
    }

    /// The kinds that would contain one of this API version; `None` if it cannot be a kind of Kubernetes.
    pub(crate) fn near(&self, api_version: &str) -> Option<&Kinds> {
        self.set(api_version).map(|set| &set.kinds)
    }

    /// Whether a group has a kind in any version.
    pub(crate) fn has(&self, group: &str, kind: &str) -> bool {
        let set = may_be_own(group).then(|| self.usual()).flatten();
        set.into_iter().chain(&self.documents).any(|set| set.kinds.history(group, kind).next().is_some())
    }

    /// The server version, if one was chosen.
    pub(crate) fn server(&self) -> Option<Minor> {
        self.server
    }

    /// The reason why a group of Kubernetes is not known: the chosen version is not built in.
    pub(crate) fn missing(&self, api_version: &str) -> Option<String> {
        let group = group_of(api_version);
        let version = self.wanted.filter(|_| may_be_own(group) && self.usual().is_none())?;
        // Other projects have groups of `k8s.io` too.
        let is_own = Archive::built_in().ok()?.kinds().iter().any(|kind| kind.of.group == group);
        is_own.then(|| format!(
            "the kinds of Kubernetes {version} are not built in, only those of {}: make a file of them with crdc kubernetes, and give \
             that to --kubernetes",
            built_in()
        ))
    }

    /// The version whose kinds objects have, or that was chosen: `Kubernetes 1.36`.
    pub(crate) fn met(&self) -> Option<String> {
        let sets = self.kinds.get().into_iter().flatten().chain(&self.documents);
        let mut names: Vec<&str> =
            sets.filter(|set| set.is_met.load(Ordering::Relaxed)).map(|set| set.name.as_str()).collect();
        names.dedup();
        match names.as_slice() {
            [] => self.server.map(|server| format!("Kubernetes {server}")),
            names => Some(names.join(" and ")),
        }
    }

    fn set(&self, api_version: &str) -> Option<&Set> {
        let group = group_of(api_version);
        if let Some(documents) = self.documents.as_ref().filter(|documents| documents.groups.contains(group))
        {
            return Some(documents);
        }
        may_be_own(group).then(|| self.usual()).flatten()
    }

    fn usual(&self) -> Option<&Set> {
        let read = || {
            let archive = Archive::built_in().ok()?;
            let version = self.wanted.or_else(|| archive.versions().last().copied())?;
            Set::of(archive, version, format!("Kubernetes {version}"))
        };
        self.kinds.get_or_init(read).as_ref()
    }
}

/// Whether objects of a kind are in a namespace.
pub(crate) fn scope(group: &str, kind: &str) -> Scope {
    match scope_of(group, kind) {
        crdc_kubernetes::Scope::Namespaced => Scope::Namespaced,
        crdc_kubernetes::Scope::Cluster => Scope::Cluster,
    }
}

/// Whether a group may belong to Kubernetes itself. For other groups the archive is not read.
fn may_be_own(group: &str) -> bool {
    !group.contains('.') || group.ends_with(".k8s.io")
}

/// The kinds of Kubernetes in OpenAPI documents.
fn documents(openapi: &[Source]) -> Option<Set> {
    let values: Vec<Value> = openapi.iter().filter_map(json).filter(has_own).collect();
    let names: Vec<&str> = openapi.iter().map(|source| source.name.as_str()).collect();
    set(&values, &names.join(", "))
}

fn set(documents: &[Value], name: &str) -> Option<Set> {
    if documents.is_empty() {
        return None;
    }
    let version = documents.iter().find_map(version_of);
    let name = match version {
        Some(version) => format!("Kubernetes {version}"),
        None => format!("the kinds of {name}"),
    };
    let version = version.unwrap_or(Minor::NEWEST);
    Set::of(Archive::of_documents(&[(version, pack(documents).ok()?)]), version, name)
}

/// The version in a document.
pub(crate) fn version_of(document: &Value) -> Option<Minor> {
    document.pointer("/info/version")?.as_str()?.parse().ok()
}

/// A document as JSON.
pub(crate) fn json(source: &Source) -> Option<Value> {
    if let Ok(value) = serde_json::from_str(&source.text) {
        return Some(value);
    }
    serde_json::from_str(&parse(source).0.first()?.to_json()).ok()
}

fn definitions(document: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let v3 = document.pointer("/components/schemas").and_then(Value::as_object);
    v3.or_else(|| document.get("definitions")?.as_object()).into_iter().flatten()
}

fn is_own(name: &str) -> bool {
    OWN.iter().any(|start| name.starts_with(start))
}

fn has_own(document: &Value) -> bool {
    definitions(document).any(|(name, _)| is_own(name))
}

/// The kinds of a document that are not Kubernetes' own, in the form of `--kind`; `None` if the document has
/// none of Kubernetes' own kinds, so that all of its kinds are used.
pub(crate) fn others(source: &Source) -> Option<Vec<String>> {
    let document = json(source).filter(has_own)?;
    let names = definitions(&document).filter(|(name, _)| !name.starts_with("io.k8s."));
    let kinds = names.filter(|(_, schema)| {
        schema.pointer("/properties/metadata").is_some() && schema.pointer("/properties/items").is_none()
    });
    let kinds = kinds.flat_map(|(_, schema)| {
        let all = schema.get("x-kubernetes-group-version-kind").and_then(Value::as_array);
        all.into_iter().flatten().map(|kind| {
            let of = |key: &str| kind.get(key).and_then(Value::as_str).unwrap_or_default();
            let (group, version, kind) = (of("group"), of("version"), of("kind"));
            if group.is_empty() { format!("{version}/{kind}") } else { format!("{group}/{version}/{kind}") }
        })
    });
    Some(kinds.collect())
}

#[cfg(test)]
mod tests {
    use super::{Natives, Wanted, others};
    use crdc_source::Source;
    use crdc_vocabulary::Minor;

    #[test]
    fn kinds_are_found_when_they_are_needed() {
        let natives = Natives::load(&Wanted::Newest, &[]).expect("the newest one is there");
        assert!(natives.find("example.com/v1", "Pod").is_none());
        assert!(natives.kinds.get().is_none(), "nothing was read");
        assert!(natives.find("v1", "Pod").is_some() && natives.find("apps/v1beta1", "Deployment").is_none());
        assert_eq!(natives.met().as_deref(), Some("Kubernetes 1.36"));
        assert!(natives.has("apps", "Deployment") && !natives.has("apps", "Pod"));
    }

    #[test]
    fn versions_are_checked() {
        for (wanted, expected) in
            [("1.31", true), ("v1.34.2", true), ("1.20", false), ("1.99", false), ("no.json", false)]
        {
            let wanted = Wanted::parse(wanted).expect("it is a version or a name");
            assert_eq!(Natives::load(&wanted, &[]).is_ok(), expected, "{wanted:?}");
        }
        // Of these it is known what their servers do with CRDs.
        for version in [25, 30, 37] {
            let natives = Natives::load(&Wanted::Version(Minor(version)), &[]).expect("it is known");
            assert_eq!(natives.server(), Some(Minor(version)));
            assert!(natives.find("v1", "Pod").is_none() && natives.missing("example.com/v1").is_none());
            assert!(natives.missing("v1").is_some_and(|why| why.contains(&format!("1.{version} are not"))));
        }
        assert_eq!(Natives::default().server(), None);
        assert!(Wanted::parse("1.x").is_err());
    }

    #[test]
    fn documents_decide_about_their_groups() {
        let document = r#"{"info": {"version": "v1.33.1"}, "components": {"schemas": {
            "io.k8s.api.core.v1.Pod": {"type": "object", "properties": {"metadata": {}, "spec": {"type": "string"}},
              "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "Pod"}]},
            "com.example.v1.Note": {"type": "object", "properties": {"metadata": {}},
              "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Note"}]}}}}"#;
        let source = Source::new("openapi.json", document);
        assert_eq!(others(&source), Some(vec!["example.com/v1/Note".to_owned()]));
        let natives = Natives::load(&Wanted::Newest, &[source]).expect("there is a document");
        assert!(natives.find("v1", "Pod").is_some() && natives.find("v1", "ConfigMap").is_none());
        assert_eq!(natives.met().as_deref(), Some("Kubernetes 1.33"));
        assert!(natives.find("apps/v1", "Deployment").is_some());
        assert_eq!(natives.met().as_deref(), Some("Kubernetes 1.36 and Kubernetes 1.33"));
        assert_eq!(others(&Source::new("a", "{\"definitions\": {\"com.example.v1.Note\": {}}}")), None);
    }
}
