//! Builds the tree of a regular expression. In: the pieces that the parser finds. Out: a tree, together with
//! the three numbers that Go limits.
//!
//! Easy to break: `height`, `size` and `repeats` decide which patterns are rejected, so the tree has the same
//! shape as Go's (literals joined, lists flattened, single characters in alternations merged), although the
//! resulting program would be the same without.
//!
//! Go: regexp/syntax/parse.go (calcSize, calcHeight, repeatIsValid, collapse).

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::charset::CharSet;

/// A condition on the position between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// `^` or `\A`.
    BeginText,
    /// `$` or `\z`.
    EndText,
    /// `^` with the flag `m`.
    BeginLine,
    /// `$` with the flag `m`.
    EndLine,
    /// `\b`; words consist of ASCII letters, digits and underscore.
    WordBoundary,
    /// `\B`.
    NoWordBoundary,
}

/// The kind of a node.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The empty text.
    Empty,
    /// One or more consecutive characters, matched case-insensitively if `fold`.
    Literal {
        /// The characters, which may be surrogates.
        runes: Vec<u32>,
        /// The flag `i`.
        fold: bool,
    },
    /// One character of a set.
    Class(CharSet),
    /// A condition on the position.
    Look(Look),
    /// A repetition.
    Repeat {
        /// The least number of times.
        min: u32,
        /// The largest number of times.
        max: Option<u32>,
        /// Whether more times are tried before less.
        greedy: bool,
        /// The repeated node.
        sub: Box<Node>,
    },
    /// A group that captures.
    Capture(Box<Node>),
    /// One after the other.
    Concat(Vec<Node>),
    /// The first that leads to a match.
    Alternate(Vec<Node>),
}

/// The repetition operator: they count differently although `*` equals `{0,}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repetition {
    Star,
    Plus,
    Quest,
    Count { min: u32, max: Option<u32> },
}

/// A part of a regular expression.
#[derive(Clone, Debug)]
pub struct Node {
    /// The kind.
    pub kind: Kind,
    /// The depth of the tree, at most 1000.
    pub height: u32,
    /// Instructions in Go's program, at most 128 MiB of them.
    pub(super) size: u64,
    /// The largest product of counts on a path from the root, at most 1000.
    pub(super) repeats: u64,
}

impl Node {
    pub(super) fn leaf(kind: Kind) -> Self {
        Node { kind, height: 1, size: 1, repeats: 1 }
    }

    pub(super) fn literal(rune: u32, fold: bool) -> Self {
        Node::leaf(Kind::Literal { runes: vec![rune], fold })
    }

    /// The number of runes that Go stores for this node.
    pub(super) fn runes(&self) -> usize {
        match &self.kind {
            Kind::Literal { runes, .. } => runes.len(),
            Kind::Class(set) => set.ranges().len() * 2,
            _ => 0,
        }
    }

    pub(super) fn capture(sub: Node) -> Self {
        Node {
            height: sub.height + 1,
            size: sub.size.saturating_add(2),
            repeats: sub.repeats,
            kind: Kind::Capture(Box::new(sub)),
        }
    }

    pub(super) fn repeat(repetition: Repetition, greedy: bool, sub: Node) -> Self {
        let (min, max, size, times) = match repetition {
            Repetition::Star => (0, None, sub.size.saturating_add(2), 1),
            Repetition::Plus => (1, None, sub.size.saturating_add(1), 1),
            Repetition::Quest => (0, Some(1), sub.size.saturating_add(1), 1),
            Repetition::Count { min, max } => {
                let size = match max {
                    None if min == 0 => sub.size.saturating_add(2),
                    None => sub.size.saturating_mul(u64::from(min)).saturating_add(1),
                    Some(max) => sub
                        .size
                        .saturating_mul(u64::from(max))
                        .saturating_add(u64::from(max.saturating_sub(min))),
                };
                (min, max, size, u64::from(max.unwrap_or(min)))
            }
        };
        Node {
            height: sub.height + 1,
            size: size.max(1),
            // A node repeated zero times is not counted.
            repeats: if max == Some(0) { 1 } else { sub.repeats.saturating_mul(times.max(1)) },
            kind: Kind::Repeat { min, max, greedy, sub: Box::new(sub) },
        }
    }

    pub(super) fn concat(items: Vec<Node>) -> Self {
        let mut flat: Vec<Node> = Vec::with_capacity(items.len());
        for item in items {
            match item.kind {
                Kind::Concat(subs) => subs.into_iter().for_each(|sub| join(&mut flat, sub)),
                _ => join(&mut flat, item),
            }
        }
        Node::list(flat, Kind::Concat)
    }

    pub(super) fn alternate(items: Vec<Node>) -> Self {
        let mut flat: Vec<Node> = Vec::with_capacity(items.len());
        for item in items {
            match item.kind {
                Kind::Alternate(subs) => subs.into_iter().for_each(|sub| merge(&mut flat, sub)),
                _ => merge(&mut flat, item),
            }
        }
        let bars = flat.len().saturating_sub(1) as u64;
        let mut node = Node::list(flat, Kind::Alternate);
        node.size = node.size.saturating_add(bars);
        node
    }

    fn list(mut items: Vec<Node>, kind: fn(Vec<Node>) -> Kind) -> Self {
        if items.len() == 1
            && let Some(only) = items.pop()
        {
            return only;
        }
        if items.is_empty() {
            return Node::leaf(Kind::Empty);
        }
        Node {
            height: 1 + items.iter().map(|item| item.height).max().unwrap_or(0),
            size: items.iter().fold(0u64, |sum, item| sum.saturating_add(item.size)).max(1),
            repeats: items.iter().map(|item| item.repeats).max().unwrap_or(1),
            kind: kind(items),
        }
    }
}

/// Appends to a sequence; consecutive literals are joined.
fn join(items: &mut Vec<Node>, item: Node) {
    if let Some(last) = items.last_mut()
        && let Kind::Literal { runes, fold } = &mut last.kind
        && let Kind::Literal { runes: more, fold: more_fold } = &item.kind
        && *fold == *more_fold
    {
        runes.extend_from_slice(more);
        last.size = runes.len() as u64;
        return;
    }
    items.push(item);
}

/// Appends to an alternation; consecutive single characters are merged into a class.
fn merge(items: &mut Vec<Node>, item: Node) {
    if let Some(last) = items.last_mut() {
        if let (Some(a), Some(b)) = (single(last), single(&item)) {
            *last = Node::leaf(Kind::Class(a.union(&b)));
            return;
        }
        if matches!((&last.kind, &item.kind), (Kind::Empty, Kind::Empty)) {
            return;
        }
    }
    items.push(item);
}

/// The set of a node that matches exactly one character.
fn single(node: &Node) -> Option<CharSet> {
    match &node.kind {
        Kind::Class(set) => Some(set.clone()),
        Kind::Literal { runes, fold } if runes.len() == 1 => Some(rune_set(runes[0], *fold)),
        _ => None,
    }
}

/// One character of a literal as a set.
#[must_use]
pub fn rune_set(rune: u32, fold: bool) -> CharSet {
    let set = CharSet::single(rune);
    if fold { super::unicode::fold(&set) } else { set }
}
