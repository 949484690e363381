//! CRDs that are not loaded, since no object has their kind. In: their texts. Out: the names of their kinds,
//! for advice about a kind that is unknown. The texts are parsed only if somebody asks.

use std::sync::OnceLock;

use super::met_kinds::MetKinds;
use crate::edit::member;
use crate::validate::manifests::manifest;
use crdc_kubernetes::group_of;
use crdc_source::{Source, Value};

/// The CRDs whose kinds were not met.
#[derive(Default)]
pub(super) struct Unmet {
    sources: Vec<Source>,
    /// The `apiVersion` and the kind of each version.
    kinds: OnceLock<Vec<(String, String)>>,
}

impl Unmet {
    /// Moves the CRDs whose kinds were not met out of `crds`. A text that cannot be read stays, and one that
    /// names no kind, so that their errors are reported.
    pub(super) fn among(crds: &mut Vec<Source>, met: &MetKinds) -> Unmet {
        let is_unmet = |source: &Source| {
            let kinds = MetKinds::of(&source.text);
            !source.has_fault() && !kinds.is_nothing() && !met.meets(&kinds)
        };
        let sources = crds.extract_if(.., |source| is_unmet(source));
        Unmet { sources: sources.collect(), kinds: OnceLock::new() }
    }

    /// The kinds of an API version.
    pub(super) fn of_version<'k>(&'k self, api_version: &'k str) -> impl Iterator<Item = &'k str> {
        self.kinds().iter().filter(move |(known, _)| known == api_version).map(|(_, kind)| kind.as_str())
    }

    /// Whether any kind is of a group.
    pub(super) fn has_group(&self, group: &str) -> bool {
        self.kinds().iter().any(|(known, _)| group_of(known) == group)
    }

    fn kinds(&self) -> &[(String, String)] {
        self.kinds.get_or_init(|| self.sources.iter().flat_map(kinds_of).collect())
    }
}

fn kinds_of(source: &Source) -> Vec<(String, String)> {
    let crds = manifest::read(source).0.into_iter().filter(|manifest| manifest.identity().is_crd());
    let mut found = Vec::new();
    for crd in crds {
        let Some(spec) = crd.node.get("spec") else { continue };
        let kind = spec.get("names").map_or("", |names| member(names, "kind"));
        let Some(Value::Array(versions)) = spec.get("versions").map(|versions| &versions.value) else {
            continue;
        };
        found.extend(versions.iter().map(|version| {
            (format!("{}/{}", member(spec, "group"), member(version, "name")), kind.to_owned())
        }));
    }
    found
}
