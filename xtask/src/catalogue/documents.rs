//! The CRDs in a file. In: YAML with any documents, or a template of Helm that has them. Out: what the
//! catalogue keeps of each CRD of `apiextensions.k8s.io/v1`.

use std::borrow::Cow;

use crdc_source::diag::Severity;
use crdc_source::{Node, Source, Value as Content, parse};
use serde_json::Value;

/// The CRDs of a file, or why one of them cannot be read.
pub(super) fn crds(path: &str, text: &str) -> Result<Vec<Value>, String> {
    let mut crds = Vec::new();
    // Other documents of a template need not be readable.
    for document in documents(text).into_iter().filter(|text| text.contains("CustomResourceDefinition")) {
        let text = if has_actions(document) { without_actions(document) } else { Cow::Borrowed(document) };
        for node in nodes(path, &text)? {
            add(&node, &mut crds)?;
        }
    }
    Ok(crds)
}

/// The parts of a YAML text between lines that begin with `---`.
fn documents(text: &str) -> Vec<&str> {
    let mut documents = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.starts_with("---") {
            documents.push(&text[start..at]);
            start = at;
        }
        at += line.len();
    }
    documents.push(&text[start..]);
    documents
}

fn nodes(path: &str, text: &str) -> Result<Vec<Node>, String> {
    let (nodes, problems) = parse(&Source::new(path, text));
    match problems.iter().find(|problem| problem.severity() == Severity::Error) {
        Some(problem) => Err(format!("it cannot be read: {}", problem.message)),
        None => Ok(nodes),
    }
}

/// Adds a document if it is a CRD; those of a list too.
fn add(node: &Node, crds: &mut Vec<Value>) -> Result<(), String> {
    let word = |key| node.get(key).and_then(Node::as_str);
    match (word("apiVersion"), word("kind")) {
        (Some("apiextensions.k8s.io/v1"), Some("CustomResourceDefinition")) => {
            let crd = serde_json::from_str(&node.to_json()).map_err(|error| error.to_string())?;
            crds.push(crdc_catalogue::kept(crd));
        }
        (_, Some("List" | "CustomResourceDefinitionList")) => {
            if let Some(Content::Array(items)) = node.get("items").map(|items| &items.value) {
                items.iter().try_for_each(|item| add(item, crds))?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Whether a text is of a template, and does not only speak of one.
fn has_actions(text: &str) -> bool {
    let certain = [": {{", "{{-", "-}}", "{{/*"];
    let action =
        |line: &str| line.trim_start().starts_with("{{") || certain.iter().any(|part| line.contains(part));
    text.lines().any(action)
}

/// The text without the actions of a template, and without the lines that have nothing else. Both branches of
/// a condition stay. Only a comment may go on on further lines.
fn without_actions(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = text;
    // Where the last action ends: a comment that begins later has no end, and the rest is not searched again.
    let last = text.rfind("}}").map_or(usize::MAX, |at| text.len() - at);
    while !rest.is_empty() {
        let (line, mut next) = first_line(rest);
        let (mut kept, mut left) = (String::new(), line);
        while let Some((before, action)) = left.split_once("{{") {
            let comment = action.trim_start_matches(['-', ' ']).starts_with("/*");
            let close = |text: &str| text.find("}}").map(|end| end + 2);
            kept.push_str(before);
            if let Some(end) = close(action) {
                left = &action[end..];
            } else if let Some(end) = Some(next).filter(|next| comment && next.len() >= last).and_then(close)
            {
                (left, next) = first_line(&next[end..]);
            } else {
                left = &left[before.len()..];
                break;
            }
            // A part of a word: `a-{{ .Values.b }}` is a word without it too, `{{ .Values.a }}-{{ .Values.b
            // }}` is not.
            let joined = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
            if !comment
                && (joined(kept.chars().last()) || joined(left.chars().next()) && !left.starts_with("{{"))
            {
                kept.push('x');
            }
        }
        kept.push_str(left);
        if kept.len() == line.len() || !kept.trim().is_empty() {
            out.push_str(&kept);
        }
        rest = next;
    }
    Cow::Owned(out)
}

/// The first line with its end, and the rest.
fn first_line(text: &str) -> (&str, &str) {
    text.split_at(text.find('\n').map_or(text.len(), |end| end + 1))
}
