//! Input: any text, read as YAML and JSON. All spans of trees and diagnostics are in the text, and
//! diagnostics can be rendered. What the reader of plain texts reads is the same.
#![no_main]

use crdc_source::render::{Format, render};
use crdc_source::{Node, PlainText, Source, Span, Value, parse, parse_any_yaml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        assert_eq!(parse(&Source::from_bytes("fuzz", data.to_vec())).1.len(), 1);
        return;
    };
    for name in ["fuzz.yaml", "fuzz.json"] {
        let source = Source::new(name, text);
        let (documents, problems) = parse(&source);
        plain(text);
        documents.iter().for_each(|document| node(text, document));
        for problem in &problems {
            place(text, problem.span);
            problem.notes.iter().for_each(|(span, _)| place(text, *span));
        }
        for format in [Format::Human, Format::Plain, Format::Json] {
            let shown = render(&source, &problems, format);
            assert_eq!(shown.is_empty(), problems.is_empty());
        }
    }
});

fn plain(text: &str) {
    let mut plain = PlainText::default();
    if !plain.read(text) {
        return;
    }
    let (documents, problems) = parse_any_yaml(text);
    // A text in braces is JSON, or not plain.
    assert_eq!(parse(&Source::new("fuzz.yaml", text)).0, documents);
    assert!(problems.is_empty(), "{problems:?}");
    let found: Vec<&str> = plain.documents().iter().map(|document| plain.json(document)).collect();
    let expected: Vec<String> = documents.iter().map(Node::to_json).collect();
    assert_eq!(found, expected);
}

fn node(text: &str, found: &Node) {
    place(text, found.span);
    match &found.value {
        Value::Array(items) => items.iter().for_each(|item| node(text, item)),
        Value::Object(members) => {
            let mut names = std::collections::HashSet::new();
            for member in members {
                assert!(names.insert(&member.key), "{:?} is a duplicate key", member.key);
                place(text, member.key_span);
                node(text, &member.value);
            }
        }
        Value::Float(number) => assert!(number.is_finite()),
        _ => {}
    }
}

fn place(text: &str, span: Span) {
    assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} is not in the text");
}
