//! The deepest expressions that a server accepts are evaluated on the stack of a build script or command: 8
//! MiB, of which half is enough without optimization.
#![allow(clippy::unwrap_used)]

use crdc_dynamic::expressions::evaluate;
use crdc_schema::read_schema;
use crdc_source::{Node, Source, parse_json};

/// Expressions nested in each other, as deep as the parser allows.
fn nested(links: usize) -> Vec<String> {
    let wrap = |before: &str, inner: &str, after: &str, links: usize| {
        format!("{}{inner}{}", before.repeat(links), after.repeat(links))
    };
    vec![
        wrap("[", "1", "]", links),
        wrap("{'a': ", "1", "}", links),
        wrap("(self.a ? ", "true", " : false)", links),
        wrap("!(", "self.a", ")", links),
        wrap("[1].map(x, ", "1", ")", links / 2),
        wrap("[1].all(x, ", "self.a", ")", links / 2),
        wrap("string(", "'a'", ")", links),
        wrap("", "1", " + 1", links),
        wrap("", "self", ".?a", links),
    ]
}

#[test]
fn deep_expressions_fit_the_stack() {
    let run = || {
        let read = |text: &str| -> Node { parse_json(&Source::new("value", text)).0.remove(0) };
        let schema = *read_schema(&read(r#"{"type":"object","properties":{"a":{"type":"boolean"}}}"#)).0;
        let (value, mut accepted) = (read(r#"{"a":true}"#), 0);
        for links in [20, 60, 120, 240] {
            let found = evaluate(&schema, std::slice::from_ref(&value), &nested(links));
            accepted += found.iter().flatten().count();
        }
        accepted
    };
    let accepted = std::thread::Builder::new().stack_size(4 << 20).spawn(run).unwrap().join().unwrap();
    assert!(accepted > 20, "{accepted}");
}
