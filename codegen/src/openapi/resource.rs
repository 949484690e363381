//! What the paths of a document say of a kind: its plural, its scope, its subresources. Where it has no
//! paths they are guessed, and that is said.
//
// apiserver: pkg/endpoints/installer.go (x-kubernetes-group-version-kind of operations);
// apimachinery: pkg/api/meta/restmapper.go UnsafeGuessKindToResource

use super::document::Document;
use super::kinds::Kind;
use crate::diag::{Code, Diagnostic};
use crate::source::{Node, Value};

/// What a CRD says beside the schema.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Resource {
    pub(super) plural: String,
    pub(super) namespaced: bool,
    pub(super) status: bool,
}

/// Whether any path leads to objects of the kind.
pub(super) fn is_served(document: &Document<'_>, kind: &Kind<'_>) -> bool {
    document.paths.iter().any(|path| {
        place(&path.key, kind).is_some_and(|place| place.subresource.is_none()) && serves(&path.value, kind)
    })
}

/// Where a path of the API leads.
struct Place<'p> {
    plural: &'p str,
    namespaced: bool,
    subresource: Option<&'p str>,
}

/// What is known of a kind; `status` says whether its schema has that field.
pub(super) fn resource(
    document: &Document<'_>,
    kind: &Kind<'_>,
    status: bool,
    problems: &mut Vec<Diagnostic>,
) -> Resource {
    let mut found: Option<Resource> = None;
    for path in document.paths {
        let Some(place) = place(&path.key, kind).filter(|place| place.subresource.is_none()) else {
            continue;
        };
        if serves(&path.value, kind) {
            let resource = found.get_or_insert_with(|| Resource {
                plural: place.plural.to_owned(),
                namespaced: false,
                status: false,
            });
            resource.namespaced |= place.namespaced;
        }
    }
    let Some(mut resource) = found else {
        return guessed(kind, status, problems);
    };
    for path in document.paths {
        let below = place(&path.key, kind).filter(|place| place.plural == resource.plural);
        match below.and_then(|place| place.subresource) {
            Some("status") => resource.status = true,
            Some("scale") => problems.push(incomplete(
                path.key_span,
                format!("the document does not say which fields the scale of {} has", kind.kind),
                "its rules are left out; a CustomResourceDefinition says them under `subresources.scale`",
            )),
            _ => {}
        }
    }
    // One for all places of it.
    problems.dedup_by(|a, b| a.code == Code::OpenapiIncomplete && a.message == b.message);
    resource
}

/// `/apis/GROUP/VERSION/[namespaces/{namespace}/]PLURAL[/{name}[/SUBRESOURCE]]`, `/api/VERSION/…` for the
/// core group.
fn place<'p>(path: &'p str, kind: &Kind<'_>) -> Option<Place<'p>> {
    let rest = if kind.group.is_empty() {
        path.strip_prefix("/api/")?
    } else {
        path.strip_prefix("/apis/")?.strip_prefix(kind.group)?.strip_prefix('/')?
    };
    let rest = rest.strip_prefix(kind.version)?.strip_prefix('/')?;
    let steps: Vec<&str> = rest.split('/').filter(|step| !step.is_empty()).collect();
    let (namespaced, steps) = match steps.as_slice() {
        ["namespaces", "{namespace}", below @ ..] if !below.is_empty() => (true, below),
        all => (false, all),
    };
    match steps {
        ["watch", ..] => None,
        [plural] | [plural, _] => Some(Place { plural, namespaced, subresource: None }),
        [plural, _, subresource, ..] => Some(Place { plural, namespaced, subresource: Some(subresource) }),
        [] => None,
    }
}

/// Whether an operation at this path is about the kind.
fn serves(path: &Node, kind: &Kind<'_>) -> bool {
    let Value::Object(operations) = &path.value else { return false };
    operations.iter().any(|operation| {
        let said = operation.value.get("x-kubernetes-group-version-kind");
        said.is_some_and(|said| {
            let is =
                |key: &str, wanted: &str| said.get(key).and_then(Node::as_str).unwrap_or_default() == wanted;
            is("group", kind.group) && is("version", kind.version) && is("kind", kind.kind)
        })
    })
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

fn incomplete(span: crate::source::Span, message: String, help: &str) -> Diagnostic {
    Diagnostic { help: Some(help.to_owned()), ..Diagnostic::new(Code::OpenapiIncomplete, span, message) }
}
