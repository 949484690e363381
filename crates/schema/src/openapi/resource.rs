//! The parts of a kind besides its schema: its plural, scope and subresources. If no path leads to it, they
//! are guessed, with a diagnostic.
//
// apimachinery: pkg/api/meta/restmapper.go UnsafeGuessKindToResource

use super::document::Document;
use super::kind::Kind;
use crate::{At, Scale};
use crdc_source::Span;
use crdc_source::diag::{Code, Diagnostic};

/// The keyword for the paths of the scale subresource. `crates/documents/src/publish/openapi/lossless.rs`
/// writes it.
pub const SCALE: &str = "x-crdc-scale";

/// The parts of a CRD besides the schema.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Resource {
    pub(super) plural: String,
    pub(super) namespaced: bool,
    pub(super) status: bool,
    pub(super) scale: Option<At<Scale>>,
}

/// The resource of a kind; `status` is whether its schema has that field.
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
    let scale = scale(kind);
    if scale.is_none()
        && let Some((_, span)) = subresources.iter().find(|(name, _)| *name == "scale")
    {
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
        scale,
    }
}

/// `x-crdc-scale`, which `crdc publish --extensions` writes.
fn scale(kind: &Kind<'_>) -> Option<At<Scale>> {
    let member = kind.definition.value.member(SCALE)?;
    let path = |key: &str| {
        let path = member.value.member(key)?;
        let value = path.value.as_str()?.to_owned();
        Some(At { value, span: path.value.span, key: path.key_span })
    };
    let value = Scale {
        spec_replicas_path: path("specReplicasPath"),
        status_replicas_path: path("statusReplicasPath"),
        label_selector_path: path("labelSelectorPath"),
    };
    Some(At { value, span: member.value.span, key: member.key_span })
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
    Resource { plural, namespaced: true, status, scale: scale(kind) }
}

fn incomplete(span: Span, message: String, help: &str) -> Diagnostic {
    Diagnostic { help: Some(help.to_owned()), ..Diagnostic::new(Code::OpenapiIncomplete, span, message) }
}
