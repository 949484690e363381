//! Reads values of documents: members by their path, texts of strings and of numbers as they are written.

use crdc_source::{Node, Source, Value};

/// A member of members.
pub(crate) fn at<'n>(node: &'n Node, path: &[&str]) -> Option<&'n Node> {
    path.iter().try_fold(node, |node, key| node.get(key))
}

/// The string at a path, empty if there is none.
pub(crate) fn string<'n>(node: &'n Node, path: &[&str]) -> &'n str {
    at(node, path).and_then(Node::as_str).unwrap_or_default()
}

/// The items of a list at a path.
pub(crate) fn items<'n>(node: &'n Node, path: &[&str]) -> &'n [Node] {
    match at(node, path).map(|node| &node.value) {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}

/// A version: a string, or a number as it is written, since `1.10` is not `1.1`.
pub(crate) fn scalar(node: &Node, source: &Source) -> Option<String> {
    let written = source.text.get(node.span.start as usize..node.span.end as usize).unwrap_or_default();
    let is_number = written.starts_with(|first: char| first.is_ascii_digit());
    match &node.value {
        Value::String(text) => Some(text.clone()),
        Value::Int(_) | Value::Float(_) if is_number => Some(written.to_owned()),
        Value::Int(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The name of a file in a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The folder of a file, without a slash at the end; empty for the root.
pub(crate) fn folder(path: &str) -> &str {
    let path = path.strip_prefix("./").unwrap_or(path);
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
