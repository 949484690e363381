//! Input: a schema as JSON, a line break, a rule. Compiling the rule ends, every problem has a place in its
//! text, and a second compilation gives the same result. Warnings about the rule end too, and twice of it
//! gives them twice or fewer: one may be the guard of the other.
#![no_main]

use crdc_cel::compile::{CompileError, Text};
use crdc_check::cel::{RuleCompiler, rule_warnings};
use crdc_schema::{At, Rule, Schema, read_schema};
use crdc_source::{Source, Span, parse_json};
use libfuzzer_sys::fuzz_target;

/// Used where the input has no schema.
const SCHEMA: &str = r#"{"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 63}, "count": {"type": "integer"}, "size": {"x-kubernetes-int-or-string": true},
    "when": {"type": "string", "format": "date-time"}, "every": {"type": "string", "format": "duration"},
    "tags": {"type": "array", "maxItems": 9, "items": {"type": "string"}},
    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    "ports": {"type": "array", "items": {"type": "object", "properties": {"port": {"type": "integer"}}}}}}"#;

fuzz_target!(|data: &[u8]| {
    let Ok(input) = std::str::from_utf8(data) else { return };
    let (schema, rule) = input.split_once('\n').unwrap_or(("", input));
    let compiler = schema_of(schema).as_ref().and_then(RuleCompiler::for_value);
    let compiler = compiler.or_else(|| RuleCompiler::for_value(&schema_of(SCHEMA)?));
    let Some((mut compiler, root)) = compiler else { return };
    let text = Text::new(rule);
    let first = compiler.expression(&text, root, false);
    if let Err(CompileError::Issues(issues)) = &first {
        assert!(!issues.is_empty());
        let _ = issues.display(&text);
        for issue in issues.sorted() {
            assert!(issue.at.is_none_or(|at| at as usize <= text.len()), "{issue:?}");
        }
    }
    let answer = |result: &Result<crdc_cel::compile::Compiled, CompileError>| match result {
        Ok(found) => Ok((found.result, found.cost)),
        Err(refusal) => Err(refusal.clone()),
    };
    assert_eq!(answer(&first), answer(&compiler.expression(&text, root, false)));
    let Some(mut schema) = schema_of(schema).or_else(|| schema_of(SCHEMA)) else { return };
    let at = |value: &str| At { value: value.to_owned(), span: Span::default(), key: Span::default() };
    let written = Rule { rule: Some(at(rule)), ..Rule::default() };
    let rules = |count: usize| At {
        value: vec![written.clone(); count],
        span: Span::default(),
        key: Span::default(),
    };
    schema.x_validations = Some(rules(1));
    let once = rule_warnings(&schema);
    schema.x_validations = Some(rules(2));
    assert!(rule_warnings(&schema).len() <= 2 * once.len());
});

fn schema_of(text: &str) -> Option<Schema> {
    let (nodes, problems) = parse_json(&Source::new("schema", text));
    let node = nodes.first().filter(|_| problems.is_empty())?;
    Some(*read_schema(node).0)
}
