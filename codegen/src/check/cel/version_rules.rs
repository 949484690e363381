//! The input of checking the rules of a version: its schema, its place, the server.

use crate::check::kept_expressions::KeptExpressions;
use crate::check::path::Path;
use crdc_schema::Schema;
use crdc_source::Span;
use crdc_vocabulary::Minor;

/// The schema of a version and its options, for this family.
pub(in crate::check) struct Rules<'a> {
    /// The schema of a version.
    pub(in crate::check) schema: &'a Schema,
    /// Its key.
    pub(in crate::check) key: Span,
    /// Its path for the server.
    pub(in crate::check) path: &'a Path<'a>,
    /// The paths of the schemas that are wrong themselves. Rules at and above them are not compiled.
    pub(in crate::check) wrong: Vec<String>,
    /// Whether the costs of single rules are ignored, because an update does not change the schema.
    pub(in crate::check) unchanged: bool,
    /// The text of the document, if it is known.
    pub(in crate::check) text: Option<&'a str>,
    /// Whether rules that have no form in Rust are left out.
    pub(in crate::check) skip_uncompiled: bool,
    /// The oldest server that the document is applied to, if somebody names one.
    pub(in crate::check) server: Option<Minor>,
    /// The expressions of the old document of an update.
    pub(in crate::check) kept: &'a KeptExpressions,
}
