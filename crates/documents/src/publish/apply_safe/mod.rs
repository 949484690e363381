//! CRDs that a stock server enforces. In: a CRD with extensions of immutability and unions. Out: the CRD with
//! rules in CEL that say the same, and what rules cannot say.
//!
//! `schema/as_rules` writes the rules, `document` the document with the annotation that crdc reads back
//! (`schema/kept`), `servers` what older servers know of its rules, `report` has what the dialects decide
//! differently. The document is checked like any CRD; its rules have the spans of their extensions, so that
//! missing limits are reported there.
//!
//! **The rules say what the dialect `cel` says** (`dialects/table.rs`), or the difference is reported. Rules
//! of users and CRDs without extensions are not changed. Easy to break: a document that is published twice
//! must not change.
// docs/semantics.md, Apply-safe CRDs

mod document;
mod report;
mod servers;
#[cfg(test)]
mod tests;

pub use crdc_schema::as_rules::{Difference, Unexpressed};

use std::collections::HashMap;

use super::json;
use crdc_check::Checked;
use crdc_check::Outcome;
use crdc_schema::as_rules::as_rules;
use crdc_schema::kept::restored;
use crdc_schema::{ApiVersion, Crd, read_as_written};
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::{Node, Source, Value, parse};
use crdc_vocabulary::Minor;

/// Options of publishing CRDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The oldest server that the CRD is applied to.
    pub server: Minor,
}

/// A CRD whose extensions are rules.
#[derive(Clone, Debug)]
pub struct ApplySafe {
    /// The name of the CRD.
    pub name: String,
    /// The checks that servers do not make as crdc does, by version and path.
    pub unexpressed: Vec<Unexpressed>,
    /// The reason why servers refuse the document: rules that cost too much, with the limits that are
    /// missing, at the extensions; and what the named server does not know of rules.
    pub problems: Vec<Diagnostic>,
    document: Node,
}

impl ApplySafe {
    /// The document as YAML, with a line break at the end.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        crdc_source::to_yaml(&self.document)
    }

    /// The document as indented JSON, with a line break at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::pretty(&self.document)
    }

    /// The document. Rules that stand for extensions have the spans of those.
    #[must_use]
    pub fn document(&self) -> &Node {
        &self.document
    }
}

/// The CRDs of a source without errors, as a stock server enforces them.
///
/// ```
/// use crdc_vocabulary::Minor;
/// use crdc_documents::publish::apply_safe::{Options, apply_safe};
/// use crdc_check::check_source;
/// use crdc_plan::explain;
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
///         properties: {spec: {type: object, properties: {bucket: {type: string, x-kubernetes-immutable: true}}}}
/// ";
/// let source = Source::new("backups.yaml", text);
/// let documents = apply_safe(&source, &check_source(&source, None), Options { server: Minor(29) });
/// assert!(documents[0].problems.is_empty());
/// let yaml = documents[0].to_yaml();
/// assert!(yaml.contains("rule: self == oldSelf // crdc x-kubernetes-immutable"), "{yaml}");
/// // crdc reads the extensions back.
/// assert_eq!(explain(&[Source::new("published.yaml", yaml)], None), explain(&[source], None));
/// ```
#[must_use]
pub fn apply_safe(source: &Source, checked: &Checked, options: Options) -> Vec<ApplySafe> {
    let accepted: Vec<&Crd> =
        checked.crds.iter().filter_map(Outcome::accepted).map(|checked| checked.crd()).collect();
    if accepted.is_empty() {
        return Vec::new();
    }
    let nodes = parse(source).0;
    let mut places = HashMap::new();
    nodes.iter().for_each(|node| place(node, &mut places));
    let node = |crd: &Crd| places.get(&(crd.span.start, crd.span.end));
    accepted.into_iter().filter_map(|crd| Some(of_crd(node(crd)?, crd, options))).collect()
}

/// Adds a document and the items of a list by their spans.
fn place<'n>(node: &'n Node, places: &mut HashMap<(u32, u32), &'n Node>) {
    places.insert((node.span.start, node.span.end), node);
    if let Some(Value::Array(items)) = node.get("items").map(|items| &items.value) {
        items.iter().for_each(|item| place(item, places));
    }
}

/// The document of a CRD.
pub(super) fn of_crd(node: &Node, crd: &Crd, options: Options) -> ApplySafe {
    let name = crd.name.as_ref().map(|at| at.value.clone()).unwrap_or_default();
    let node = restored(node, crd.api_version).map_or_else(|| node.clone(), |(node, _)| node);
    let mut unexpressed = Vec::new();
    let mut versions = Vec::new();
    for version in &crd.versions {
        let named = version.name.as_ref().map(|at| at.value.clone()).unwrap_or_default();
        let Some(schema) = crd.schema(version).map(|at| &*at.value) else { continue };
        let (rules, mut found) = as_rules(schema, options.server);
        report::of_dialects(schema, &mut found);
        found.iter_mut().for_each(|found| found.version.clone_from(&named));
        found.sort();
        found.dedup();
        unexpressed.append(&mut found);
        versions.push((named, rules));
    }
    let mut problems = Vec::new();
    if crd.api_version == ApiVersion::V1beta1 && versions.iter().any(|(_, rules)| !rules.is_empty()) {
        let message = "CRDs of v1beta1 have no rules";
        problems.push(Diagnostic::new(Code::PublishDocument, crd.span, message).help("convert it to v1"));
    }
    let document = document::document(&node, &versions, options.server);
    let published = document.as_ref().map_or_else(|| crd.clone(), read_as_written);
    problems.extend(servers::problems(published, options.server));
    ApplySafe { name, unexpressed, problems, document: document.unwrap_or(node) }
}
