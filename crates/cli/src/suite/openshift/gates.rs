//! The feature gates of releases: which gates are on for a profile, a feature set and a major version.
//! Annotations of a document name its profile, feature set and version.
//
// openshift/api: tests/crd_filter.go featureGatesForClusterProfileFeatureSetVersion

use crdc_source::{Member, Node, Source, Value, files, parse};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// All releases, in the order of their files.
pub(super) struct Gates(Vec<Release>);

struct Release {
    annotations: Vec<(String, String)>,
    versions: BTreeSet<u64>,
    /// For each feature gate, by name, whether it is on.
    gates: BTreeMap<String, bool>,
}

impl Gates {
    pub(super) fn read(folder: &Path) -> std::io::Result<Gates> {
        let mut releases = Vec::new();
        for path in files(folder)? {
            let Ok(source) = Source::read(&path) else { continue };
            let (documents, _) = parse(&source);
            let Some(document) = documents.first() else { continue };
            let annotations = document.get("metadata").and_then(|metadata| metadata.get("annotations"));
            let annotations = annotations.map(strings).unwrap_or_default();
            let status = document.get("status").and_then(|status| status.get("featureGates"));
            let mut gates = BTreeMap::new();
            if let Some(first) = items(status).first() {
                for (key, enabled) in [("enabled", true), ("disabled", false)] {
                    for gate in items(first.get(key)) {
                        if let Some(name) = gate.get("name").and_then(Node::as_str) {
                            gates.insert(name.to_owned(), enabled);
                        }
                    }
                }
            }
            releases.push(Release { versions: versions(&annotations), annotations, gates });
        }
        Ok(Gates(releases))
    }

    /// The gates of the first release for a profile, feature set and version.
    pub(super) fn of(
        &self,
        profile: &str,
        sets: &[&str],
        versions: &BTreeSet<u64>,
    ) -> Option<&BTreeMap<String, bool>> {
        let fits = |release: &&Release| {
            let has = |wanted: &str| release.annotations.iter().any(|(key, _)| key == wanted);
            let set = release.annotations.iter().find(|(key, _)| key == "release.openshift.io/feature-set");
            has(profile)
                && set.is_some_and(|(_, set)| sets.contains(&set.as_str()))
                && (versions.is_empty() || !release.versions.is_disjoint(versions))
        };
        self.0.iter().find(fits).map(|release| &release.gates)
    }
}

fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.value) {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}

/// The annotations of a document: the members that are strings.
pub(super) fn strings(node: &Node) -> Vec<(String, String)> {
    let Value::Object(members) = &node.value else { return Vec::new() };
    let text = |member: &Member| Some((member.key.clone(), member.value.as_str()?.to_owned()));
    members.iter().filter_map(text).collect()
}

/// The major versions that annotations name.
pub(super) fn versions(annotations: &[(String, String)]) -> BTreeSet<u64> {
    let found = annotations.iter().find(|(key, _)| key.starts_with("release.openshift.io/major-version"));
    found
        .iter()
        .flat_map(|(_, text)| text.split(','))
        .filter_map(|version| version.trim().parse().ok())
        .collect()
}
