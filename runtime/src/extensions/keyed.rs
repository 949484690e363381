//! Pairs items of list maps and members of sets, in any order and with duplicates.
//!
//! In: two lists. Out: pairs in the buffer. Easy to break: if several items of the old list have the same
//! keys, the first one counts, but an update to itself must change nothing. Lists without duplicate keys take
//! a shorter path (`differing.rs`).

use super::pairing::{NONE, Pair, Pairs, Tapes, or_beyond};
use crate::error::ListKey;
use crate::lists;
use crate::places::{ExtensionNode, ItemKind};

/// The number of changed items up to which a list is not sorted.
const FEW_CHANGES: usize = 8;

impl Pairs {
    /// Pairs items of list maps. If several items of the old list have the same keys, the first one counts,
    /// unless an item equals the old one at the same index: unchanged items are paired with themselves, even
    /// in an invalid list.
    pub(super) fn keyed(&mut self, tapes: Tapes<'_>, both: Pair, keys: &[ListKey<'_>], once: bool) {
        let both = both.map(or_beyond);
        if self.in_turn(tapes, both, keys) {
            return;
        }
        let Pairs { found, left, right, .. } = self;
        left.clear();
        right.clear();
        let new = lists::sorted(tapes.new, both[0], keys, &mut self.new);
        let old = lists::sorted(tapes.old, both[1], keys, &mut self.old);
        for run in lists::runs(new, old) {
            let first = old.item(run.old.start).filter(|_| !run.old.is_empty()).unwrap_or(NONE);
            if run.new.is_empty() {
                found.push([NONE, first]);
            }
            let count = if once { 1 } else { run.new.len() };
            for (turn, item) in run.new.take(count).filter_map(|at| new.item(at)).enumerate() {
                let same_turn = run.old.start + turn;
                let same_turn = old.item(same_turn).filter(|_| turn > 0 && run.old.contains(&same_turn));
                if same_turn.is_some() {
                    left.push(found.len() as u32);
                    right.push(first);
                }
                found.push([item, same_turn.unwrap_or(first)]);
            }
        }
        for turn in 0..self.left.len() {
            let (at, first) = (self.left.get(turn).copied(), self.right.get(turn).copied());
            let (Some(at), Some(first)) = (at, first) else { continue };
            let Some(pair) = self.found.get(at as usize).copied() else { continue };
            if !self.are_equal(tapes, pair)
                && let Some([_, old]) = self.found.get_mut(at as usize)
            {
                *old = first;
            }
        }
    }

    /// Pairs lists that have the same keys in the same order, as after most updates, without sorting.
    fn in_turn(&mut self, tapes: Tapes<'_>, both: Pair, keys: &[ListKey<'_>]) -> bool {
        let Pairs { found, left, .. } = self;
        left.clear();
        let (mut new, mut old) = tapes.children(both);
        let same = loop {
            match (new.next(), old.next()) {
                (None, None) => break true,
                (Some(x), Some(y)) if tapes.same_bytes([x, y]) => found.push([x, y]),
                (Some(x), Some(y)) if left.len() < FEW_CHANGES && tapes.same_keys([x, y], keys) => {
                    left.push(found.len() as u32);
                    found.push([x, y]);
                }
                _ => break false,
            }
        };
        if !same {
            found.clear();
            return false;
        }
        // The counterpart of a changed item is the first old item with its keys.
        for index in 0..self.left.len() {
            let at = self.left.get(index).copied().unwrap_or(NONE);
            let Some([x, y]) = self.found.get(at as usize).copied() else { continue };
            let mut before = tapes.old.children(both[1]).take_while(|&earlier| earlier != y);
            if let Some(first) = before.find(|&earlier| tapes.same_keys([x, earlier], keys))
                && !self.are_equal(tapes, [x, y])
                && let Some(pair) = self.found.get_mut(at as usize)
            {
                pair[1] = first;
            }
        }
        true
    }

    /// The members of two sets that only one of them has, each once. `node` is the node of the members.
    fn differing(&mut self, tapes: Tapes<'_>, both: Pair, node: Option<&ExtensionNode<'_>>) {
        self.found.clear();
        self.numbers.clear();
        let both = both.map(or_beyond);
        let new = lists::sorted_members(tapes.new, both[0], node, &mut self.numbers, &mut self.new);
        let old = lists::sorted_members(tapes.old, both[1], node, &mut self.numbers, &mut self.old);
        for run in lists::runs(new, old) {
            if run.new.is_empty() {
                self.found.push([NONE, old.item(run.old.start).unwrap_or(NONE)]);
            } else if run.old.is_empty() {
                self.found.push([new.item(run.new.start).unwrap_or(NONE), NONE]);
            }
        }
    }

    /// Drops the counterparts of items without all their keys (docs/ratcheting.md). In immutable lists such
    /// items are compared anyway.
    pub(super) fn forget_keyless(&mut self, tapes: Tapes<'_>, keys: &[ListKey<'_>]) {
        for both in &mut self.found {
            if both[0] != NONE && keys.iter().any(|key| key.of(tapes.new, both[0]).is_none()) {
                both[1] = NONE;
            }
        }
    }

    /// Keys of list maps or members of sets, each once. `members` is the node of a set's members, if sets in
    /// them have no order.
    pub(super) fn keys(
        &mut self,
        tapes: Tapes<'_>,
        both: Pair,
        kind: ItemKind<'_>,
        members: Option<&ExtensionNode<'_>>,
    ) {
        self.found.clear();
        match kind {
            ItemKind::Index | ItemKind::Type(_) | ItemKind::Whole => self.members(tapes, both, false),
            ItemKind::Keys(keys) => self.keyed(tapes, both, keys, true),
            ItemKind::Value => self.differing(tapes, both, members),
        }
    }
}
