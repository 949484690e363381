//! A published document. In: a document and the problems of making it. Out: its text in each format, and the
//! diagnostics.
//!
//! Easy to break: the written text is checked like any other document, so problems are placed in it.

use super::problem::Problem;
use super::{apply_safe, in_rust, json, json_schema, openapi};
use crdc_check::{Checked, check_source};
use crdc_source::diag::{self, Diagnostic};
use crdc_source::render::{self, Format};
use crdc_source::{Node, Source, parse};

/// A document with all its rules, and the diagnostics.
#[derive(Clone, Debug)]
pub struct Published {
    /// The text that the diagnostics point into: the document, or the given text if it could not be read.
    pub(super) source: Source,
    pub(super) document: Node,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A document that cannot be published. Its `Display` is the rendered diagnostics. So is its `Debug`, because
/// a `main` that returns the error prints that.
#[derive(Clone)]
pub struct RefusedDocument(pub(super) Box<Published>);

impl Published {
    /// Writes the document and checks the written text.
    pub(super) fn new(document: Node, problems: Vec<Problem>) -> Published {
        let name = document.get("metadata").and_then(|metadata| metadata.get("name")).and_then(Node::as_str);
        let source = Source::new(format!("{}.yaml", name.unwrap_or("crd")), crdc_source::to_yaml(&document));
        let mut diagnostics = check_source(&source, None).diagnostics;
        let placed = parse(&source).0;
        let places = placed.first().unwrap_or(&document);
        diagnostics = diagnostics.into_iter().map(in_rust::help).collect();
        for problem in problems {
            let (at, mut found) = (problem.value(places), problem.into_diagnostic(places));
            // The check reports only the first of several problems; each gets its server message.
            if let Some(index) =
                diagnostics.iter().position(|other| other.code == found.code && Some(other.span) == at)
            {
                found.server = diagnostics.swap_remove(index).server;
            }
            diagnostics.push(found);
        }
        diag::arrange(&mut diagnostics);
        Published { source, document, diagnostics }
    }

    /// The document as YAML, with a line break at the end. If there are errors, as far as it could be built.
    #[must_use]
    pub fn yaml(&self) -> String {
        crdc_source::to_yaml(&self.document)
    }

    /// The document as JSON, indented.
    #[must_use]
    pub fn json(&self) -> String {
        json::pretty(&self.document)
    }

    /// The OpenAPI documents of the served versions. Empty if there are errors.
    #[must_use]
    pub fn openapi(&self, options: openapi::Options) -> Vec<openapi::Document> {
        // One document has each kind once, so there are no further errors.
        openapi::documents(&self.checked(), options).0
    }

    /// The JSON Schemas of the served versions. Empty if there are errors.
    #[must_use]
    pub fn json_schema(&self, options: json_schema::Options) -> Vec<json_schema::JsonSchema> {
        json_schema::json_schemas(&self.checked(), options)
    }

    /// The document for a stock server, with the reasons why servers refuse it. None if there are errors.
    #[must_use]
    pub fn apply_safe(&self, options: apply_safe::Options) -> Option<apply_safe::ApplySafe> {
        self.checked().iter().find_map(|checked| apply_safe::apply_safe(&self.source, checked, options).pop())
    }

    fn checked(&self) -> Vec<Checked> {
        if self.has_errors() { Vec::new() } else { vec![check_source(&self.source, None)] }
    }

    /// All diagnostics, by position in the YAML: conflicts between rules and document, errors and warnings of
    /// servers, and schemas that make an immutability extension ineffective.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether the document cannot be published.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        diag::has_errors(&self.diagnostics)
    }

    /// The diagnostics as text.
    #[must_use]
    pub fn report(&self, format: Format) -> String {
        render::render(&self.source, &self.diagnostics, format)
    }

    /// The document, if it has no errors.
    ///
    /// # Errors
    /// If it has errors.
    pub fn accepted(self) -> Result<Published, RefusedDocument> {
        if self.has_errors() { Err(RefusedDocument(Box::new(self))) } else { Ok(self) }
    }
}

impl RefusedDocument {
    /// The rejected document with all diagnostics.
    #[must_use]
    pub fn published(&self) -> &Published {
        &self.0
    }
}

impl std::fmt::Display for RefusedDocument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.report(Format::Human))
    }
}

impl std::fmt::Debug for RefusedDocument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for RefusedDocument {}
