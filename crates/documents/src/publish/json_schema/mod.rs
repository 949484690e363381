//! Publishes a version of a CRD as JSON Schema. In: a version of a CRD. Out: a JSON Schema for editors and
//! command line tools, and what it cannot express.
//!
//! `writer` knows where it is and notes what cannot be said, `schema` converts a schema and everything below
//! it, `branch` what `allOf`, `anyOf`, `oneOf` and `not` say of the same value, `keywords` the keywords that
//! both have, `format` says what servers take for a format, `pattern` translates RE2 syntax, `metadata` has
//! the fields of every object, `layout` names files.
//!
//! **A schema accepts what a server accepts on create, or the difference is reported.** Easy to break: a
//! server removes nulls and applies defaults before it validates, so a field with a default is never missing,
//! and null is the same as an absent field.

mod branch;
mod document;
mod format;
mod keywords;
mod layout;
mod metadata;
mod nulls;
mod pattern;
mod schema;
#[cfg(test)]
mod tests;
mod unexpressed;
mod writer;

pub use document::{Draft, JsonSchema, Options};
pub use layout::Layout;
pub use unexpressed::{Topic, Unexpressed};

use super::tree;
use crdc_check::Checked;
use crdc_check::Outcome;
use crdc_schema::{At, Crd, Version};
use writer::Writer;

/// The schemas of all served versions of the CRDs without errors, in the order of the sources.
#[must_use]
pub fn json_schemas(checked: &[Checked], options: Options) -> Vec<JsonSchema> {
    let crds = checked.iter().flat_map(|checked| &checked.crds).filter_map(Outcome::accepted);
    let of_crd = |crd: &Crd| -> Vec<JsonSchema> {
        let served = crd.versions.iter().filter(|one| one.served.as_ref().is_some_and(|at| at.value));
        served.map(|version| json_schema(crd, version, options)).collect()
    };
    crds.flat_map(|checked| of_crd(checked.crd())).collect()
}

/// The schema of a version.
///
/// ```
/// use crdc_documents::publish::json_schema::{Options, Topic, json_schema};
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
///   - name: v1
///     served: true
///     storage: true
///     schema:
///       openAPIV3Schema:
///         type: object
///         required: [spec]
///         properties:
///           spec: {type: object, properties: {at: {type: string, x-kubernetes-validations: [{rule: self != ''}]}}}
/// ";
/// let checked = check_source(&Source::new("backups.yaml", text), None);
/// let crd = checked.crds[0].crd();
/// let schema = json_schema(crd, &crd.versions[0], Options { strict: true, ..Options::default() });
/// assert!(schema.to_json().contains("\"additionalProperties\": false"));
/// assert!(schema.unexpressed.iter().any(|unexpressed| unexpressed.path == "spec.at" && unexpressed.topic == Topic::Rules));
/// ```
#[must_use]
pub fn json_schema(crd: &Crd, version: &Version, options: Options) -> JsonSchema {
    let text = |at: &Option<At<String>>| at.as_ref().map(|at| at.value.clone()).unwrap_or_default();
    let names = crd.names.as_ref().map(|at| &at.value);
    let mut found = JsonSchema {
        group: text(&crd.group),
        version: text(&version.name),
        kind: names.map(|names| text(&names.kind)).unwrap_or_default(),
        plural: names.map(|names| text(&names.plural)).unwrap_or_default(),
        unexpressed: Vec::new(),
        root: tree::object(),
    };
    let mut writer = Writer::new(crd, options);
    let subresources = crd.subresources(version).map(|at| &at.value);
    found.root = writer.root(crd.schema(version).map(|at| &*at.value), &found);
    if subresources.is_some_and(|one| one.status.is_some()) {
        writer.unexpressed(Topic::Status, "a create drops it; a status update writes it".to_owned());
    }
    if let Some(path) = subresources.and_then(|one| one.scale.as_ref()?.value.spec_replicas_path.as_ref()) {
        writer.unexpressed(Topic::Scale, format!("`{}` must be a 32-bit integer from 0 on", path.value));
    }
    found.unexpressed = writer.unexpressed;
    found.unexpressed.sort();
    found.unexpressed.dedup();
    found
}
