//! The format of openshift/api, as it is: tests of creates and updates, with objects as YAML in strings. In:
//! a document and the folders around it. Out: a suite.
//!
//! `manifests` and `gates` choose the CRDs of a suite as openshift/api does.
//
// openshift/api: tests/{README.md,types.go,generator.go}

mod gates;
mod manifests;

use super::model::{Before, Case, Crds, Problem, Request, Step, Stored, Suite, Wanted};
use crate::edit::{empty, member};
use crdc_admission::Patch;
use crdc_source::diag::Severity;
use crdc_source::{Node, Source, Span, Value, parse};
pub(super) use manifests::Openshift;
use std::path::Path;
use std::sync::Arc;

/// Reads a suite.
pub(super) fn read(document: &Node, file: &Path, source: &Arc<Source>, openshift: &mut Openshift) -> Suite {
    let mut problems = Vec::new();
    let crd = member(document, "crdName");
    let gates = items(document.get("featureGates")).iter().filter_map(Node::as_str);
    let gates: Vec<&str> = gates.collect();
    let crds = match document.get("crd").and_then(Node::as_str) {
        // An older form of the format names the file.
        Some(name) => Ok(Crds::Each(vec![file.with_file_name(name)])),
        None => openshift.crds(file, crd, &gates),
    };
    let crds = crds.unwrap_or_else(|words| {
        let span = document.get("crdName").map_or(document.span, |node| node.span);
        problems.push(Problem { span, words });
        Crds::Each(Vec::new())
    });
    let tests = document.get("tests");
    let mut cases = Vec::new();
    for (list, is_update) in [("onCreate", false), ("onUpdate", true)] {
        for test in items(tests.and_then(|tests| tests.get(list))) {
            match case(test, is_update) {
                Ok(case) => cases.push(case),
                Err(problem) => problems.push(problem),
            }
        }
    }
    let name = Some(member(document, "name")).filter(|name| !name.is_empty()).unwrap_or(crd);
    Suite { name: name.to_owned(), source: Arc::clone(source), crds, cases, problems }
}

fn items(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.value) {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}

fn case(test: &Node, is_update: bool) -> Result<Case, Problem> {
    let span = test.get("name").map_or(test.span, |node| node.span);
    let initial = yaml(test, "initial")?.unwrap_or_else(empty);
    let (before, request) = if is_update {
        let before = Before::Created { object: initial, crd_patch: patch(test)? };
        (Some(before), Request::UpdateBoth(yaml(test, "updated")?.unwrap_or_else(empty)))
    } else {
        (None, Request::Create(initial))
    };
    let text = |key| Some(member(test, key).to_owned()).filter(|text| !text.is_empty());
    let stored = Stored::Object { object: yaml(test, "expected")?.unwrap_or_else(empty), with_name: false };
    let wanted = Wanted {
        message: text("expectedError"),
        status_message: text("expectedStatusError"),
        stored: Some(stored),
        ..Wanted::default()
    };
    let steps = vec![Step { name: String::new(), span: None, request, wanted }];
    Ok(Case { name: member(test, "name").to_owned(), span, before, steps, converted: Vec::new() })
}

/// The object in the string of a member.
fn yaml(test: &Node, key: &str) -> Result<Option<Node>, Problem> {
    let Some(node) = test.get(key) else { return Ok(None) };
    let problem = |span: Span, words: String| Problem { span, words: format!("{key}: {words}") };
    let Some(text) = node.as_str() else {
        return if node.value == Value::Null {
            Ok(None)
        } else {
            Err(problem(node.span, "expected YAML in a string".to_owned()))
        };
    };
    let (mut documents, problems) = parse(&Source::new(key, text));
    if let Some(error) = problems.iter().find(|problem| problem.severity() == Severity::Error) {
        return Err(problem(node.span, error.message.clone()));
    }
    if documents.is_empty() {
        return Ok(None);
    }
    // As the reader of openshift/api: the first document.
    Ok(Some(documents.remove(0)).filter(|document| document.value != Value::Null))
}

/// The patch of the CRD, as JSON.
fn patch(test: &Node) -> Result<Option<String>, Problem> {
    let Some(node) = test.get("initialCRDPatches").filter(|node| !items(Some(node)).is_empty()) else {
        return Ok(None);
    };
    let patch = node.to_json();
    let problem = |refusal| Problem { span: node.span, words: format!("initialCRDPatches: {refusal}") };
    Patch::Json(patch.as_bytes()).check().map_err(problem)?;
    Ok(Some(patch))
}
