//! Objects of Flux: releases of charts, and the sources that they name.
//
// fluxcd/helm-controller: api/v2/helmrelease_types.go; fluxcd/source-controller: api/v1/*_types.go;
// fluxcd/kustomize-controller: api/v1/kustomization_types.go

use super::{flux_itself, workloads};
use crate::collector::Collector;
use crate::nodes::{at, string};
use crate::statement::{Kind, Name, What};
use crdc_source::Node;

/// A release: its chart and the chart's version, or a source that has both.
pub(super) fn helm_release(node: &Node, to: &mut Collector<'_>) {
    let name = name(node, Kind::HelmRelease);
    if let Some(values) = at(node, &["spec", "values"]) {
        flux_itself::values(values, to);
        workloads::values(values, to);
    }
    if let Some(reference) = at(node, &["spec", "chartRef"]) {
        if let Some(source) = source(reference, &name) {
            to.say_at(reference.span, What::Reference { source }, String::new());
        }
    } else if let Some(spec) = at(node, &["spec", "chart", "spec"]) {
        chart(spec, name, to);
    }
}

/// A chart, as `chartRef` may name it.
pub(super) fn helm_chart(node: &Node, to: &mut Collector<'_>) {
    if let Some(spec) = node.get("spec") {
        chart(spec, name(node, Kind::HelmChart), to);
    }
}

/// A chart with its version and its source. Without a chart it is a patch of another object.
fn chart(spec: &Node, of: Name, to: &mut Collector<'_>) {
    let chart = string(spec, &["chart"]).to_owned();
    let source = spec.get("sourceRef").and_then(|reference| source(reference, &of));
    match source {
        Some(source) if !chart.is_empty() => to.say(spec, &["version"], What::Sourced { of, chart, source }),
        _ if spec.get("version").is_some() => to.say(spec, &["version"], What::Patch { of }),
        _ => {}
    }
}

pub(super) fn helm_repository(node: &Node, to: &mut Collector<'_>) {
    let url = string(node, &["spec", "url"]);
    if !url.is_empty() {
        let what = What::Source { name: name(node, Kind::HelmRepository), url: url.to_owned() };
        to.say_at(node.span, what, String::new());
    }
}

/// Sources in git. Flux prefers a name over a range, a range over a tag, a tag over a branch; a commit beside
/// a tag says which release it is meant to be.
// fluxcd/source-controller: api/v1/gitrepository_types.go GitRepositoryRef
pub(super) fn git_repository(node: &Node, to: &mut Collector<'_>) {
    versioned(node, Kind::GitRepository, &["name", "semver", "tag", "branch", "commit"], to);
}

/// An artifact of a registry. A digest beside a tag says which content the tag is meant to have.
// fluxcd/source-controller: api/v1/ocirepository_types.go OCIRepositoryRef
pub(super) fn oci_repository(node: &Node, to: &mut Collector<'_>) {
    versioned(node, Kind::OciRepository, &["semver", "tag", "digest"], to);
}

fn versioned(node: &Node, kind: Kind, fields: &[&str], to: &mut Collector<'_>) {
    let url = string(node, &["spec", "url"]).to_owned();
    let given = |field: &&&str| at(node, &["spec", "ref", field]).is_some_and(|value| !value.is_zero());
    let field = fields.iter().find(given);
    if field.is_none() && url.is_empty() {
        return;
    }
    to.source(node, &["spec", "ref", field.unwrap_or(&"tag")], name(node, kind), url);
}

/// The variables that a Kustomization gives to the objects of its folder, and the versions in its patches.
pub(super) fn kustomization(node: &Node, to: &mut Collector<'_>) {
    let path = string(node, &["spec", "path"]);
    let path = path.strip_prefix("./").unwrap_or(path).trim_matches('/').to_owned();
    if let Some(values) = at(node, &["spec", "postBuild", "substitute"]) {
        to.variables(if path == "." { "" } else { &path }, values);
    }
    super::kustomize::patches(node, &["spec", "patches"], to);
    to.images(node, &["spec", "images"]);
}

/// The source that an object names. Without a namespace it is in that of the object.
fn source(reference: &Node, of: &Name) -> Option<Name> {
    let kind = Kind::of(string(reference, &["kind"]))?;
    let name = string(reference, &["name"]).to_owned();
    let namespace = string(reference, &["namespace"]);
    let namespace = if namespace.is_empty() { &of.namespace } else { namespace }.to_owned();
    (!name.is_empty()).then_some(Name { kind, name, namespace })
}

fn name(node: &Node, kind: Kind) -> Name {
    let of = |field| string(node, &["metadata", field]).to_owned();
    Name { kind, name: of("name"), namespace: of("namespace") }
}
