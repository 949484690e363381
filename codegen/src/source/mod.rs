//! Text to trees: every document of a YAML or JSON text as a [`Node`], every node with its
//! place. Values are read as Kubernetes reads them. Nothing here fails: what cannot be read
//! is a diagnostic, and the rest is returned.

mod base64;
mod budget;
mod dialect;
mod events;
mod json;
mod node;
mod number;
mod object;
mod scalar;
mod text;
mod yaml;

#[cfg(test)]
mod tests;

pub use node::{Member, Node, Span, Value};
pub use text::{Lines, Source};

pub(crate) use text::floor_boundary;

use crate::diag::{Code, Diagnostic, Severity};

/// How deep collections may nest. Later stages recurse over nodes, so this also bounds
/// their stacks. Schemas in use stay below 50.
pub const MAX_DEPTH: usize = 256;

/// Reads all documents of a source.
///
/// A text that starts with `{` or `[` and parses as JSON is read as JSON, one document per
/// value. Everything else is YAML, read as `sigs.k8s.io/yaml` reads it; documents with
/// nothing in them are skipped. A document that does not parse is reported and left out;
/// one that parses is returned, whatever diagnostics it has (a value that cannot be
/// represented reads as null).
///
/// An alias stands for its anchor's value: the node has the alias's span, the nodes inside
/// keep the spans of the text they were read from.
///
/// The diagnostics come sorted by place. Never panics; time and memory are linear in the
/// length of the text.
///
/// ```
/// use crdc_codegen::source::{Source, Value, parse};
///
/// let source = Source::new("crd.yaml", "kind: &k CustomResourceDefinition\nserved: yes\n");
/// let (documents, problems) = parse(&source);
/// assert!(problems.is_empty());
/// assert_eq!(documents[0].get("served").map(|node| &node.value), Some(&Value::Bool(true)));
/// ```
#[must_use]
pub fn parse(source: &Source) -> (Vec<Node>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let documents = read(source, &mut problems);
    problems.sort_by_key(|problem| problem.span);
    (documents, problems)
}

fn read(source: &Source, problems: &mut Vec<Diagnostic>) -> Vec<Node> {
    let text = source.text.as_str();
    if u32::try_from(text.len()).is_err() {
        let message = "the text is larger than 4 GiB";
        problems.push(Diagnostic::new(Code::SourceTooLarge, Span::default(), message));
        return Vec::new();
    }
    if !json::looks_like_json(text) {
        return yaml::parse(text, problems);
    }
    let mut json_problems = Vec::new();
    let documents = json::parse(text, &mut json_problems);
    let failed =
        |problems: &[Diagnostic]| problems.iter().any(|problem| problem.code.severity() == Severity::Error);
    if json_problems.iter().any(|problem| problem.code == Code::JsonSyntax) {
        // YAML's own braces and brackets take more than JSON: comments, unquoted scalars.
        let mut yaml_problems = Vec::new();
        let yaml_documents = yaml::parse(text, &mut yaml_problems);
        let named_json = source.name.to_ascii_lowercase().ends_with(".json");
        if !(named_json && failed(&yaml_problems)) {
            problems.append(&mut yaml_problems);
            return yaml_documents;
        }
    }
    problems.append(&mut json_problems);
    documents
}
