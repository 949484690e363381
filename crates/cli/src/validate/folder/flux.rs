//! Kustomizations of Flux, which are objects. In: a text. Out: the folders in whose objects they set the
//! namespace.
//
// fluxcd/kustomize-controller: api/v1/kustomization_types.go

use std::path::{Path, PathBuf};

use super::kustomization::joined;
use crate::edit::member;
use crate::validate::manifests::manifest;
use crdc_source::Source;

/// The folders, from the root of the repository, whose objects get another namespace.
pub(super) fn folders(source: &Source) -> Vec<PathBuf> {
    if !source.text.contains("targetNamespace") || !source.text.contains("kustomize.toolkit.fluxcd.io") {
        return Vec::new();
    }
    let objects = manifest::read(source).0.into_iter().map(|manifest| manifest.node);
    let is_one = |api_version: &str| api_version.starts_with("kustomize.toolkit.fluxcd.io/");
    let objects =
        objects.filter(|node| is_one(member(node, "apiVersion")) && member(node, "kind") == "Kustomization");
    let folder = |node: &_| {
        let spec = crdc_source::Node::get(node, "spec")?;
        let path = if member(spec, "path").is_empty() { "." } else { member(spec, "path") };
        (!member(spec, "targetNamespace").is_empty())
            .then(|| joined(Path::new(""), path.trim_start_matches('/')))
    };
    objects.filter_map(|node| folder(&node)).collect()
}
