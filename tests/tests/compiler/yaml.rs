//! The recorded results of `sigs.k8s.io/yaml`, row by row: the same value, an error if it has one, and a
//! report of duplicate keys if its strict form reports them.

use crdc_source::diag::{Code, Severity};
use crdc_source::{Node, Source, Value, parse};

#[test]
fn every_row_is_read_as_recorded() {
    rows_are_read(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/yaml.jsonl"));
}

/// What random texts have shown (`xtask/measure/yaml/compare.py`), as go.yaml.in/yaml/v2 v2.4.3 and sigs.k8s.io/yaml
/// v1.6.0 read it.
#[test]
fn every_form_is_read_as_by_go() {
    rows_are_read(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/yaml-forms.jsonl"));
}

fn rows_are_read(path: &str) {
    let table = std::fs::read_to_string(path).unwrap();
    let mut failures = Vec::new();
    let mut rows = 0;
    for line in table.lines() {
        rows += 1;
        let (row, problems) = parse(&Source::new("row.json", line));
        assert!(problems.is_empty(), "{line}: {problems:?}");
        if let Err(reason) = check(&row[0]) {
            failures.push(format!("{line}\n  {reason}"));
        }
    }
    assert!(rows > 100, "the table is not whole: {rows} rows");
    assert!(failures.is_empty(), "{} of {rows} rows:\n{}", failures.len(), failures.join("\n"));
}

fn check(row: &Node) -> Result<(), String> {
    let yaml = row.get("yaml").and_then(Node::as_str).unwrap();
    let (documents, problems) = parse(&Source::new("row.yaml", yaml));
    let refused = problems.iter().any(|problem| problem.severity() == Severity::Error);
    let texts = || problems.iter().map(|p| p.message.as_str()).collect::<Vec<_>>().join("; ");
    if let Some(error) = row.get("error").and_then(Node::as_str) {
        return if refused { Ok(()) } else { Err(format!("{error:?} expected, got {documents:?}")) };
    }
    if refused {
        return Err(format!("refused: {}", texts()));
    }
    // sigs.k8s.io/yaml reads the first document, and null where there is none.
    let null = Node { span: Default::default(), value: Value::Null };
    let (got, expected) = (documents.first().unwrap_or(&null), row.get("json").unwrap());
    if !same(got, expected) {
        return Err(format!("got {got:?}"));
    }
    // Its strict form also reports overlapping merges, which are valid.
    let strict = row.get("strict_error").and_then(Node::as_str).unwrap_or_default();
    let repeated = strict.contains("already set in map") && !yaml.contains("<<");
    let warned = problems.iter().any(|problem| problem.code == Code::YamlDuplicateKey);
    if repeated && !warned {
        return Err("no word about the repeated key".to_owned());
    }
    if strict.is_empty() && !problems.is_empty() && !yaml.contains("1.0: b") {
        return Err(format!("a word too many: {}", texts()));
    }
    Ok(())
}

/// Equal except for spans and member order.
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
