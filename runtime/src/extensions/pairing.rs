//! Correlates values of the old and the new object, container by container: properties and map values by key,
//! items of list maps by their keys, of plain lists by index (docs/immutability.md).
//!
//! In: two containers. Out: pairs in a buffer, with [`NONE`] for the side that is missing. While members have
//! the same order, this is one walk over both; the rest is sorted.

use alloc::vec::Vec;

use super::numbers::whole;
use crate::error::ListKey;
use crate::lists;
use crate::places::{ExtensionNode, ItemKind};
use crdc_object::tape::{Children, Entry, Kind, MAP_KEY, NO_FIELD, Tape, same_bytes};

/// The index that stands for a missing entry.
pub(super) const NONE: u32 = u32::MAX;

/// A value of the new object and one of the old one; either may be [`NONE`].
pub(super) type Pair = [u32; 2];

/// The tapes of the new and of the old object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tapes<'t> {
    pub(crate) new: Tape<'t>,
    pub(crate) old: Tape<'t>,
}

/// Buffers for pairs.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(super) found: Vec<Pair>,
    pub(super) left: Vec<u32>,
    pub(super) right: Vec<u32>,
    pub(super) new: lists::Buffers,
    pub(super) old: lists::Buffers,
    pub(super) numbers: lists::Numbers,
}

/// Replaces [`NONE`] by an index beyond any tape, which has no children.
pub(super) fn or_beyond(at: u32) -> u32 {
    if at == NONE { NONE - 1 } else { at }
}

impl Tapes<'_> {
    /// Whether the two values have the same bytes, so that nothing differs. Equal values can have different
    /// bytes.
    pub(super) fn same_bytes(&self, [new, old]: Pair) -> bool {
        self.same_text(&self.new.entry(new), &self.old.entry(old))
    }

    /// Like `same_bytes`, for entries.
    pub(super) fn same_text(&self, x: &Entry, y: &Entry) -> bool {
        same_bytes(self.new, x, self.old, y)
    }

    fn kinds(&self, [new, old]: Pair) -> (Option<Kind>, Option<Kind>) {
        let kind = |tape: Tape<'_>, at| (at != NONE).then(|| tape.entry(at).kind);
        (kind(self.new, new), kind(self.old, old))
    }

    /// The kind of both, if both are the same kind of container.
    pub(super) fn container(&self, both: Pair) -> Option<Kind> {
        match self.kinds(both) {
            (Some(Kind::Object), Some(Kind::Object)) => Some(Kind::Object),
            (Some(Kind::Array), Some(Kind::Array)) => Some(Kind::Array),
            _ => None,
        }
    }

    pub(super) fn children(&self, [new, old]: Pair) -> (Children<'_>, Children<'_>) {
        (self.new.children(or_beyond(new)), self.old.children(or_beyond(old)))
    }

    /// Whether two items have the same keys.
    pub(super) fn same_keys(&self, [new, old]: Pair, keys: &[ListKey<'_>]) -> bool {
        keys.iter().all(|key| match (key.of(self.new, new), key.of(self.old, old)) {
            (None, None) => true,
            (Some(x), Some(y)) => {
                self.same_scalar([x, y]) || crdc_object::tape::equal(self.new, x, self.old, y)
            }
            _ => false,
        })
    }

    /// Whether two values are equal scalars; numbers are compared by value.
    pub(super) fn same_scalar(&self, [new, old]: Pair) -> bool {
        let (a, b) = (self.new, self.old);
        let (x, y) = (a.entry(new), b.entry(old));
        match (x.kind, y.kind) {
            (Kind::Int, Kind::Int) => a.int(&x) == b.int(&y),
            (Kind::Float, Kind::Float) => a.float(&x) == b.float(&y),
            (Kind::Int, Kind::Float) => whole(b.float(&y)) == Some(a.int(&x)),
            (Kind::Float, Kind::Int) => whole(a.float(&x)) == Some(b.int(&y)),
            (Kind::String, Kind::String) => a.string(&x) == b.string(&y),
            (Kind::Array | Kind::Object, _) => false,
            (x, y) => x == y,
        }
    }

    /// Whether two members have the same key.
    pub(super) fn same_key(&self, x: &Entry, y: &Entry) -> bool {
        (x.field == y.field && x.field & MAP_KEY == 0) || self.new.raw_key(x) == self.old.raw_key(y)
    }
}

