//! A kind of a document, as it was read.

use crate::Crd;
use crate::references::Definitions;
use crdc_source::diag::Diagnostic;

/// One kind of a document.
#[derive(Clone, Debug, Default)]
pub struct Published {
    /// The equivalent CRD: names, scope, one version with the schema of the object.
    pub crd: Option<Crd>,
    /// The definitions that its schema refers to.
    pub definitions: Definitions,
    /// Errors of reading it.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of schemas that were read.
    pub(super) schemas: usize,
}
