//! Finds the CustomResourceDefinitions among documents. In: documents of any kind. Out: the
//! CustomResourceDefinitions. Lists are expanded; documents of another kind are skipped with a diagnostic,
//! never silently.

use super::crd::{ApiVersion, Crd};
use super::definition::definition;
use super::kept::restored;
use super::kustomize::{Kustomize, kustomize};
use super::reader::Reader;
use super::registry;
use crdc_source::diag::{Code, Diagnostic, has_errors};
use crdc_source::{Member, Node, Span, Value};

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
    if let Some(Kustomize { what, help }) = kustomize(node) {
        let span = kind_or_start(node);
        let diagnostic = skipped(span, &what, "");
        diagnostics.push(Diagnostic { code: Code::KustomizeSkipped, help: Some(help), ..diagnostic });
        return;
    }
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
        diagnostics.push(skipped(kind_or_start(node), "a document without `kind`", ""));
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
                            if !fields.iter().any(|f| {
                                f.key == "kind" && f.value.as_str().is_some_and(|kind| !kind.is_empty())
                            }) =>
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
        // Clients treat the items of every list as objects.
        other if other.ends_with("List") && node.get("items").is_some_and(has_crd) => {
            if let Some(Value::Array(items)) = node.get("items").map(|items| &items.value) {
                items.iter().for_each(|item| document(item, found, diagnostics));
            }
        }
        other => {
            let what = format!("kind {other} is not a CustomResourceDefinition");
            diagnostics.push(skipped(kind_member.value.span, &what, "not a CustomResourceDefinition"));
        }
    }
}

/// Whether there may be CustomResourceDefinitions among the items of a list, or in lists among them.
fn has_crd(items: &Node) -> bool {
    let Value::Array(items) = &items.value else { return false };
    let mut kinds = items.iter().filter_map(|item| item.get("kind")?.as_str());
    kinds.any(|kind| kind == "CustomResourceDefinition" || kind.ends_with("List"))
}

fn crd(node: &Node, api_version: ApiVersion, found: &mut Vec<Crd>, diagnostics: &mut Vec<Diagnostic>) {
    let (restored, problems) = restored(node, api_version).unzip();
    let mut problems = problems.unwrap_or_default();
    let (crd, more) = as_written(restored.as_ref().unwrap_or(node), api_version);
    problems.extend(more);
    found.push(Crd { incomplete: has_errors(&problems), ..crd });
    diagnostics.append(&mut problems);
}

/// Reads one CustomResourceDefinition of v1, without the extensions that an annotation adds to its schemas.
#[must_use]
pub fn read_as_written(node: &Node) -> Crd {
    let (crd, problems) = as_written(node, ApiVersion::V1);
    Crd { incomplete: has_errors(&problems), ..crd }
}

fn as_written(node: &Node, api_version: ApiVersion) -> (Crd, Vec<Diagnostic>) {
    let mut reader = Reader::new(registry::schema);
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
        refused: false,
    }))
}

/// The span of a document in reports: its kind, or its first key.
fn kind_or_start(node: &Node) -> Span {
    match &node.value {
        Value::Object(members) => {
            let first = || members.first().map_or(node.span, |first| first.key_span);
            node.get("kind").map_or_else(first, |kind| kind.span)
        }
        Value::Array(list) => {
            list.iter().find_map(|item| item.member("op")).map_or(node.span, |op| op.value.span)
        }
        _ => node.span,
    }
}

fn skipped(span: Span, what: &str, label: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::DocumentSkipped, span, format!("skipped: {what}"));
    Diagnostic { label: label.to_owned(), ..diagnostic }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crdc_source::{Source, parse};

    #[test]
    fn crds_of_every_list_are_read() {
        let named = |name: &str| format!("metadata: {{name: {name}}}");
        let typed = |name: &str| {
            format!(
                "{{kind: CustomResourceDefinition, apiVersion: apiextensions.k8s.io/v1, {}}}",
                named(name)
            )
        };
        let list = |kind: &str, items: &str| {
            format!("{{kind: {kind}, apiVersion: apiextensions.k8s.io/v1, items: [{items}]}}")
        };
        for (text, expected) in [
            (list("List", &typed("a")), 1),
            (list("FooList", &typed("a")), 1),
            (list("FooList", &format!("{{kind: Foo}}, {}", list("BarList", &typed("a")))), 1),
            (list("FooList", "{kind: Foo}"), 0),
            (list("FooList", "3"), 0),
            (list("Foo", &typed("a")), 0),
            (
                list(
                    "CustomResourceDefinitionList",
                    &format!("{{{}}}, {{kind: '', {}}}", named("a"), named("b")),
                ),
                2,
            ),
            (list("List", &list("CustomResourceDefinitionList", &format!("{{{}}}", named("a")))), 1),
        ] {
            let (documents, _) = parse(&Source::new("a.yaml", text.as_str()));
            assert_eq!(read(&documents).0.len(), expected, "{text}");
        }
    }
}
