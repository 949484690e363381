//! Input: a schema as JSON, a line break, a rule. Compiling the rule ends, every problem has a place in its text, and
//! a second compilation gives the same result.
#![no_main]

use crdc_codegen::cel::{Refusal, Text};
use crdc_codegen::check::cel::RuleCompiler;
use crdc_codegen::schema::{Schema, read_schema};
use crdc_codegen::source::{Source, parse_json};
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
    if let Err(Refusal::Issues(issues)) = &first {
        assert!(!issues.is_empty());
        let _ = issues.display(&text);
        for issue in issues.sorted() {
            assert!(issue.at.is_none_or(|at| at as usize <= text.len()), "{issue:?}");
        }
    }
    let answer = |result: &Result<crdc_codegen::cel::Compiled, Refusal>| match result {
        Ok(found) => Ok((found.result, found.cost)),
        Err(refusal) => Err(refusal.clone()),
    };
    assert_eq!(answer(&first), answer(&compiler.expression(&text, root, false)));
});

fn schema_of(text: &str) -> Option<Schema> {
    let (nodes, problems) = parse_json(&Source::new("schema", text));
    let node = nodes.first().filter(|_| problems.is_empty())?;
    Some(*read_schema(node).0)
}
