//! The input for checking the rules of a version: its schema, its path and the server.

use crate::kept_expressions::KeptExpressions;
use crate::path::Path;
use crdc_schema::Schema;
use crdc_source::Span;
use crdc_vocabulary::Minor;

/// The schema of a version and its options, for this family.
pub struct Rules<'a> {
    /// The schema of a version.
    pub(crate) schema: &'a Schema,
    /// The key.
    pub(crate) key: Span,
    /// The path of the schema in the server's errors.
    pub(crate) path: &'a Path<'a>,
    /// The paths of schemas with errors. Rules at these schemas and above them are not compiled.
    pub(crate) wrong: Vec<String>,
    /// Whether the costs of single rules are ignored, because an update does not change the schema.
    pub(crate) unchanged: bool,
    /// The text of the document, if it is known.
    pub(crate) text: Option<&'a str>,
    /// Whether rules that have no form in Rust are left out.
    pub(crate) skip_uncompiled: bool,
    /// The oldest server that the document is applied to, if one is named.
    pub(crate) server: Option<Minor>,
    /// The expressions of the old document of an update.
    pub(crate) kept: &'a KeptExpressions,
}
