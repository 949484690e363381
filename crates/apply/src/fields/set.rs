//! Sets of fields: the parts of an object that managers own.
//!
//! A set is a tree that has no empty branches: every node is a member or has a member below it. The nodes of
//! a level are sorted in the order of [`PathElement::compare`]. A parent that is a member does not make its
//! children members.
//
// structured-merge-diff: fieldpath/set.go

use std::fmt::{self, Display, Formatter};

use crate::path::{Path, PathElement, path_text};

/// A set of fields.
///
/// ```
/// use crdc_apply::{FieldSet, PathElement};
/// use serde_json::json;
///
/// let mut set = FieldSet::new();
/// set.insert(&[PathElement::field("spec"), PathElement::field("replicas")]);
/// assert_eq!(set.to_value(), json!({"f:spec": {"f:replicas": {}}}));
/// assert_eq!(set.to_string(), ".spec.replicas");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldSet {
    pub(super) nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) element: PathElement,
    /// Whether the path to here is in the set.
    pub(crate) member: bool,
    pub(crate) children: FieldSet,
}

impl Node {
    /// Whether the set would have an empty branch with it.
    pub(super) fn is_empty(&self) -> bool {
        !self.member && self.children.is_empty()
    }
}

impl FieldSet {
    /// The empty set.
    pub fn new() -> Self {
        FieldSet::default()
    }

    /// A set from nodes in any order. Nodes may be empty, or have the same element.
    pub(crate) fn from_nodes(mut nodes: Vec<Node>) -> Self {
        nodes.retain(|node| !node.is_empty());
        if !nodes.is_sorted_by(|left, right| left.element.compare(&right.element).is_lt()) {
            nodes.sort_by(|left, right| left.element.sort_order(&right.element));
            nodes = merged(nodes);
        }
        FieldSet { nodes }
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    fn search(&self, element: &PathElement) -> Result<usize, usize> {
        self.nodes.binary_search_by(|node| node.element.compare(element))
    }

    pub(crate) fn node(&self, element: &PathElement) -> Option<&Node> {
        self.search(element).ok().and_then(|at| self.nodes.get(at))
    }

    /// Adds a path. Its parents are not added. The empty path has no owner.
    pub fn insert(&mut self, path: &[PathElement]) {
        let Some((first, rest)) = path.split_first() else { return };
        let at = match self.search(first) {
            Ok(at) => at,
            Err(at) => {
                self.nodes
                    .insert(at, Node { element: first.clone(), member: false, children: FieldSet::new() });
                at
            }
        };
        if let Some(node) = self.nodes.get_mut(at) {
            match rest {
                [] => node.member = true,
                rest => node.children.insert(rest),
            }
        }
    }

    /// Whether a path is a member.
    pub fn contains(&self, path: &[PathElement]) -> bool {
        match path {
            [] => false,
            [last] => self.node(last).is_some_and(|node| node.member),
            [first, rest @ ..] => self.node(first).is_some_and(|node| node.children.contains(rest)),
        }
    }

    /// The members below an element, with paths relative to the element.
    pub fn below(&self, element: &PathElement) -> &FieldSet {
        static EMPTY: FieldSet = FieldSet { nodes: Vec::new() };
        self.node(element).map_or(&EMPTY, |node| &node.children)
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.nodes.iter().map(|node| usize::from(node.member) + node.children.len()).sum()
    }

    /// All members: first the members of a level, then the members below them.
    pub fn paths(&self) -> Vec<Path> {
        let mut out = Vec::new();
        self.collect(&mut Vec::new(), &mut out);
        out
    }

    fn collect(&self, prefix: &mut Path, out: &mut Vec<Path>) {
        for node in self.nodes.iter().filter(|node| node.member) {
            let mut path = prefix.clone();
            path.push(node.element.clone());
            out.push(path);
        }
        for node in &self.nodes {
            prefix.push(node.element.clone());
            node.children.collect(prefix, out);
            prefix.pop();
        }
    }
}

/// Merges nodes with the same element, which stand side by side. Their children are merged at once: one after
/// the other would copy the children of the first again and again.
fn merged(nodes: Vec<Node>) -> Vec<Node> {
    let mut out = Vec::with_capacity(nodes.len());
    let mut nodes = nodes.into_iter().peekable();
    while let Some(mut node) = nodes.next() {
        let mut others = Vec::new();
        while let Some(same) = nodes.next_if(|other| other.element == node.element) {
            node.member |= same.member;
            others.extend(same.children.nodes);
        }
        if !others.is_empty() {
            others.append(&mut node.children.nodes);
            node.children = FieldSet::from_nodes(others);
        }
        out.push(node);
    }
    out
}

/// Formats the set with one path per line.
impl Display for FieldSet {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.paths().iter().map(|path| path_text(path)).collect();
        formatter.write_str(&lines.join("\n"))
    }
}

impl<P: AsRef<[PathElement]>> FromIterator<P> for FieldSet {
    fn from_iter<I: IntoIterator<Item = P>>(paths: I) -> Self {
        let mut set = FieldSet::new();
        for path in paths {
            set.insert(path.as_ref());
        }
        set
    }
}
