//! `cargo xtask prose`: removes prose, which is descriptions and titles, from documents of other projects.
//! In: the documents of other projects in this repository. Out: the documents without prose, on which no
//! answer depends; `cargo xtask tidy` reports any that is left. Easy to break: a property may be called
//! `description`, and a default may have a member of that name.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use crdc_source::{Node, Source, Value, parse};

/// Folders of documents of other projects; `NOTICE` names the source of each.
const FOREIGN: [&str; 2] = ["tests/record/crds", "tests/openapi/published-v2"];

/// Members whose values are not schemas.
const VALUES: [&str; 6] = ["default", "enum", "example", "examples", "info", "const"];

/// Whether a file is a document of another project.
fn is_foreign(path: &Path) -> bool {
    let is_document =
        path.extension().is_some_and(|extension| ["yaml", "json"].iter().any(|one| extension == *one));
    is_document && FOREIGN.iter().any(|folder| path.starts_with(folder))
}

/// The lines of a file, counted from 1, with a description or title of another project.
pub(crate) fn lines(path: &Path, text: &str) -> Vec<usize> {
    if !is_foreign(path) {
        return Vec::new();
    }
    let source = Source::new(path.display().to_string(), text);
    let (documents, _) = parse(&source);
    let mut found = Vec::new();
    documents.iter().for_each(|document| find(text, document, false, &mut found));
    found
        .iter()
        .map(|prose| source.line_column(u32::try_from(prose.cut.start).unwrap_or(u32::MAX)).0)
        .collect()
}

/// Removes the prose of all documents of other projects.
pub(crate) fn run() -> Result<bool> {
    for folder in FOREIGN {
        let folder = places::repository().join(folder);
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            let relative = path.strip_prefix(places::repository()).unwrap_or(&path);
            if !is_foreign(relative) {
                continue;
            }
            let text = std::fs::read_to_string(&path)?;
            let cut = without(&path, &text)?;
            if places::write_if_changed(&path, cut.as_bytes())? {
                println!("{}: {} of {} bytes are left", relative.display(), cut.len(), text.len());
            }
        }
    }
    Ok(true)
}

/// The text without prose. Fails if anything else would be lost.
fn without(path: &Path, text: &str) -> Result<String> {
    let name = path.display().to_string();
    let (documents, _) = parse(&Source::new(&name, text));
    let mut found = Vec::new();
    documents.iter().for_each(|document| find(text, document, false, &mut found));
    found.sort_by_key(|prose| prose.cut.start);
    let (mut left, mut at) = (String::new(), 0);
    for prose in &found {
        left.push_str(&text[at..prose.cut.start]);
        left.push_str(prose.instead);
        at = prose.cut.end;
    }
    left.push_str(&text[at..]);
    let (kept, problems) = parse(&Source::new(&name, &left));
    ensure!(problems.is_empty(), "{name}: {problems:?}");
    let values = |documents: &[Node]| -> Vec<String> { documents.iter().map(Node::to_json).collect() };
    let expected: Vec<Node> = documents.into_iter().map(|document| pruned(document, false)).collect();
    ensure!(values(&kept) == values(&expected), "{name}: something else was lost");
    Ok(left)
}

/// A description or title, and its replacement.
struct Prose {
    cut: Range<usize>,
    instead: &'static str,
}

/// Whether a member is a description or title.
fn is_prose(key: &str, value: &Node) -> bool {
    matches!(key, "description" | "title") && matches!(value.value, Value::String(_))
}

/// Whether the members of this member have names that the author of the schema chose, which are not keywords.
fn has_names(key: &str) -> bool {
    matches!(key, "properties" | "definitions" | "patternProperties")
}

/// Adds the prose in a node to `found`. `is_named` is whether its members have names that the author chose.
fn find(text: &str, node: &Node, is_named: bool, found: &mut Vec<Prose>) {
    match &node.value {
        Value::Array(items) => items.iter().for_each(|item| find(text, item, false, found)),
        Value::Object(members) => {
            let is_emptied =
                !is_named && !members.is_empty() && members.iter().all(|one| is_prose(&one.key, &one.value));
            if is_emptied {
                let start = members.first().map_or(0, |first| first.key_span.start as usize);
                found.push(Prose { cut: start..node.span.end as usize, instead: "{}" });
                return;
            }
            for (index, member) in members.iter().enumerate() {
                if !is_named && is_prose(&member.key, &member.value) {
                    let next = members.get(index + 1).map(|next| next.key_span.start as usize);
                    let cut = cut(text, member.key_span.start as usize, member.value.span.end as usize, next);
                    found.push(Prose { cut, instead: "" });
                } else if is_named || !VALUES.contains(&member.key.as_str()) {
                    find(text, &member.value, !is_named && has_names(&member.key), found);
                }
            }
        }
        _ => {}
    }
}

/// The range to cut for a member of a block mapping: its lines, or the text up to the next member if a dash
/// is before it.
fn cut(text: &str, start: usize, end: usize, next: Option<usize>) -> Range<usize> {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    match next {
        Some(next) if !text[line..start].trim().is_empty() => start..next,
        _ => {
            let mut cut_end = end;
            // With the blank lines at the end of a block scalar.
            while let Some(length) =
                text[cut_end..].find('\n').filter(|at| text[cut_end..cut_end + at].trim().is_empty())
            {
                cut_end += length + 1;
            }
            line..cut_end.max(end)
        }
    }
}

/// The parsed document without prose, for comparison with the parsed result.
fn pruned(node: Node, is_named: bool) -> Node {
    let value = match node.value {
        Value::Array(items) => Value::Array(items.into_iter().map(|item| pruned(item, false)).collect()),
        Value::Object(members) => Value::Object(
            members
                .into_iter()
                .filter(|member| is_named || !is_prose(&member.key, &member.value))
                .map(|mut member| {
                    if is_named || !VALUES.contains(&member.key.as_str()) {
                        member.value = pruned(member.value, !is_named && has_names(&member.key));
                    }
                    member
                })
                .collect(),
        ),
        other => other,
    };
    Node { value, ..node }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn prose_is_cut_and_nothing_else() {
        for (text, expected) in [
            ("a:\n  description: x\n  type: string\n", "a:\n  type: string\n"),
            ("a:\n  description: |-\n    x\n\n    y\n\n  type: string\n", "a:\n  type: string\n"),
            ("a:\n  description: x\n    y\n  title: \"z\n    w\"\nb: 1\n", "a:\n  {}\nb: 1\n"),
            ("- description: x\n  name: y\n- name: z\n  description: x\n", "- name: y\n- name: z\n"),
            (
                "properties:\n  description:\n    description: x\n    type: string\n",
                "properties:\n  description:\n    type: string\n",
            ),
            ("default:\n  description: x\n", "default:\n  description: x\n"),
            ("properties:\n  default:\n    description: x\n", "properties:\n  default:\n    {}\n"),
            (
                "properties:\n  properties:\n    title: x\n    type: string\n",
                "properties:\n  properties:\n    type: string\n",
            ),
            ("a: 1\ndescription: x", "a: 1\n"),
        ] {
            assert_eq!(without(Path::new("a.yaml"), text).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn only_documents_of_others_are_looked_at() {
        let text = "a: 1\ndescription: x\n";
        assert_eq!(lines(Path::new("tests/record/crds/a.yaml"), text), [2]);
        assert_eq!(lines(Path::new("examples/a.yaml"), text), [] as [usize; 0]);
    }
}
