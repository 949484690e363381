//! Going from container to container, over both objects at once, wherever places lead.
//!
//! In: a pair of values and their place. Out: what they hold, as pairs, with the edges that lead there. Iterative: what
//! a schema nests without end, objects may.

use alloc::vec::Vec;

use crdc_vocabulary::below;

use super::changes::Changes;
use super::immutable::Within;
use super::node::{Edge, ExtensionNode, ItemKind};
use super::pairing::{NONE, Pair, Pairs, Tapes};
use super::report::Violation;
use crate::tape::{Kind, Tape};

/// Buffers of all steps here, kept from one request to the next.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(super) frames: Vec<Frame>,
    pub(super) held: Vec<ChildPair>,
    pub(super) pairs: Pairs,
    pub(super) violations: Vec<Violation>,
    pub(super) changes: Changes,
    /// Values that are normalised, should they be empty.
    pub(super) candidates: Vec<u32>,
}

/// Values that are still to be gone through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) both: Pair,
    pub(super) place: &'static ExtensionNode,
    /// Set inside of an immutable value.
    pub(super) within: Option<Within>,
    /// Whether the counterpart, or that of what holds the value, was found by an index alone.
    pub(super) by_index: bool,
    /// Whether marks below are asked of values that are as they were.
    pub(super) asks_all: bool,
    pub(super) known: Known,
}

/// What is known of a pair before it is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing.
    Nothing,
    /// They are not written with the same bytes, or one of them is not there.
    Differ,
    /// The first change of the whole update is in them, and it was found by going over both child by child.
    First,
}

/// A value that another holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildPair {
    pub(super) edge: &'static Edge,
    pub(super) both: Pair,
    /// What holds it, where it is one of its fields.
    pub(super) parent: Option<Pair>,
    pub(super) known: Known,
}

/// How items of lists that are neither sets nor list maps are found in the old object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Items {
    /// By their index.
    ByIndex,
    /// They have no counterparts.
    Alone,
}

impl Buffers {
    /// Whether two values are equal: numbers by value, lists in order.
    pub(crate) fn equal(&mut self, tapes: Tapes<'_>, both: Pair) -> bool {
        self.pairs.are_equal(tapes, both)
    }
}

impl Frame {
    pub(super) fn new(both: Pair, place: &'static ExtensionNode) -> Self {
        Frame { both, place, within: None, by_index: false, asks_all: false, known: Known::Nothing }
    }
}

impl ChildPair {
    pub(super) fn new(edge: &'static Edge, both: Pair) -> Self {
        ChildPair { edge, both, parent: None, known: Known::Nothing }
    }
}

impl Pairs {
    /// Appends what `both` hold and `place` has edges to that lead to any of the bits `want`. The old side is
    /// [`NONE`] where there is no counterpart; so may the new one be.
    pub(super) fn held(
        &mut self,
        tapes: Tapes<'_>,
        [new, old]: Pair,
        place: &'static ExtensionNode,
        (want, items): (u8, Items),
        out: &mut Vec<ChildPair>,
    ) {
        let kind = |tape: Tape<'_>, at| (at != NONE).then(|| tape.entry(at).kind);
        let container = kind(tapes.new, new).or(kind(tapes.old, old));
        let old = if kind(tapes.old, old) == container { old } else { NONE };
        match container {
            Some(Kind::Object) => {
                if !place.fields.is_empty() {
                    self.fields(tapes, [new, old], place);
                    let parent = Some([new, old]);
                    let found = place.fields.iter().zip(&self.found);
                    let asked_anyway = |edge: &Edge| old == NONE && edge.below & want & below::NEW != 0;
                    let found = found.filter(|(edge, both)| {
                        edge.below & want != 0 && (**both != [NONE; 2] || asked_anyway(edge))
                    });
                    out.extend(found.map(|(edge, both)| ChildPair { parent, ..ChildPair::new(edge, *both) }));
                }
                if let Some(edge) = place.each.filter(|edge| edge.below & want != 0) {
                    self.members(tapes, [new, old], true);
                    out.extend(self.found.iter().map(|both| ChildPair::new(edge, *both)));
                }
            }
            Some(Kind::Array) => {
                let Some(edge) = place.items.filter(|edge| edge.below & want != 0) else { return };
                match place.list {
                    ItemKind::Index if items == Items::ByIndex => self.items(tapes, [new, old], place.list),
                    ItemKind::Value if items == Items::ByIndex => self.keys(tapes, [new, old], place.list),
                    ItemKind::Index | ItemKind::Value => self.items(tapes, [new, NONE], ItemKind::Index),
                    ItemKind::Keys(keys) => {
                        self.items(tapes, [new, old], place.list);
                        if items == Items::Alone {
                            self.forget_keyless(tapes, keys);
                        }
                    }
                }
                out.extend(self.found.iter().map(|both| ChildPair::new(edge, *both)));
            }
            _ => {}
        }
    }
}
