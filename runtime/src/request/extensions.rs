//! The interface of a request to the steps of extensions: access to both objects, and changes to what is
//! stored.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Objects, Operation, input, revalidate, rules, status_field, strict, tape};
use crate::extensions::{Buffers, Changes, Seen, Tapes};
use crate::scratch::Scratch;
use crate::side::Side;

impl Objects<'_> {
    /// The object that will be stored, and the old one. In a status update both are on one tape.
    pub(crate) fn tapes(&self) -> Tapes<'_> {
        let new = rules::stored(self.compiled, self.request, self.scratch);
        let old = match self.request.operation {
            Operation::Update => tape(self.compiled, &self.scratch.old, self.request.old, b""),
            _ => new,
        };
        Tapes { new, old }
    }

    /// The objects of [`Self::tapes`], what is known of them, and the buffers for comparing them.
    pub(crate) fn held_against(&mut self) -> (Tapes<'_>, Seen<'_>, &mut Buffers) {
        let Objects { compiled, request, scratch } = self;
        let Scratch { new, old, first_change, extensions, .. } = &mut **scratch;
        let (new, old) = (&*new, &*old);
        let before = tape(compiled, old, request.old, input(new, request.new));
        if request.operation != Operation::Update {
            let seen = Seen { first: [0; 2], listed: [&old.lists; 2] };
            return (Tapes { new: before, old: before }, seen, extensions);
        }
        let after = tape(compiled, new, request.new, input(old, request.old));
        let seen = Seen { first: first_change.unwrap_or_default(), listed: [&new.lists, &old.lists] };
        (Tapes { new: after, old: before }, seen, extensions)
    }

    /// The side that will be stored.
    pub(crate) fn stored_side(&mut self) -> &mut Side {
        self.scratch.stored_side(self.request.operation)
    }

    /// In a status update, the new status and the old one.
    pub(crate) fn statuses(&self) -> [Option<u32>; 2] {
        self.scratch.statuses
    }

    /// Records the ranges of the request's object that are about to be cleared: unknown fields in them do not
    /// count as pruned. Reports inside of replaced values are kept. In a status update the request's object is on another tape than the stored one.
    pub(crate) fn note_cleared(&mut self, changes: &Changes) {
        if changes.is_empty() || !strict::any(&self.scratch.new) {
            return;
        }
        let given = tape(self.compiled, &self.scratch.new, self.request.new, b"");
        let mut ranges: Vec<Range<u32>> = Vec::new();
        if self.request.operation == Operation::UpdateStatus {
            let stored = self.tapes().new;
            let (Some(status), Some(taken)) = (status_field::find(given), self.scratch.statuses[0]) else {
                return;
            };
            let (given_live, stored_live) =
                (revalidate::live(given, status), revalidate::live(stored, taken));
            if given_live.len() != stored_live.len() {
                return;
            }
            let range = |stored: &u32| {
                let at = stored_live.binary_search(stored).ok().and_then(|rank| given_live.get(rank));
                at.map(|&at| at..given.after(at))
            };
            ranges.extend(changes.gone().iter().filter_map(range));
        } else {
            ranges.extend(changes.gone().iter().map(|&at| at..given.after(at)));
            let mut replaced: Vec<Range<u32>> =
                changes.deduced().map(|at| at..given.after(at)).filter(|range| range.len() > 1).collect();
            if !replaced.is_empty() {
                replaced.sort_unstable_by_key(|range| range.start);
                strict::keep(&mut self.scratch.new, self.request.new, self.compiled, &replaced);
            }
        }
        let cleared = &mut self.scratch.new.cleared;
        cleared.append(&mut ranges);
        // Only the outer one of nested ranges is kept.
        cleared.sort_unstable_by_key(|range| (range.start, core::cmp::Reverse(range.end)));
        cleared.dedup_by(|inner, outer| inner.start < outer.end);
    }

    /// Changes what will be stored, and validates it again.
    pub(crate) fn change(&mut self, changes: &mut Changes) {
        if changes.make(self.stored_side()) {
            revalidate::revalidate(self.compiled, self.request, self.scratch);
        }
    }

    /// Changes what the new object is compared with.
    pub(crate) fn change_old(&mut self, changes: &mut Changes) {
        if changes.make(&mut self.scratch.old) {
            self.scratch.first_change = None;
        }
    }
}
