//! Formats a raw tree as text, for comparisons with the events of another reader.

use super::tree::{RawDocument, RawKind};
use crdc_vocabulary::go::{Escapes, append_json_string};
use std::fmt::Write as _;

/// One line for each node and for each end of a collection, in the order of the text: `{`, `}`, `[`, `]`, `p`
/// and the text of an unquoted scalar, `q` of another one, `t` with a tag, `*` and the number of an anchored
/// node. Texts are JSON.
pub(in super::super) fn shape(document: &RawDocument<'_>) -> String {
    enum Step {
        Node(usize),
        End(char),
    }
    let mut out = String::new();
    let mut todo: Vec<Step> = document.root.map(Step::Node).into_iter().collect();
    while let Some(step) = todo.pop() {
        let node = match step {
            Step::End(end) => {
                out.push(end);
                out.push('\n');
                continue;
            }
            Step::Node(node) => node,
        };
        let Some(raw) = document.nodes.get(node) else { continue };
        let children = match &raw.kind {
            RawKind::Scalar { text, plain, tag } => {
                match tag {
                    Some(tag) => {
                        out.push('t');
                        append_json_string(&mut out, tag, Escapes::Fewest);
                    }
                    None => out.push(if *plain { 'p' } else { 'q' }),
                }
                append_json_string(&mut out, text, Escapes::Fewest);
                out.push('\n');
                continue;
            }
            RawKind::Alias(target) => {
                let _ = writeln!(out, "*{target}");
                continue;
            }
            RawKind::Unknown => {
                out.push_str("unknown\n");
                continue;
            }
            RawKind::Sequence(items) => {
                out.push_str("[\n");
                todo.push(Step::End(']'));
                items
            }
            RawKind::Mapping(members) => {
                out.push_str("{\n");
                todo.push(Step::End('}'));
                members
            }
        };
        todo.extend(children.iter().rev().map(|child| Step::Node(*child)));
    }
    out
}
