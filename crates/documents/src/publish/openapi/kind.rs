//! The schemas of a kind and of its list. In: a version of a CRD. Out: its schemas by name.
//!
//! Easy to break: a schema that is not structural is published without its fields.
//
// apiextensions-apiserver: pkg/controller/openapi/builder/builder.go

use super::super::{json, tree};
use super::meta::{self, Meta};
use super::options::{OpenApi, Options};
use super::{lossless, schema, v2};
use crdc_schema::{At, Crd, Names, Version};
use crdc_source::Node;

/// A schema of a published document.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedSchema {
    /// The name in the document, such as `com.example.v1.Backup`.
    pub name: String,
    /// The schema.
    pub schema: Node,
}

impl PublishedSchema {
    /// The schema as indented JSON, with a line break at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::pretty(&self.schema)
    }
}

/// The schemas of the kind and of its list.
///
/// Schemas that are not structural are published without their fields, as servers do.
///
/// ```
/// use crdc_documents::publish::openapi::{OpenApi, Options, schemas};
/// use crdc_check::check_source;
/// use crdc_source::Source;
///
/// let text = "
/// apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// metadata: {name: backups.example.com}
/// spec:
///   group: example.com
///   scope: Namespaced
///   names: {plural: backups, singular: backup, kind: Backup, listKind: BackupList}
///   versions:
///   - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
/// ";
/// let checked = check_source(&Source::new("backups.yaml", text), None);
/// let crd = checked.crds[0].crd();
/// let schemas = schemas(crd, &crd.versions[0], Options::server(OpenApi::V3));
/// let names: Vec<&str> = schemas.iter().map(|schema| schema.name.as_str()).collect();
/// assert_eq!(names, ["com.example.v1.Backup", "com.example.v1.BackupList"]);
/// ```
#[must_use]
pub fn schemas(crd: &Crd, version: &Version, options: Options) -> Vec<PublishedSchema> {
    let names = crd.names.as_ref().map(|at| &at.value);
    let name =
        |of: fn(&Names) -> &Option<At<String>>| names.and_then(|names| text(of(names))).unwrap_or_default();
    let kind = name(|names| &names.kind);
    let list_kind =
        names.and_then(|names| text(&names.list_kind)).map_or_else(|| format!("{kind}List"), str::to_owned);
    let group = text(&crd.group).unwrap_or_default();
    let version_name = text(&version.name).unwrap_or_default();
    let meta = Meta {
        form: options.form,
        group,
        version: version_name,
        fills_all: false,
        extensions: options.extensions,
    };
    let selectable = meta::selectable_fields(crd, version).filter(|_| options.selectable_fields);
    let mut own = root(crd, version, &meta, options);
    let mut list = meta.list(name(|names| &names.plural), kind, &list_kind);
    if options.extensions {
        lossless::scale(&mut own, crd, version);
    }
    for (schema, kind) in [(&mut own, kind), (&mut list, &list_kind)] {
        tree::push(schema, "x-kubernetes-group-version-kind", meta.group_version_kind(kind));
        if let Some(selectable) = &selectable {
            tree::push(schema, "x-kubernetes-selectable-fields", selectable.clone());
        }
    }
    [(kind, own), (&list_kind, list)]
        .map(|(kind, schema)| PublishedSchema { name: meta.name(kind), schema })
        .into()
}

fn root(crd: &Crd, version: &Version, meta: &Meta<'_>, options: Options) -> Node {
    let mut untyped = tree::object();
    tree::push(&mut untyped, "type", tree::text("object"));
    let Some(schema) = crd.schema(version).map(|at| &*at.value) else { return untyped };
    if !crdc_check::is_structural(schema) {
        return untyped;
    }
    let mut full = schema::published(schema, options);
    if options.form == OpenApi::V3 {
        meta.resource(&mut full);
        return full;
    }
    let mut root = untyped;
    if !crd.preserves_unknown_fields() && !schema.preserves_unknown_fields() {
        root = full.clone();
        v2::convert(&mut root);
        meta.resource(&mut root);
    }
    if options.extensions {
        Meta { fills_all: true, ..*meta }.resource(&mut full);
        lossless::keep(&mut root, &full);
    }
    root
}

pub(super) fn text(at: &Option<At<String>>) -> Option<&str> {
    at.as_ref().map(|at| at.value.as_str()).filter(|text| !text.is_empty())
}
