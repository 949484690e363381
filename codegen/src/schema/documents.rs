//! In: documents. Out: the CustomResourceDefinitions among them. Lists are expanded; documents of another
//! kind are skipped with a diagnostic, never silently.

use super::crd::{ApiVersion, Crd};
use super::definition::definition;
use super::kept::restored;
use super::reader::Reader;
use crate::diag::{Code, Diagnostic, has_errors};
use crate::source::{Member, Node, Span, Value};

/// Reads every CustomResourceDefinition (v1, v1beta1) in these documents, including items of lists. Never
/// fails: what cannot be read is reported and left unset.
///
/// Extensions that `crdc publish --as apply-safe` moved to an annotation are read from there.
#[must_use]
pub fn read(documents: &[Node]) -> (Vec<Crd>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut diagnostics = Vec::new();
    for node in documents {
        document(node, &mut found, &mut diagnostics);
    }
    (found, diagnostics)
}

fn document(node: &Node, found: &mut Vec<Crd>, diagnostics: &mut Vec<Diagnostic>) {
    let members = match &node.value {
        // An empty document: only comments, or nothing between two `---`.
        Value::Null => return,
        Value::Object(members) => members,
        _ => {
            diagnostics.push(skipped(node.span, "a document that is not an object", ""));
            return;
        }
    };
    let text = |key: &str| {
        members.iter().rev().find(|member| member.key == key).and_then(|member| match &member.value.value {
            Value::String(text) => Some((text.as_str(), member)),
            _ => None,
        })
    };
    let Some((kind, kind_member)) = text("kind") else {
        let span = members.first().map_or(node.span, |first| first.key_span);
        diagnostics.push(skipped(span, "a document without `kind`", ""));
        return;
    };
    match kind {
        "CustomResourceDefinition" => match api_version(text("apiVersion"), kind_member) {
            Ok(api_version) => crd(node, api_version, found, diagnostics),
            Err(diagnostic) => diagnostics.push(*diagnostic),
        },
        "List" | "CustomResourceDefinitionList" => {
            // Items of a typed list may omit `apiVersion` and `kind`.
            let typed = (kind != "List").then(|| api_version(text("apiVersion"), kind_member).ok()).flatten();
            for member in members.iter().filter(|member| member.key == "items") {
                match &member.value.value {
                    Value::Array(items) => items.iter().for_each(|item| match (typed, &item.value) {
                        (Some(api_version), Value::Object(fields))
                            if !fields.iter().any(|f| f.key == "kind") =>
                        {
                            crd(item, api_version, found, diagnostics);
                        }
                        _ => document(item, found, diagnostics),
                    }),
                    Value::Null => {}
                    _ => diagnostics.push(skipped(member.value.span, "`items` that is not a list", "")),
                }
            }
        }
        other => {
            let what = format!("kind {other} is not a CustomResourceDefinition");
            diagnostics.push(skipped(kind_member.value.span, &what, "not a CustomResourceDefinition"));
        }
    }
}

fn crd(node: &Node, api_version: ApiVersion, found: &mut Vec<Crd>, diagnostics: &mut Vec<Diagnostic>) {
    let kept = restored(node, api_version);
    let (node, mut problems) = match &kept {
        Some((node, problems)) => (node, problems.clone()),
        None => (node, Vec::new()),
    };
    let (crd, more) = as_written(node, api_version);
    problems.extend(more);
    found.push(Crd { incomplete: has_errors(&problems), ..crd });
    diagnostics.append(&mut problems);
}

/// One CustomResourceDefinition of v1, without what an annotation says about its schemas.
pub(crate) fn read_as_written(node: &Node) -> Crd {
    let (crd, problems) = as_written(node, ApiVersion::V1);
    Crd { incomplete: has_errors(&problems), ..crd }
}

fn as_written(node: &Node, api_version: ApiVersion) -> (Crd, Vec<Diagnostic>) {
    let mut reader = Reader::default();
    let crd = definition(&mut reader, node, api_version);
    (crd, reader.finish())
}

fn api_version(written: Option<(&str, &Member)>, kind: &Member) -> Result<ApiVersion, Box<Diagnostic>> {
    let (message, span, server) = match written {
        Some(("apiextensions.k8s.io/v1", _)) => return Ok(ApiVersion::V1),
        Some(("apiextensions.k8s.io/v1beta1", _)) => return Ok(ApiVersion::V1beta1),
        Some((other, member)) => (
            format!("`{other}` has no CustomResourceDefinition"),
            member.value.span,
            Some(format!("no matches for kind \"CustomResourceDefinition\" in version \"{other}\"")),
        ),
        None => ("a CustomResourceDefinition without `apiVersion`".to_owned(), kind.value.span, None),
    };
    Err(Box::new(Diagnostic {
        code: Code::CrdApiVersion,
        message,
        span,
        label: "unknown API version".to_owned(),
        notes: Vec::new(),
        help: Some("write `apiVersion: apiextensions.k8s.io/v1`".to_owned()),
        server: server.into_iter().map(Into::into).collect(),
    }))
}

fn skipped(span: Span, what: &str, label: &str) -> Diagnostic {
    Diagnostic {
        code: Code::DocumentSkipped,
        message: format!("skipped: {what}"),
        span,
        label: label.to_owned(),
        notes: Vec::new(),
        help: None,
        server: Vec::new(),
    }
}
