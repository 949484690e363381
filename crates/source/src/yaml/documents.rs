//! Reads documents in YAML or JSON: detects the format of a text, and reports texts that are neither.

use super::{Node, Source, read};
use crate::diag::{Code, Diagnostic, Severity};
use crate::limits::too_large;
use crate::text::without_mark;
use crate::{fault, json_reader};

/// Reads all documents of a source.
///
/// A text that starts with `{` or `[` and parses as JSON is read as JSON, one document per value. Everything
/// else is YAML, read as `sigs.k8s.io/yaml` reads it; empty documents are skipped. A document that does not
/// parse is reported and left out. One that parses is returned, whatever diagnostics it has (a value that
/// cannot be represented reads as null).
///
/// An alias reads as its anchor's value: the node has the alias's span, nested nodes keep the spans of the
/// text they were read from.
///
/// The diagnostics are sorted by position. Never panics; time and memory are linear in the length of the
/// text.
///
/// ```
/// use crdc_source::{Source, Value, parse};
///
/// let source = Source::new("crd.yaml", "kind: &k CustomResourceDefinition\nserved: yes\n");
/// let (documents, problems) = parse(&source);
/// assert!(problems.is_empty());
/// assert_eq!(documents[0].get("served").map(|node| &node.value), Some(&Value::Bool(true)));
/// ```
#[must_use]
pub fn parse(source: &Source) -> (Vec<Node>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let documents = documents(source, &mut problems);
    problems.sort_by_key(|problem| problem.span);
    (documents, problems)
}

/// Reads all documents of a YAML text with the complete reader: the result of [`parse`] without its fast path
/// for plain texts. For tests that compare both.
#[doc(hidden)]
#[must_use]
pub fn parse_any_yaml(text: &str) -> (Vec<Node>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let documents = read::parse_any(text, &mut problems);
    (documents, problems)
}

/// The shape of each document of a YAML text, before scalars have values, and the first error. For tests that
/// compare it with other readers.
#[doc(hidden)]
#[must_use]
pub fn yaml_shapes(text: &str) -> (Vec<String>, Option<String>) {
    read::shapes(text)
}

/// Whether the first character of the text opens a JSON object or array.
// apimachinery: util/yaml/decoder.go guessJSONStream, which knows objects only.
pub(super) fn looks_like_json(text: &str) -> bool {
    let (text, _) = without_mark(text);
    text.trim_start_matches([' ', '\t', '\r', '\n']).starts_with(['{', '['])
}

fn documents(source: &Source, problems: &mut Vec<Diagnostic>) -> Vec<Node> {
    let text = source.text.as_str();
    if let Some(problem) = fault::problem(source).or_else(|| too_large(text)) {
        problems.push(problem);
        return Vec::new();
    }
    if !looks_like_json(text) {
        return read::parse(text, problems);
    }
    let mut json_problems = Vec::new();
    let documents = json_reader::parse(text, &mut json_problems);
    let failed =
        |problems: &[Diagnostic]| problems.iter().any(|problem| problem.code.severity() == Severity::Error);
    if json_problems.iter().any(|problem| problem.code == Code::JsonSyntax) {
        // YAML flow collections allow more than JSON: comments, unquoted scalars.
        let mut yaml_problems = Vec::new();
        let yaml_documents = read::parse(text, &mut yaml_problems);
        let named_json = source.name.to_ascii_lowercase().ends_with(".json");
        if !(named_json && failed(&yaml_problems)) {
            problems.append(&mut yaml_problems);
            return yaml_documents;
        }
    }
    problems.append(&mut json_problems);
    documents
}
