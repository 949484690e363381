//! The texts of a project. In: its nodes, and which of them are CRDs in which releases. Out: lines, each of
//! which refers to lines above it, and the line of each CRD.
//!
//! The variants of a part in all releases are written one after the other: they have most of their text in
//! common, and deflate only sees repetitions that are near.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use super::nodes::{Node, NodeId, Nodes};

/// Shorter texts are repeated: a reference would not be shorter.
const SHORTEST: usize = 12;

/// The lines of a project.
pub(super) struct Texts {
    pub(super) text: String,
    /// The lines of CRDs.
    lines: HashMap<NodeId, usize>,
}

/// What is known while lines are written.
struct Writer<'a> {
    nodes: &'a Nodes,
    /// How many parts of nodes and CRDs are this node.
    uses: Vec<usize>,
    is_crd: Vec<bool>,
    /// What stands for a node in the text of others: its text, or a reference.
    words: Vec<Option<String>>,
    texts: Texts,
    count: usize,
}

/// Writes the lines of CRDs, which are given by release.
pub(super) fn write<'a>(nodes: &Nodes, crds: impl Iterator<Item = &'a [Option<NodeId>]> + Clone) -> Texts {
    let mut uses = vec![0_usize; nodes.len()];
    for part in nodes.iter().flat_map(Node::children) {
        if let Some(uses) = uses.get_mut(part) {
            *uses += 1;
        }
    }
    let mut is_crd = vec![false; nodes.len()];
    for crd in crds.clone().flatten().flatten() {
        if let Some(is_crd) = is_crd.get_mut(*crd) {
            *is_crd = true;
        }
    }
    let texts = Texts { text: String::new(), lines: HashMap::new() };
    let mut writer = Writer { nodes, uses, is_crd, words: vec![None; nodes.len()], texts, count: 0 };
    for crd in crds {
        writer.variants(&mut crd.iter().copied().flatten().collect::<Vec<_>>());
    }
    writer.texts
}

impl Writer<'_> {
    /// Writes what is at one place in several releases, after its parts.
    fn variants(&mut self, variants: &mut Vec<NodeId>) {
        let mut seen = HashSet::new();
        variants.retain(|id| self.words.get(*id).is_some_and(Option::is_none) && seen.insert(*id));
        let nodes = self.nodes;
        let mut members: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
        let mut items: Vec<Vec<NodeId>> = Vec::new();
        for node in variants.iter().filter_map(|id| nodes.get(*id)) {
            match node {
                Node::Scalar(_) => {}
                Node::Object(object) => {
                    object.iter().for_each(|(key, part)| members.entry(key).or_default().push(*part));
                }
                Node::Array(array) => {
                    items.resize(items.len().max(array.len()), Vec::new());
                    items.iter_mut().zip(array).for_each(|(item, part)| item.push(*part));
                }
            }
        }
        for part in members.values_mut().chain(&mut items) {
            self.variants(part);
        }
        for id in variants {
            self.write(*id);
        }
    }

    /// Writes a node, unless a part of another variant was the same.
    fn write(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get(id).filter(|_| self.words.get(id).is_some_and(Option::is_none))
        else {
            return;
        };
        let mut text = self.text(node);
        let crd = self.is_crd.get(id).is_some_and(|is_crd| *is_crd);
        let shared = self.uses.get(id).is_some_and(|uses| *uses > 1);
        if crd || (shared && !node.is_scalar() && text.len() >= SHORTEST) {
            self.texts.text.push_str(&text);
            self.texts.text.push('\n');
            if crd {
                self.texts.lines.insert(id, self.count);
            }
            text = format!("@{}", self.count);
            self.count += 1;
        }
        if let Some(word) = self.words.get_mut(id) {
            *word = Some(text);
        }
    }

    /// The text of a node, whose parts have been written. What is used once is not needed again.
    fn text(&mut self, node: &Node) -> String {
        let mut text = String::new();
        match node {
            Node::Scalar(scalar) => text.push_str(scalar),
            Node::Array(items) => {
                for (id, before) in items.iter().zip(std::iter::once('[').chain(std::iter::repeat(','))) {
                    text.push(before);
                    self.push(&mut text, *id);
                }
                text.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Node::Object(members) => {
                for ((key, id), before) in
                    members.iter().zip(std::iter::once('{').chain(std::iter::repeat(',')))
                {
                    let key = serde_json::Value::from(key.as_str());
                    // Writing to a String cannot fail.
                    let _ = write!(text, "{before}{key}:");
                    self.push(&mut text, *id);
                }
                text.push_str(if members.is_empty() { "{}" } else { "}" });
            }
        }
        text
    }

    fn push(&mut self, text: &mut String, id: NodeId) {
        let once = self.uses.get(id).is_some_and(|uses| *uses == 1);
        if let Some(Some(word)) = self.words.get_mut(id) {
            text.push_str(word);
            if once {
                *word = String::new();
            }
        }
    }
}

impl Texts {
    /// The runs of a CRD in the index.
    pub(super) fn runs(&self, ids: &[Option<NodeId>]) -> String {
        let mut text = String::new();
        let mut release = 0;
        for run in ids.chunk_by(|one, other| one == other) {
            let last = release + run.len() - 1;
            if let Some(line) = run.first().and_then(|id| self.lines.get(id.as_ref()?)) {
                let comma = if text.is_empty() { "" } else { "," };
                // Writing to a String cannot fail.
                let _ = write!(text, "{comma}{release}-{last}={line}");
            }
            release = last + 1;
        }
        text
    }
}
