//! The size of the objects of a request, which bounds what their rules cost.
//!
//! Easy to break: defaults are not in the text, and a default of each item of a list may be longer than the list.

use crate::extensions::Tapes;
use crate::request::Operation;
use crate::tape::{CHANGED, INPUT, NO_KEY, ORIGIN, Tape};

/// The bytes of the larger object of a request. In a status update both are on one tape.
pub(super) fn of_request(operation: Operation, tapes: &Tapes<'_>) -> usize {
    match operation {
        Operation::Update => of(tapes.new).max(of(tapes.old)),
        Operation::Decode | Operation::Create | Operation::UpdateStatus => of(tapes.new),
    }
}

/// The bytes of an object: its text, and what was added to it.
pub(super) fn of(tape: Tape<'_>) -> usize {
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
