//! Validates an object again after normalization removed values, since constraints of the objects around them
//! may have changed their result.
//!
//! In: the object as it will be stored. Out: the schema's errors, which replace the earlier ones. The text is
//! decoded again, without defaults, so this costs as much as decoding; it runs only if something was cleared.

use alloc::vec::Vec;

use super::RequestState;
use super::decode::decode_defaulted;
use crate::error::ErrorSource;
use crate::extensions::Changes;
use crate::side::{Records, Side};
use crdc_object::tape::{Tape, render};

impl RequestState<'_, '_> {
    /// Applies changes to the object that will be stored, and validates it again.
    pub(crate) fn change(&mut self, changes: &mut Changes) {
        if changes.make(self.stored_side()) {
            revalidate(self);
        }
    }

    /// Applies changes to the old object, with which the new object is compared.
    pub(crate) fn change_old(&mut self, changes: &mut Changes) {
        if changes.make(self.old.side) {
            self.progress.first_change = None;
        }
    }
}

pub(super) fn revalidate(request: &mut RequestState<'_, '_>) {
    let mut open = core::mem::take(&mut request.buffers.open);
    let stored = request.stored();
    let mut text = Vec::new();
    render(stored, 0, &mut text, &mut open);
    let before = live(stored, 0);
    let (mut again, mut records) = (Side::default(), Records::default());
    let decoded = decode_defaulted(request.definition, &text, &mut again, &mut records);
    let after = live(again.tape(&text, request.definition.defaults, b""), 0);
    request.buffers.open = open;
    // The stored form decodes to itself.
    if !decoded || before.len() != after.len() {
        return;
    }
    let place = |at: u32| after.binary_search(&at).ok().and_then(|rank| before.get(rank).copied());
    let violations = records.violations.iter().filter(|violation| violation.source() == ErrorSource::Schema);
    let moved = violations.filter_map(|violation| violation.moved(place));
    let stored = request.stored_violations();
    stored.retain(|violation| violation.source() != ErrorSource::Schema);
    stored.extend(moved);
}

/// The entries of the value at `root` that are stored, in the order of the tape.
pub(super) fn live(tape: Tape<'_>, root: u32) -> Vec<u32> {
    let end = tape.after(root);
    let mut live = Vec::new();
    let mut at = root;
    while at < end {
        let is_live = !tape.entry(at).is_dead();
        if is_live {
            live.push(at);
        }
        at = if is_live { at + 1 } else { tape.after(at) };
    }
    live
}
