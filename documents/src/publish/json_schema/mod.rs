//! In: a version of a CRD. Out: a JSON Schema for editors and command line tools, and what it cannot express.
//!
//! `schema` converts a schema and everything below it, `branch` what `allOf`, `anyOf`, `oneOf` and `not` say of the same value,
//! `keywords` the keywords that both have, `format` says what servers take for a format, `pattern` translates RE2 syntax, `metadata` has the fields of every object,
//! `layout` names files.
//!
//! **A schema accepts what a server accepts on create, or the difference is reported.** Easy to break: a server
//! removes nulls and applies defaults before it validates, so a field with a default is never missing, and null is the same
//! as an absent field.

mod branch;
mod format;
mod keywords;
mod layout;
mod metadata;
mod pattern;
mod schema;
#[cfg(test)]
mod tests;

pub use layout::Layout;

use super::{json, tree};
use crdc_codegen::Checked;
use crdc_codegen::check::Outcome;
use crdc_codegen::schema::{At, Crd, Version};
use crdc_codegen::source::Node;

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draft {
    /// `https://json-schema.org/draft/2020-12/schema`
    #[default]
    Draft202012,
    /// `http://json-schema.org/draft-07/schema#`, for older tools.
    Draft7,
}

/// How schemas are published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The draft.
    pub draft: Draft,
    /// Whether fields that a server would prune are refused.
    pub strict: bool,
}

/// The schema of one version.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonSchema {
    /// The group.
    pub group: String,
    /// The version.
    pub version: String,
    /// The kind.
    pub kind: String,
    /// The plural name.
    pub plural: String,
    /// What servers check and the schema does not, by path.
    pub unexpressed: Vec<Unexpressed>,
    root: Node,
}

/// Something that a server checks and a JSON Schema does not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unexpressed {
    /// The path of the value, such as `spec.rules[]`; empty for the whole object.
    pub path: String,
    /// What it is about.
    pub topic: Topic,
    /// The keyword's value, or what differs.
    pub detail: String,
}

/// What a JSON Schema cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// CEL rules.
    Rules,
    /// Unique items of a list: sets of objects, and list maps.
    ListType,
    /// A format, of which the schema has only a pattern that other strings match too.
    Format,
    /// A pattern in RE2 syntax that has no equal in ECMA 262.
    Pattern,
    /// Names, labels, annotations and other metadata.
    Metadata,
    /// Immutability, unions and normalization, of which only crdc knows.
    Extension,
    /// The number of fields, which a server counts after it removed nulls and applied defaults.
    Count,
    /// Integers: servers refuse those of more than 64 bits.
    Number,
    /// The replicas of the scale subresource.
    Scale,
    /// The status, which a create drops.
    Status,
}

impl Topic {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Topic::Rules => "CEL rules",
            Topic::ListType => "list type",
            Topic::Format => "format",
            Topic::Pattern => "pattern",
            Topic::Metadata => "metadata",
            Topic::Extension => "extension",
            Topic::Count => "number of fields",
            Topic::Number => "integers",
            Topic::Scale => "scale",
            Topic::Status => "status",
        }
    }
}

impl std::fmt::Display for Unexpressed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = if self.path.is_empty() { "(object)" } else { &self.path };
        write!(f, "{place}: {}: {}", self.topic.name(), self.detail.replace('\n', " "))
    }
}

impl JsonSchema {
    /// The schema as indented JSON, with a line break at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::pretty(&self.root)
    }
}

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
/// use crdc_codegen::{check_source, source::Source};
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
    let mut writer = schema::Writer::new(crd, options);
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
