//! What is known of a kind beside its schema: its plural, its scope, its subresources. Where no path leads to it
//! they are guessed, and that is said.
//
// apimachinery: pkg/api/meta/restmapper.go UnsafeGuessKindToResource

use super::document::Document;
use super::kinds::Kind;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// What a CRD says beside the schema.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Resource {
    pub(super) plural: String,
    pub(super) namespaced: bool,
    pub(super) status: bool,
}

/// What is known of a kind; `status` says whether its schema has that field.
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
            format!("the document does not say which fields the scale of {} has", kind.kind),
            "its rules are left out; a CustomResourceDefinition says them under `subresources.scale`",
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
        format!("no path is about {}: taken for namespaced `{plural}`{with}", kind.kind),
        "give a document with `paths`, as servers publish it",
    ));
    Resource { plural, namespaced: true, status }
}

fn incomplete(span: Span, message: String, help: &str) -> Diagnostic {
    Diagnostic { help: Some(help.to_owned()), ..Diagnostic::new(Code::OpenapiIncomplete, span, message) }
}
