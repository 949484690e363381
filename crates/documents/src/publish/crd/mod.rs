//! A CRD as crdc understands it. In: a CRD, or a kind of an OpenAPI document (`of_openapi`). Out: a document
//! of v1 with all extensions, in the order of the API's types; or with those that servers know.
//!
//! Members without an effect are left out: unknown keys, `false`, empty lists. Easy to break: the document
//! must compile to the same plan.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types.go

mod document;
mod of_openapi;
#[cfg(test)]
mod tests;

pub use document::CrdDocument;
pub use of_openapi::of_openapi;

use super::openapi;
use crdc_check::Checked;
use crdc_check::Outcome;
use crdc_schema::Schema;
use crdc_source::Node;
use document::written;

/// The CRDs of v1 without errors, in the order of the sources, as crdc understands them.
///
/// ```
/// use crdc_documents::publish::crd::crds;
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
///   - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, nullable: false}}}
/// ";
/// let documents = crds(&[check_source(&Source::new("backups.yaml", text), None)]);
/// assert!(!documents[0].to_yaml().contains("nullable"));
/// ```
#[must_use]
pub fn crds(checked: &[Checked]) -> Vec<CrdDocument> {
    documents(checked, openapi::written)
}

/// The CRDs of [`crds`] without what servers do not know: immutability, unions, normalization and the others.
/// What a server without crdc stores anyway; it refuses the extensions in a server-side apply and under
/// strict field validation.
#[must_use]
pub fn stock(checked: &[Checked]) -> Vec<CrdDocument> {
    documents(checked, openapi::stock)
}

fn documents(checked: &[Checked], schema: fn(&Schema) -> Node) -> Vec<CrdDocument> {
    let accepted = checked.iter().flat_map(|checked| &checked.crds).filter_map(Outcome::accepted);
    accepted.map(|checked| written(checked.crd(), schema)).collect()
}
