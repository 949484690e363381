//! Walks over the containers of both objects that lead to extensions.
//!
//! In: a pair of values and their node. Out: their children, as pairs, with the edges to them. Iterative,
//! since recursive schemas allow objects of any depth.

use alloc::vec::Vec;

use crdc_vocabulary::{Dialect, below};

use super::changes::Changes;
use super::pairing::{NONE, Pair, Pairs, Tapes};
use super::report::ImmutabilityViolation;
use crate::places::{Edge, ExtensionNode, ItemKind};
use crate::recycle::recycle;
use crdc_object::tape::{Kind, Tape};

/// Buffers of all extension steps, kept between requests.
#[derive(Debug, Default)]
pub(crate) struct Buffers<'p> {
    pub(super) frames: Vec<Frame<'p>>,
    pub(super) held: Vec<ChildPair<'p>>,
    pub(super) violations: Vec<ImmutabilityViolation<'p>>,
    pub(super) pairs: Pairs,
    pub(crate) changes: Changes,
    /// Values to normalize if they are empty.
    pub(super) candidates: Vec<u32>,
}

/// A pair of values to process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'p> {
    pub(super) both: Pair,
    pub(super) place: &'p ExtensionNode<'p>,
    /// Set inside an immutable value.
    pub(super) within: Option<Within>,
    /// Whether the counterpart of the value, or of an ancestor, was found by index only.
    pub(super) by_index: bool,
    /// Whether immutability markers below also apply to unchanged values.
    pub(super) asks_all: bool,
    pub(super) known: Known,
}

/// Whether the comparison is inside an immutable value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    pub(super) dialect: Dialect,
    /// The immutable value of the new object, if differences are reported there.
    pub(super) marked: Option<u32>,
}

/// The relation of a pair that is known before it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The relation is unknown.
    Nothing,
    /// The bytes of the two values differ, or one of them is missing.
    Differ,
    /// The two values contain the first change of the whole update, found by a child-by-child comparison.
    First,
}

/// A value and its counterpart, as children of another pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildPair<'p> {
    pub(super) edge: &'p Edge<'p>,
    pub(super) both: Pair,
    /// The parent, if the value is one of its fields.
    pub(super) parent: Option<Pair>,
    pub(super) known: Known,
}

/// The correlation of items of lists other than sets and list maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Items {
    /// Items correspond by index.
    ByIndex,
    /// The items have no counterparts.
    Alone,
}

impl Buffers<'_> {
    /// The buffers, for other constants. The changes of the last step need not be cleared, since the next
    /// step does that.
    pub(crate) fn recycled(self) -> Buffers<'static> {
        let Buffers { frames, held, violations, pairs, changes, candidates } = self;
        Buffers {
            frames: recycle(frames),
            held: recycle(held),
            violations: recycle(violations),
            pairs,
            changes,
            candidates,
        }
    }

    /// Whether two values are equal: numbers by value, lists in order.
    pub(crate) fn equal(&mut self, tapes: Tapes<'_>, both: Pair) -> bool {
        self.pairs.are_equal(tapes, both)
    }
}

impl<'p> Frame<'p> {
    pub(super) fn new(both: Pair, place: &'p ExtensionNode<'p>) -> Self {
        Frame { both, place, within: None, by_index: false, asks_all: false, known: Known::Nothing }
    }
}

impl<'p> ChildPair<'p> {
    pub(super) fn new(edge: &'p Edge<'p>, both: Pair) -> Self {
        ChildPair { edge, both, parent: None, known: Known::Nothing }
    }
}

impl Pairs {
    /// Appends the children of `both` whose edges in `place` lead to any of the bits `want`. Either side may
    /// be [`NONE`] if there is no counterpart.
    pub(super) fn held<'p>(
        &mut self,
        tapes: Tapes<'_>,
        [new, old]: Pair,
        place: &'p ExtensionNode<'p>,
        (want, items): (u8, Items),
        out: &mut Vec<ChildPair<'p>>,
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
                    let asked_anyway = |edge: &Edge<'_>| old == NONE && edge.below & want & below::NEW != 0;
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
                    ItemKind::Value if items == Items::ByIndex => {
                        self.keys(tapes, [new, old], place.list, None)
                    }
                    ItemKind::Index | ItemKind::Value | ItemKind::Type(_) | ItemKind::Whole => {
                        self.items(tapes, [new, NONE], ItemKind::Index);
                    }
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
