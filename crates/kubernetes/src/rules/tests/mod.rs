//! Tests of the rules: manifests, and the sentences that a server answers.

mod addresses;
mod admission;
mod apps;
mod autoscaling;
mod batch;
mod certificates;
mod claim_templates;
mod complete;
mod config;
mod containers;
mod control;
mod creates;
mod devices;
mod drivers;
mod dropped;
mod endpoints;
mod ephemeral_containers;
mod expressions;
mod growth;
mod metadata;
mod mutations;
mod networking;
mod optional;
mod pod_annotations;
mod pod_parts;
mod pod_references;
mod pods;
mod questions;
mod rbac;
mod status;
mod storage;
mod stored_data;
mod updates;
mod valid;
mod versions;
mod volume_sources;
mod warnings;
mod windows;

use crdc_source::{Node, Source, parse};

use crate::archive::Archive;
use crate::problem::Problem;
use crate::{Kinds, Request, validate};

/// The kinds of a minor version.
pub(super) fn kinds(version: u8) -> Kinds {
    let archive = Archive::built_in().expect("the archive is readable");
    Kinds::of(archive, crdc_vocabulary::Minor(version)).expect("the version is built in")
}

/// The documents of a text, which has no errors.
pub(super) fn documents(text: &str) -> Vec<Node> {
    let (documents, problems) = parse(&Source::new("manifest.yaml", text));
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    documents
}

fn word<'n>(object: &'n Node, field: &str) -> &'n str {
    object.get(field).and_then(Node::as_str).unwrap_or_default()
}

/// The problems of an object.
pub(super) fn problems(kinds: &Kinds, object: &Node, old: Option<&Node>) -> Vec<Problem> {
    let definition = kinds.find(word(object, "apiVersion"), word(object, "kind")).expect("the kind is known");
    let request = match old {
        Some(old) => Request::update(object, old),
        None => Request::create(object),
    };
    validate(kinds, definition, request)
}

/// The sentences about the only document of a text, in a version.
pub(super) fn sentences_in(version: u8, text: &str) -> Vec<String> {
    let all = documents(text);
    assert_eq!(all.len(), 1, "{text}");
    problems(&kinds(version), &all[0], None).into_iter().map(|problem| problem.message()).collect()
}

/// The sentences about a text, in the newest version.
pub(super) fn sentences(text: &str) -> Vec<String> {
    sentences_in(36, text)
}

/// The sentences of problems.
pub(super) fn indexed(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(Problem::message).collect()
}

/// Checks a table of texts and sentences.
#[track_caller]
pub(super) fn table(rows: &[(&str, &[&str])], wrap: impl Fn(&str) -> String) {
    for (text, wanted) in rows {
        let text = wrap(text);
        assert_eq!(sentences(&text), *wanted, "\n{text}");
    }
}

/// Lines with so many spaces in front of each.
pub(super) fn indented(text: &str, spaces: usize) -> String {
    let space = " ".repeat(spaces);
    text.lines().map(|line| format!("{space}{line}\n")).collect()
}

/// A pod with these fields in the spec.
pub(super) fn pod(spec: &str) -> String {
    format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec:\n{}", indented(spec, 2))
}

/// A pod whose only container has these fields too.
pub(super) fn container(fields: &str) -> String {
    pod(&format!("containers:\n- name: app\n  image: app:1\n{}", indented(fields, 2)))
}

/// A Deployment with these fields in the spec.
pub(super) fn deployment(spec: &str) -> String {
    format!("apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\nspec:\n{}", indented(spec, 2))
}

pub(super) const SELECTED: &str = "selector: {matchLabels: {app: web}}
template:
  metadata: {labels: {app: web}}
  spec: {containers: [{name: app, image: 'app:1'}]}
";
