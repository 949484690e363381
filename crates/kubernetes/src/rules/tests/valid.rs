//! Manifests as people write them have no problem.

use crdc_source::{Node, Value};

use super::{documents, kinds, problems};
use crate::rules;
use crate::{Kinds, Request};

#[test]
fn manifests_that_people_write() {
    let all = documents(include_str!("valid.yaml"));
    let mut seen = std::collections::BTreeSet::new();
    for version in [31, 34, 36] {
        let kinds = kinds(version);
        for object in &all {
            let of = (super::word(object, "apiVersion").to_owned(), super::word(object, "kind").to_owned());
            assert!(kinds.find(&of.0, &of.1).is_some(), "{of:?}");
            let found = problems(&kinds, object, None);
            assert!(found.is_empty(), "{version} {of:?}: {found:#?}");
            // An object that is applied again is not changed.
            let again = problems(&kinds, object, Some(object));
            assert!(again.is_empty(), "{version} {of:?}: {again:#?}");
            seen.insert(of);
        }
    }
    assert!(seen.len() >= 30, "{}", seen.len());
}

#[test]
fn manifests_of_kinds_that_are_new_or_rare() {
    let kinds = kinds(36);
    for object in &documents(include_str!("valid-36.yaml")) {
        let of = (super::word(object, "apiVersion"), super::word(object, "kind"));
        for old in [None, Some(object)] {
            let found = problems(&kinds, object, old);
            assert!(found.is_empty(), "{of:?}: {found:#?}");
        }
    }
}

/// The replacements for each value below a node.
fn odd() -> [Value; 5] {
    [
        Value::Null,
        Value::Int(-1),
        Value::String("A b\u{e9}/..%".into()),
        Value::Array(Vec::new()),
        Value::Object(Vec::new()),
    ]
}

/// Calls with a node that has one odd value, for each place and value.
fn each(object: &mut Node, path: &mut Vec<usize>, check: &mut impl FnMut(&Node)) {
    let count = match &find(object, path).value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    for index in 0..count {
        path.push(index);
        for value in odd() {
            let before = std::mem::replace(&mut find(object, path).value, value);
            check(object);
            find(object, path).value = before;
        }
        each(object, path, check);
        path.pop();
    }
}

fn find<'n>(object: &'n mut Node, path: &[usize]) -> &'n mut Node {
    path.iter().fold(object, |node, index| match &mut node.value {
        Value::Array(items) => &mut items[*index],
        Value::Object(members) => &mut members[*index].value,
        _ => unreachable!("paths lead through lists and maps"),
    })
}

fn check(kinds: &Kinds, object: &Node, request: Request<'_>, end: u32) {
    let Some(definition) = kinds.find(super::word(object, "apiVersion"), super::word(object, "kind")) else {
        return;
    };
    for problem in rules::problems(kinds, definition, request) {
        assert!(problem.span.start <= problem.span.end && problem.span.end <= end, "{problem:?}");
        assert!(problem.message().starts_with(&problem.path), "{problem:?}");
    }
}

/// The decoder refuses most of these, but rules do not rely on it.
#[test]
fn values_of_other_types_are_left_to_the_decoder() {
    let kinds = kinds(36);
    for text in [include_str!("valid.yaml"), include_str!("valid-36.yaml")] {
        for mut object in documents(text) {
            let old = object.clone();
            each(&mut object, &mut Vec::new(), &mut |object| {
                let update = Request::update(object, &old);
                check(&kinds, object, Request::create(object), text.len() as u32);
                check(&kinds, object, update, text.len() as u32);
                check(&kinds, object, update.subresource(Some("status")), text.len() as u32);
            });
        }
    }
}
