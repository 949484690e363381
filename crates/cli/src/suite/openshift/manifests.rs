//! Finds the CRDs of a suite: every file of `zz_generated.crd-manifests` beside the folder of the tests that
//! has the CRD, in the variants that have its feature gates.
//
// openshift/api: tests/crd_filter.go perTestRuntimeInfo

use super::gates::{Gates, strings, versions};
use crate::suite::model::Crds;
use crdc_source::{Node, Source, files, parse};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The files of openshift/api that are read once for all suites.
#[derive(Default)]
pub(in crate::suite) struct Openshift {
    /// The CRDs by folder.
    manifests: HashMap<PathBuf, Vec<Manifest>>,
    /// The feature gates of releases by folder.
    gates: HashMap<PathBuf, Gates>,
}

/// A CRD.
struct Manifest {
    path: PathBuf,
    name: String,
    annotations: Vec<(String, String)>,
}

const PROFILE: &str = "include.release.openshift.io/";
const FEATURE_SET: &str = "release.openshift.io/feature-set";

impl Openshift {
    /// The files of a CRD that have the feature gates of a suite. Outside of such a repository, every file
    /// with the CRD that was found.
    pub(super) fn crds(&mut self, suite: &Path, crd: &str, gates: &[&str]) -> Result<Crds, String> {
        let absolute = std::path::absolute(suite).map_err(|error| error.to_string())?;
        let above = |path: &Path| path.parent()?.parent()?.parent().map(Path::to_path_buf);
        let folder = above(suite).or_else(|| above(&absolute)).unwrap_or_default();
        let folder = folder.join("zz_generated.crd-manifests");
        if !folder.is_dir() {
            return Ok(Crds::Named(crd.to_owned()));
        }
        if !self.manifests.contains_key(&folder) {
            let read = read(&folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
            self.manifests.insert(folder.clone(), read);
        }
        let manifests = self.manifests.get(&folder).map_or(&[][..], Vec::as_slice);
        let mut chosen = Vec::new();
        for manifest in manifests.iter().filter(|manifest| manifest.name == crd) {
            if gates.is_empty() || has_gates(manifest, gates, &absolute, &mut self.gates)? {
                chosen.push(manifest.path.clone());
            }
        }
        if chosen.is_empty() {
            let gates = if gates.is_empty() { String::new() } else { format!(" with {}", gates.join(", ")) };
            return Err(format!("{} has no CRD {crd}{gates}", folder.display()));
        }
        Ok(Crds::Each(chosen))
    }
}

fn read(folder: &Path) -> std::io::Result<Vec<Manifest>> {
    let mut manifests = Vec::new();
    for path in files(folder)? {
        let Ok(source) = Source::read(&path) else { continue };
        let (documents, _) = parse(&source);
        if let Some(document) = documents.first() {
            let metadata = document.get("metadata");
            let name = metadata.and_then(|metadata| metadata.get("name")).and_then(Node::as_str);
            let annotations = metadata.and_then(|metadata| metadata.get("annotations"));
            manifests.push(Manifest {
                path: path.clone(),
                name: name.unwrap_or_default().to_owned(),
                annotations: annotations.map(strings).unwrap_or_default(),
            });
        }
    }
    Ok(manifests)
}

fn has_gates(
    manifest: &Manifest,
    gates: &[&str],
    suite: &Path,
    known: &mut HashMap<PathBuf, Gates>,
) -> Result<bool, String> {
    let annotation = |name: &str| {
        manifest.annotations.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    };
    let sets: Vec<&str> = annotation(FEATURE_SET)
        .into_iter()
        .flat_map(|sets| sets.split(','))
        .filter(|set| !set.is_empty())
        .collect();
    // This variant has every field.
    if sets.contains(&"CustomNoUpgrade") {
        return Ok(!gates.iter().any(|gate| gate.starts_with('-')));
    }
    let profiles =
        manifest.annotations.iter().filter(|(key, value)| key.starts_with(PROFILE) && value == "true");
    // A CRD of several profiles is the same in all of them.
    let Some(profile) = profiles.map(|(key, _)| key.as_str()).min() else { return Ok(true) };
    let folder = suite.ancestors().map(|folder| folder.join("payload-manifests/featuregates"));
    let folder = folder.into_iter().find(|folder| folder.is_dir());
    let folder = folder.ok_or("no folder around the suite has payload-manifests/featuregates")?;
    if !known.contains_key(&folder) {
        known.insert(
            folder.clone(),
            Gates::read(&folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?,
        );
    }
    let versions = versions(&manifest.annotations);
    let sets = if sets.is_empty() { vec!["Default"] } else { sets };
    let state = known.get(&folder).and_then(|known| known.of(profile, &sets, &versions));
    let state = state.ok_or_else(|| {
        format!("{}: no feature gates of {profile} and {}", folder.display(), sets.join(", "))
    })?;
    for gate in gates {
        let (name, wanted) = gate.strip_prefix('-').map_or((*gate, true), |name| (name, false));
        let enabled =
            state.get(name).ok_or_else(|| format!("{}: no feature gate {name}", folder.display()))?;
        if *enabled != wanted {
            return Ok(false);
        }
    }
    Ok(true)
}
