//! Computes the size of the objects of a request, which bounds the cost of their rules.
//!
//! Easy to break: defaults are not in the text, and a default of each item of a list may be longer than the
//! list.

use crdc_object::tape::{CHANGED, INPUT, NO_KEY, ORIGIN, Tape};

/// Whether the objects of a request have at most this number of bytes. In a status update both are on one
/// tape.
pub(super) fn is_at_most(tape: &Tape<'_>, old: Option<&Tape<'_>>, most: u32) -> bool {
    // No object is larger.
    if most == u32::MAX {
        return true;
    }
    let most = most as usize;
    let is_at_most = |tape| bound(tape) <= most || of(tape) <= most;
    is_at_most(tape) && old.is_none_or(is_at_most)
}

/// An upper bound of an object's size, without going over its values: additions are parts of one of the
/// texts.
fn bound(tape: &Tape<'_>) -> usize {
    let text = tape.text(&tape.entry(0)).len();
    let [_, added @ ..] = tape.texts;
    let longest = added.iter().map(|text| text.len()).fold(2, usize::max);
    text.saturating_add((longest + 1).saturating_mul(2).saturating_mul(tape.entries.len()))
}

/// The number of bytes of an object: of its text, and of the members that were added to it.
fn of(tape: &Tape<'_>) -> usize {
    let root = tape.entry(0);
    let text = tape.text(&root).len();
    if !root.has(CHANGED) {
        return text;
    }
    let added = tape.entries.iter().filter(|entry| entry.flags & ORIGIN != INPUT);
    added.fold(text, |size, entry| {
        let key = if entry.key == NO_KEY { 0 } else { entry.start.saturating_sub(entry.key) };
        // The children of a container have entries of their own.
        let value = if entry.is_container() { 2 } else { entry.end.saturating_sub(entry.start) };
        size.saturating_add(key as usize).saturating_add(value as usize + 1)
    })
}
