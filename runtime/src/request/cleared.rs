//! Handles unknown fields inside values that normalization clears.

use alloc::vec::Vec;
use core::ops::Range;

use super::{RequestState, revalidate, status_field, strict};
use crate::extensions::Changes;
use crate::operation::RequestKind;

impl<'p> RequestState<'_, 'p> {
    /// Records the ranges of the request's object that are about to be cleared: unknown fields in them do not
    /// count as pruned. Reports inside of replaced values are kept. In a status update the request's object
    /// is on another tape than the stored one.
    pub(crate) fn note_cleared(&mut self, changes: &Changes) {
        if changes.is_empty() || !strict::any(self.new.side) {
            return;
        }
        let given = self.new.tape();
        let mut ranges: Vec<Range<u32>> = Vec::new();
        if self.request.kind == RequestKind::UpdateStatus {
            let stored = self.stored();
            let (Some(status), Some(taken)) = (status_field::find(given.entries), self.progress.statuses[0])
            else {
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
                strict::keep(&mut self.new, &replaced);
            }
        }
        let cleared = &mut self.new.side.cleared;
        cleared.append(&mut ranges);
        // Only the outer one of nested ranges is kept.
        cleared.sort_unstable_by_key(|range| (range.start, core::cmp::Reverse(range.end)));
        cleared.dedup_by(|inner, outer| inner.start < outer.end);
    }
}