impl Pairs {
    /// Pairs the fields that `place` has edges for, one pair for each edge, in their order. A side that is
    /// not an object has none.
    pub(super) fn fields(&mut self, tapes: Tapes<'_>, both: Pair, place: &ExtensionNode<'_>) {
        self.found.clear();
        self.found.resize(place.fields.len(), [NONE; 2]);
        for (side, (tape, at)) in [(tapes.new, both[0]), (tapes.old, both[1])].into_iter().enumerate() {
            if at == NONE || tape.entry(at).kind != Kind::Object {
                continue;
            }
            for child in tape.children(at) {
                let field = tape.entry(child).field;
                if field != NO_FIELD
                    && let Ok(slot) = place.fields.binary_search_by_key(&field, |edge| edge.field)
                    && let Some(slot) = self.found.get_mut(slot).and_then(|both| both.get_mut(side))
                {
                    *slot = child;
                }
            }
        }
    }

    /// Pairs all members of two objects, or only the entries of maps.
    pub(super) fn members(&mut self, tapes: Tapes<'_>, both: Pair, entries_only: bool) {
        let Pairs { found, left, right, .. } = self;
        found.clear();
        let (new, old) = tapes.children(both);
        let entry = |tape: Tape<'_>, at: &u32| !entries_only || tape.entry(*at).is_map_value();
        let mut new = new.filter(|at| entry(tapes.new, at));
        let mut old = old.filter(|at| entry(tapes.old, at));
        left.clear();
        right.clear();
        loop {
            match (new.next(), old.next()) {
                (None, None) => return,
                (Some(x), Some(y)) if tapes.same_key(&tapes.new.entry(x), &tapes.old.entry(y)) => {
                    found.push([x, y]);
                }
                (x, y) => {
                    left.extend(x);
                    right.extend(y);
                    break;
                }
            }
        }
        left.extend(new);
        right.extend(old);
        let of_new = |at: &u32| tapes.new.raw_key(&tapes.new.entry(*at));
        let of_old = |at: &u32| tapes.old.raw_key(&tapes.old.entry(*at));
        left.sort_unstable_by(|a, b| of_new(a).cmp(of_new(b)));
        right.sort_unstable_by(|a, b| of_old(a).cmp(of_old(b)));
        let (mut new, mut old) = (left.iter().peekable(), right.iter().peekable());
        loop {
            let order = match (new.peek(), old.peek()) {
                (None, None) => return,
                (Some(_), None) => core::cmp::Ordering::Less,
                (None, Some(_)) => core::cmp::Ordering::Greater,
                (Some(x), Some(y)) => of_new(x).cmp(of_old(y)),
            };
            let x = if order.is_le() { new.next() } else { None };
            let y = if order.is_ge() { old.next() } else { None };
            found.push([x.copied().unwrap_or(NONE), y.copied().unwrap_or(NONE)]);
        }
    }

    /// Pairs the items of two lists. Items of sets are not paired.
    pub(super) fn items(&mut self, tapes: Tapes<'_>, both: Pair, kind: ItemKind<'_>) {
        self.found.clear();
        match kind {
            ItemKind::Index => {
                let (mut new, mut old) = tapes.children(both);
                loop {
                    let (x, y) = (new.next(), old.next());
                    if x.is_none() && y.is_none() {
                        return;
                    }
                    self.found.push([x.unwrap_or(NONE), y.unwrap_or(NONE)]);
                }
            }
            ItemKind::Keys(keys) => self.keyed(tapes, both, keys, false),
            ItemKind::Value | ItemKind::Type(_) | ItemKind::Whole => {}
        }
    }

    /// Whether two list maps have no duplicate keys.
    pub(super) fn are_distinct(&mut self, tapes: Tapes<'_>, both: Pair, keys: &[ListKey<'_>]) -> bool {
        let new = lists::sorted(tapes.new, both[0], keys, &mut self.new);
        let old = lists::sorted(tapes.old, both[1], keys, &mut self.old);
        lists::runs(new, old).all(|run| run.new.len() <= 1 && run.old.len() <= 1)
    }

    /// Whether two values are equal: numbers by value, all lists in order.
    pub(super) fn are_equal(&mut self, tapes: Tapes<'_>, both: Pair) -> bool {
        tapes.same_bytes(both) || self.new.of(tapes.new, both[0]) == self.old.of(tapes.old, both[1])
    }

    /// Whether two sets have the same members, equally often. `node` is the node of the members.
    pub(super) fn same_members(
        &mut self,
        tapes: Tapes<'_>,
        both: Pair,
        node: Option<&ExtensionNode<'_>>,
    ) -> bool {
        self.numbers.clear();
        let new = lists::sorted_members(tapes.new, both[0], node, &mut self.numbers, &mut self.new);
        let old = lists::sorted_members(tapes.old, both[1], node, &mut self.numbers, &mut self.old);
        lists::runs(new, old).all(|run| run.new.len() == run.old.len())
    }
}
