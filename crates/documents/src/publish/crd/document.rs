//! A CRD as a document of v1, in the order of the API's types. In: a CRD, and how its schemas are written.
//! Out: the document.
//!
//! Easy to break: v1beta1 has fields for all versions; each version gets them.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types.go

use super::super::tree;
use crdc_schema::{At, Crd, Names, PerVersion, Scale, Schema, Version};
use crdc_source::{Node, Value};

/// A CRD as a document.
#[derive(Clone, Debug, PartialEq)]
pub struct CrdDocument {
    /// The name of the CRD.
    pub name: String,
    document: Node,
}

impl CrdDocument {
    /// The document as YAML, with a line break at the end.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        crdc_source::to_yaml(&self.document)
    }
}

/// The document of a CRD, whose schemas have no references.
pub(super) fn written(crd: &Crd, schema: fn(&Schema) -> Node) -> CrdDocument {
    let name = crd.name.as_ref().map(|at| at.value.clone()).unwrap_or_default();
    let group = crd.group.as_ref().map_or("", |at| at.value.as_str());
    let metadata = crd.metadata.as_ref().map_or_else(|| made(&name, group), |at| at.value.clone());
    let mut spec = tree::object();
    text(&mut spec, "group", &crd.group);
    if let Some(at) = &crd.names {
        tree::push(&mut spec, "names", names(&at.value));
    }
    text(&mut spec, "scope", &crd.scope);
    let versions = crd.versions.iter().map(|one| version(one, &crd.common, schema)).collect();
    tree::push(&mut spec, "versions", tree::list(versions));
    node(&mut spec, "conversion", &crd.conversion);
    if crd.preserves_unknown_fields() {
        flag(&mut spec, "preserveUnknownFields", true);
    }
    let document = tree::with(&[
        ("apiVersion", tree::text("apiextensions.k8s.io/v1")),
        ("kind", tree::text("CustomResourceDefinition")),
        ("metadata", metadata),
        ("spec", spec),
    ]);
    CrdDocument { name, document }
}

/// The metadata of a CRD that was made from another document. Servers want an approval for groups of
/// Kubernetes.
//
// apiextensions-apiserver: pkg/apihelpers/helpers.go (IsProtectedCommunityGroup)
fn made(name: &str, group: &str) -> Node {
    let mut metadata = tree::with(&[("name", tree::text(name))]);
    let is_of = |of: &str| group.strip_suffix(of).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    if is_of("k8s.io") || is_of("kubernetes.io") {
        let approval = tree::text("unapproved, made from an OpenAPI document");
        tree::push(&mut metadata, "annotations", tree::with(&[("api-approved.kubernetes.io", approval)]));
    }
    metadata
}

fn names(names: &Names) -> Node {
    let Names { plural, singular, kind, list_kind, short_names, categories } = names;
    let mut out = tree::object();
    text(&mut out, "plural", plural);
    text(&mut out, "singular", singular);
    text(&mut out, "kind", kind);
    text(&mut out, "listKind", list_kind);
    for (key, at) in [("shortNames", short_names), ("categories", categories)] {
        if let Some(at) = at.as_ref().filter(|at| !at.value.is_empty()) {
            tree::push(
                &mut out,
                key,
                tree::list(at.value.iter().map(|name| tree::text(&name.value)).collect()),
            );
        }
    }
    out
}

/// A version; `common` are the fields that v1beta1 has for all versions.
fn version(version: &Version, common: &PerVersion, schema: fn(&Schema) -> Node) -> Node {
    let Version { span: _, name, served, storage, deprecated, deprecation_warning, parts } = version;
    let mut out = tree::object();
    text(&mut out, "name", name);
    for (key, at) in [("served", served), ("storage", storage)] {
        flag(&mut out, key, at.as_ref().is_some_and(|at| at.value));
    }
    if deprecated.as_ref().is_some_and(|at| at.value) {
        flag(&mut out, "deprecated", true);
    }
    text(&mut out, "deprecationWarning", deprecation_warning);
    if let Some(at) = parts.schema.as_ref().or(common.schema.as_ref()) {
        let schema = schema(&at.value);
        tree::push(&mut out, "schema", tree::with(&[("openAPIV3Schema", schema)]));
    }
    if let Some(at) = parts.subresources.as_ref().or(common.subresources.as_ref()) {
        let mut subresources = tree::object();
        if at.value.status.is_some() {
            tree::push(&mut subresources, "status", tree::object());
        }
        if let Some(at) = &at.value.scale {
            tree::push(&mut subresources, "scale", scale(&at.value));
        }
        if !tree::members(&subresources).is_empty() {
            tree::push(&mut out, "subresources", subresources);
        }
    }
    let columns = parts.printer_columns.as_ref().or(common.printer_columns.as_ref());
    node(&mut out, "additionalPrinterColumns", &columns.cloned());
    let selectable = parts.selectable_fields.as_ref().or(common.selectable_fields.as_ref());
    node(&mut out, "selectableFields", &selectable.cloned());
    out
}

fn scale(scale: &Scale) -> Node {
    let Scale { spec_replicas_path, status_replicas_path, label_selector_path } = scale;
    let mut out = tree::object();
    text(&mut out, "specReplicasPath", spec_replicas_path);
    text(&mut out, "statusReplicasPath", status_replicas_path);
    text(&mut out, "labelSelectorPath", label_selector_path);
    out
}

fn text(out: &mut Node, key: &str, at: &Option<At<String>>) {
    if let Some(at) = at {
        tree::push(out, key, tree::text(&at.value));
    }
}

fn node(out: &mut Node, key: &str, at: &Option<At<Node>>) {
    if let Some(at) = at.as_ref().filter(|at| at.value.value != Value::Null) {
        tree::push(out, key, at.value.clone());
    }
}

fn flag(out: &mut Node, key: &str, value: bool) {
    tree::push(out, key, tree::node(Value::Bool(value)));
}
