//! Tests of reading, by what can go wrong: values and spans, messages, hostile texts, properties of generated
//! texts.
#![allow(clippy::unwrap_used)]

mod generate;
mod hostile;
mod json;
mod laws;
mod yaml;

use super::{Node, Source, Value, parse};
use crate::render::{Format, render};

/// Documents with spans, then problems, one per line.
fn check(name: &str, text: &str, expected: &[&str]) {
    let source = Source::new(name, text);
    let (documents, problems) = parse(&source);
    let mut got: Vec<String> = documents.iter().map(|node| shown(node, text)).collect();
    got.extend(render(&source, &problems, Format::Plain).lines().map(str::to_owned));
    assert_eq!(got, expected, "{text:?}");
}

/// The value in JSON form, every node followed by the text of its span.
fn shown(node: &Node, text: &str) -> String {
    let value = match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::String(value) => format!("{value:?}"),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| shown(item, text)).collect();
            return format!("[{}]{}", items.join(", "), place(node.span, text));
        }
        Value::Object(members) => {
            let member = |m: &super::Member| {
                let key = place(m.key_span, text);
                format!("{:?}{key}: {}", m.key, shown(&m.value, text))
            };
            let members: Vec<String> = members.iter().map(member).collect();
            return format!("{{{}}}{}", members.join(", "), place(node.span, text));
        }
    };
    format!("{value}{}", place(node.span, text))
}

fn place(span: super::Span, text: &str) -> String {
    format!("<{}>", text[span.start as usize..span.end as usize].replace('\n', "⏎"))
}

/// Equality that ignores spans and the order of members.
fn same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|m| b.iter().any(|n| m.key == n.key && same(&m.value, &n.value)))
        }
        (a, b) => a == b,
    }
}
