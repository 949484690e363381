//! A kind of a document, as it was read.

use crate::references::Definitions;
use crate::schema::Crd;
use crdc_source::diag::Diagnostic;

/// One kind of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Published {
    /// The equivalent CRD: names, scope, one version with the schema of the object.
    pub(crate) crd: Option<Crd>,
    /// The definitions that its schema refers to.
    pub(crate) definitions: Definitions,
    /// Errors of reading it.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The number of schemas that were read.
    pub(super) schemas: usize,
}
