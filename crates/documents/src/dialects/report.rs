//! The immutability extensions of a document with the rows that apply to them. In: a document. Out: one
//! report for each extension.
//!
//! Easy to break: reports are in document order, version by version.

use super::site::walk;
use super::table::{ROWS, Row};
use crdc_schema::{Crd, Dialect, Immutability};
use crdc_source::{Source, Span};

/// An immutability extension and the rows that apply to it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the document.
    pub crd: String,
    /// The version, if the document has several.
    pub version: Option<String>,
    /// The path in an object: `spec.users[].name`, `spec.labels{}`.
    pub path: String,
    /// The extension.
    pub mark: Immutability,
    /// The span of its key.
    pub key: Span,
    /// The dialect set on the same schema; `None` for the dialect of the build.
    pub chosen: Option<Dialect>,
    /// The situations in which the dialects differ.
    pub rows: Vec<&'static Row>,
}

/// The immutability extensions of a document in document order, version by version. Those that are rejected
/// at their position, or have no effect, are left out.
///
/// ```
/// use crdc_source::{Source, parse};
/// use crdc_documents::dialects;
/// let text = "
/// apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// spec:
///   versions:
///   - name: v1
///     schema:
///       openAPIV3Schema:
///         type: object
///         properties:
///           engine: {type: string, x-kubernetes-immutable: true}
/// ";
/// let crd = crdc_schema::read(&parse(&Source::new("crd.yaml", text)).0).0.remove(0);
/// let found = dialects::differences(&crd);
/// assert_eq!(found[0].path, "engine");
/// assert!(found[0].rows.iter().any(|row| row.id == "set"));
/// ```
#[must_use]
pub fn differences(crd: &Crd) -> Vec<Report> {
    let name = crd.name.as_ref().map_or(String::new(), |name| name.value.clone());
    let several = crd.versions.len() > 1;
    let mut found = Vec::new();
    let common = crd.common.schema.as_ref().map(|schema| (None, schema));
    let versions = crd.versions.iter().filter_map(|version| {
        let named = version.name.as_ref().filter(|_| several).map(|name| name.value.clone());
        version.parts.schema.as_ref().map(|schema| (named, schema))
    });
    for (version, schema) in common.into_iter().chain(versions) {
        let start = found.len();
        walk(&schema.value, &mut |site, path, key| {
            found.push(Report {
                crd: name.clone(),
                version: version.clone(),
                path,
                mark: site.mark,
                key,
                chosen: site.schema.dialect(),
                rows: ROWS.iter().filter(|row| (row.applies)(site)).collect(),
            });
        });
        if let Some(found) = found.get_mut(start..) {
            found.sort_by_key(|marked| marked.key);
        }
    }
    found
}

/// The differences of every document of a source.
#[must_use]
pub fn differences_in(source: &Source) -> Vec<Report> {
    crdc_schema::read(&crdc_source::parse(source).0).0.iter().flat_map(differences).collect()
}
