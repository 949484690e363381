//! Tests of items: their problems, with the message and the line of the marker. In: items. Out: their
//! problems, with the message and the line of the marker.

mod cel_rules;
mod dropped;
mod fragments;
mod items;
mod lowered;
mod markers;
mod names;
mod never_panics;
mod refused;
mod refused_unions;
mod tool_attributes;

use super::{Body, Diagnostics, Field, Item, Object, read};

fn parse(text: &str) -> syn::DeriveInput {
    syn::parse_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The item, which must have no problems.
fn item(text: &str) -> Item {
    let (item, problems) = read(&parse(text));
    assert!(problems.is_empty(), "{:?}\n{text}", lines(&problems));
    item
}

/// The item's fields.
fn object(text: &str) -> Object {
    match item(text).body {
        Body::Object(object) => object,
        _ => panic!("no object: {text}"),
    }
}

/// A struct with one field, `/// +marker` lines and attributes in front of it.
fn field(text: &str) -> Field {
    object(&format!("struct S {{\n{text}\n}}"))
        .fields
        .into_iter()
        .next()
        .unwrap_or_else(|| panic!("no field: {text}"))
}

/// `line code: message`, with the line of the second span if there is one.
fn lines(problems: &Diagnostics) -> Vec<String> {
    let line = |problem: &super::Problem| {
        let other =
            problem.other.as_ref().map(|(span, _)| format!("+{}", span.start().line)).unwrap_or_default();
        let (line, code) = (problem.span.start().line, problem.code.name());
        format!("{line}{other} {code}: {}", problem.message)
    };
    problems.problems().iter().map(line).collect()
}

/// The problems of an item.
fn problems(text: &str) -> Vec<String> {
    lines(&read(&parse(text)).1)
}
