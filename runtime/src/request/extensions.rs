//! What the steps of extensions get of a request: both objects as they are, and the right to change what is stored.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Objects, Operation, input, revalidate, rules, status_field, strict, tape};
use crate::extensions::{Buffers, Changes, Seen, Tapes};
use crate::scratch::{Scratch, Side};

impl Objects<'_> {
    /// The object that will be stored, and the one before. A status update has both on one tape.
    pub(crate) fn tapes(&self) -> Tapes<'_> {
        let new = rules::stored(self.compiled, self.request, self.scratch);
        let old = match self.request.operation {
            Operation::Update => tape(self.compiled, &self.scratch.old, self.request.old, b""),
            _ => new,
        };
        Tapes { new, old }
    }

    /// Both objects as [`Self::tapes`] gives them, what is known of them, and the buffers to go over them with.
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

    /// The side of what will be stored.
    pub(crate) fn stored_side(&mut self) -> &mut Side {
        self.scratch.stored_side(self.request.operation)
    }

    /// Of a status update: the new status and the one before.
    pub(crate) fn statuses(&self) -> [Option<u32>; 2] {
        self.scratch.statuses
    }

    /// Notes where the request's object has what is about to be cleared: unknown fields in there were not pruned from what
    /// is stored. The request's object is not on the tape of the stored one if only its status is taken.
    pub(crate) fn note_cleared(&mut self, changes: &Changes) {
        if changes.gone().is_empty() || !strict::any(&self.scratch.new) {
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
            for gone in changes.gone() {
                let place = stored_live.binary_search(gone).ok().and_then(|rank| given_live.get(rank));
                ranges.extend(place.map(|&at| at..given.after(at)));
            }
        } else {
            ranges.extend(changes.gone().iter().map(|&at| at..given.after(at)));
        }
        let cleared = &mut self.scratch.new.cleared;
        cleared.append(&mut ranges);
        // Of ranges within one another the outer one counts.
        cleared.sort_unstable_by_key(|range| (range.start, core::cmp::Reverse(range.end)));
        cleared.dedup_by(|inner, outer| inner.start < outer.end);
    }

    /// Changes what will be stored. Its values are validated again then, as they are now.
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
