//! What is known about a kind besides its schema: its plural, scope and subresources. If no path leads to it,
//! they are guessed, with a diagnostic.
//
// apimachinery: pkg/api/meta/restmapper.go UnsafeGuessKindToResource

use super::document::Document;
use super::kinds::Kind;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// What a CRD specifies besides the schema.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Resource {
    pub(super) plural: String,
    pub(super) namespaced: bool,
    pub(super) status: bool,
}

/// The resource of a kind; `status` tells whether its schema has that field.
pub(super) fn resource<'n>(
    document: &Document<'n>,
    kind: &Kind<'n>,
    status: bool,
    problems: &mut Vec<Diagnostic>,
) -> Resource {
    let Some(served) = document.paths.resource(kind) else {
        return guessed(kind, status, problems);
    };
    let subresources = document.paths.subresources(kind.group, kind.version, served.plural);
    if let Some((_, span)) = subresources.iter().find(|(name, _)| *name == "scale") {
        problems.push(incomplete(
            *span,
            format!("the document does not specify the scale fields of {}", kind.kind),
            "the rules of scale are left out; a CustomResourceDefinition specifies the fields under `subresources.scale`",
        ));
    }
    Resource {
        plural: served.plural.to_owned(),
        namespaced: served.namespaced,
        status: subresources.iter().any(|(name, _)| *name == "status"),
    }
}

fn guessed(kind: &Kind<'_>, status: bool, problems: &mut Vec<Diagnostic>) -> Resource {
    let lower = kind.kind.to_lowercase();
    let plural = match lower.strip_suffix('y') {
        _ if lower == "endpoints" => lower,
        _ if lower.ends_with('s') => format!("{lower}es"),
        Some(stem) => format!("{stem}ies"),
        None => format!("{lower}s"),
    };
    let with = if status { " with a status subresource" } else { "" };
    problems.push(incomplete(
        kind.definition.key_span,
        format!("no path serves {}: assuming namespaced `{plural}`{with}", kind.kind),
        "pass a document with `paths`, as servers publish it",
    ));
    Resource { plural, namespaced: true, status }
}

fn incomplete(span: Span, message: String, help: &str) -> Diagnostic {
    Diagnostic { help: Some(help.to_owned()), ..Diagnostic::new(Code::OpenapiIncomplete, span, message) }
}
