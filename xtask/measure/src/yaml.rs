//! `cargo measure yaml`: reads YAML texts as crdc does, for comparison. In: lines on standard input, each a
//! YAML text as a JSON string. Out: a line for each with the values that crdc reads, for
//! `xtask/measure/yaml/compare.py`, which compares them with those of libyaml and of go-yaml v2.

use std::io::{BufRead as _, Write as _};

use anyhow::{Context as _, Result};
use crdc_source::diag::{Code, Severity};
use crdc_source::{Node, Source, parse, parse_any_yaml, yaml_shapes};
use serde_json::{Value, json};

/// Answers lines until the input ends.
pub(crate) fn run() -> Result<bool> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?).context("a line of JSON is expected")?;
        writeln!(out, "{}", answer(&text))?;
    }
    out.flush()?;
    Ok(true)
}

/// The documents, errors and shapes that crdc reads from a text.
fn answer(text: &str) -> Value {
    let (documents, problems) = parse_any_yaml(text);
    let errors: Vec<&str> = problems
        .iter()
        .filter(|problem| problem.severity() == Severity::Error)
        .map(|problem| problem.message.as_str())
        .collect();
    let (shapes, error) = yaml_shapes(text);
    let shapes: Vec<Vec<&str>> = shapes.iter().map(|shape| shape.lines().collect()).collect();
    let values = |documents: &[Node]| -> Vec<Value> {
        documents.iter().filter_map(|document| serde_json::from_str(&document.to_json()).ok()).collect()
    };
    json!({
        "documents": values(&documents),
        "errors": errors,
        "repeated": problems.iter().any(|problem| problem.code == Code::YamlDuplicateKey),
        "shapes": shapes,
        "error": error,
        "quick": quick(text, &documents),
    })
}

/// Whether the reader of plain texts differs. Texts that begin like JSON may be read as JSON.
fn quick(text: &str, documents: &[Node]) -> bool {
    let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
    let (quick, _) = parse(&Source::new("text.yaml", text));
    !is_json && quick != documents
}
