//! The kinds of one version. Definitions are compiled when an object first needs them: a manifest needs few
//! of the hundreds.

use std::collections::HashMap;
use std::sync::OnceLock;

use crdc_vocabulary::Minor;

use crate::archive::Archive;
use crate::definition::{Definition, DefinitionId, GroupVersionKind, group_of};
use crate::scope::no_resource;

/// The kinds of one version of Kubernetes.
#[derive(Debug)]
pub struct Kinds {
    archive: Archive,
    version: Minor,
    /// The kinds by API version, then by kind.
    by_kind: HashMap<String, HashMap<String, KnownKind>>,
    compiled: Vec<OnceLock<Option<Definition>>>,
}

/// The definition and the scope of a kind.
#[derive(Debug)]
struct KnownKind {
    id: DefinitionId,
    /// The warning for each object of the kind.
    deprecation: OnceLock<Option<String>>,
}

impl Kinds {
    /// The kinds of a version in an archive; `None` if the archive does not have the version.
    #[must_use]
    pub fn of(archive: Archive, version: Minor) -> Option<Kinds> {
        let mut by_kind: HashMap<String, HashMap<String, KnownKind>> = HashMap::new();
        for kind in archive.kinds().iter().filter(|kind| kind.first <= version && version <= kind.last) {
            if let Some(id) = archive.index(&kind.definition).map(DefinitionId) {
                let known = KnownKind { id, deprecation: OnceLock::new() };
                by_kind.entry(kind.of.api_version()).or_default().insert(kind.of.kind.clone(), known);
            }
        }
        let compiled = (0..archive.len()).map(|_| OnceLock::new()).collect();
        (!by_kind.is_empty()).then_some(Kinds { archive, version, by_kind, compiled })
    }

    /// The version.
    #[must_use]
    pub fn version(&self) -> Minor {
        self.version
    }

    /// The archive with all of its versions.
    #[must_use]
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// The definition of a kind.
    ///
    /// ```
    /// use crdc_kubernetes::{Kinds, archive::Archive};
    ///
    /// let kinds = Kinds::of(Archive::built_in().unwrap(), "1.36".parse().unwrap()).unwrap();
    /// let deployment = kinds.find("apps/v1", "Deployment").unwrap();
    /// assert_eq!(deployment.go_name(), "Deployment");
    /// assert!(kinds.find("apps/v1beta1", "Deployment").is_none());
    /// ```
    #[must_use]
    pub fn find(&self, api_version: &str, kind: &str) -> Option<&Definition> {
        self.get(self.known(api_version, kind)?.id)
    }

    fn known(&self, api_version: &str, kind: &str) -> Option<&KnownKind> {
        self.by_kind.get(api_version)?.get(kind)
    }

    /// The warning about each object of a kind, which `say` computes once; `None` if there is no such kind.
    pub(crate) fn deprecation(
        &self,
        api_version: &str,
        kind: &str,
        say: impl FnOnce() -> Option<String>,
    ) -> Option<&str> {
        self.known(api_version, kind)?.deprecation.get_or_init(say).as_deref()
    }

    /// The definition of a kind that a resource has, so that it has objects. Lists and bodies of subresources
    /// have no resource.
    ///
    /// ```
    /// use crdc_kubernetes::{Kinds, archive::Archive};
    ///
    /// let kinds = Kinds::of(Archive::built_in().unwrap(), "1.36".parse().unwrap()).unwrap();
    /// assert!(kinds.resource("apps/v1", "Deployment").is_some());
    /// assert!(kinds.resource("v1", "PodList").is_none() && kinds.resource("autoscaling/v1", "Scale").is_none());
    /// ```
    #[must_use]
    pub fn resource(&self, api_version: &str, kind: &str) -> Option<&Definition> {
        let found = self.find(api_version, kind)?;
        let is_list = kind.ends_with("List") && found.field("items").is_some();
        (!is_list && no_resource(group_of(api_version), kind).is_none()).then_some(found)
    }

    /// The definition of a named type.
    #[must_use]
    pub fn get(&self, id: DefinitionId) -> Option<&Definition> {
        let compile = || {
            let (name, schema) = self.archive.definition(id.0, self.version)?;
            let schema = serde_json::from_str(schema).ok()?;
            let definition =
                Definition::read(name, &schema, &|name| self.archive.index(name).map(DefinitionId));
            let kind = self.archive.kinds().iter().find(|kind| kind.definition == name);
            Some(Definition { kind: kind.map(|kind| kind.of.clone()), ..definition })
        };
        self.compiled.get(id.0)?.get_or_init(compile).as_ref()
    }

    /// The definition of this name.
    ///
    /// ```
    /// use crdc_kubernetes::{Kinds, archive::Archive};
    ///
    /// let kinds = Kinds::of(Archive::built_in().unwrap(), "1.36".parse().unwrap()).unwrap();
    /// let schema = kinds.named("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps").unwrap();
    /// assert!(schema.field("x-kubernetes-validations").is_some());
    /// ```
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Definition> {
        self.get(DefinitionId(self.archive.index(name)?))
    }

    /// The kinds of an API version, sorted.
    #[must_use]
    pub fn of_version(&self, api_version: &str) -> Vec<&str> {
        let all = self.by_kind.get(api_version).into_iter().flatten();
        let mut kinds: Vec<&str> = all.map(|(kind, _)| kind.as_str()).collect();
        kinds.sort_unstable();
        kinds
    }

    /// Whether any version of the archive has kinds of a group.
    #[must_use]
    pub fn knows_group(&self, group: &str) -> bool {
        self.archive.kinds().iter().any(|kind| kind.of.group == group)
    }

    /// The versions of a kind in the archive: from which minor version to which, and in which API versions.
    pub fn history<'k>(
        &'k self,
        group: &'k str,
        kind: &'k str,
    ) -> impl Iterator<Item = (&'k GroupVersionKind, Minor, Minor)> {
        let all = self.archive.kinds().iter();
        all.filter(move |known| known.of.group == group && known.of.kind == kind)
            .map(|known| (&known.of, known.first, known.last))
    }
}
