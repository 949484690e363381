//! Tests of the decoder: manifests, and the errors of a server. The sentences are those of sigs.k8s.io/json
//! and of the types' own code.

#![allow(clippy::unwrap_used)]

mod generated;
mod own_types;
mod recorded;
mod types;
mod unknown;

use std::sync::LazyLock;

use crdc_source::{Node, Source, parse};

use crate::archive::Archive;
use crate::kinds::Kinds;
use crate::problem::{Level, Problem};

static NEWEST: LazyLock<Kinds> = LazyLock::new(|| {
    let archive = Archive::built_in().unwrap();
    let newest = archive.versions().pop().unwrap();
    Kinds::of(archive, newest).unwrap()
});

/// The problems of each document of a text, which must be of kinds that are known.
fn problems(text: &str) -> Vec<Problem> {
    let (documents, syntax) = parse(&Source::new("a.yaml", text));
    assert!(syntax.is_empty(), "{text}: {syntax:?}");
    let word = |node: &Node, key: &str| node.get(key).unwrap().as_str().unwrap().to_owned();
    documents
        .iter()
        .flat_map(|node| {
            let definition = NEWEST.find(&word(node, "apiVersion"), &word(node, "kind"));
            let definition = definition.unwrap_or_else(|| panic!("{text}: no such kind"));
            super::problems(&NEWEST, definition, node)
        })
        .collect()
}

/// The sentence without its beginning, which is that of the kind.
fn error(problem: &Problem) -> String {
    let message = problem.message();
    let (start, error) = message.split_once(": ").unwrap();
    assert!(start.contains(" in version \"v") && start.contains("\" cannot be handled as a "), "{start}");
    error.to_owned()
}

/// The problems as lines: the text at the place, and the error.
fn found(text: &str) -> Vec<String> {
    let line = |problem: Problem| {
        assert_eq!(problem.level, Level::Error, "{text}");
        let place = &text[problem.span.start as usize..problem.span.end as usize];
        format!("{place} | {}", error(&problem))
    };
    problems(text).into_iter().map(line).collect()
}

/// A manifest with what is found in it, one line each.
fn check(text: &str, expected: &[&str]) {
    assert_eq!(found(text), expected, "{text}");
}

/// The members of a pod's spec.
fn pod(spec: &str) -> String {
    format!("{{apiVersion: v1, kind: Pod, metadata: {{name: a}}, spec: {{{spec}}}}}")
}

/// The members of a container.
fn container(members: &str) -> String {
    pod(&format!("containers: [{{name: a, {members}}}]"))
}
