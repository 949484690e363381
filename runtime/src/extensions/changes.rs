//! Changes that normalization makes to a decoded object: entries that are not stored, and deduced
//! discriminators.
//!
//! Easy to break: all ancestors of such an entry must be flagged as changed.

use alloc::vec::Vec;

use crate::side::Side;
use crdc_object::tape::{CHANGED, DEAD, DEFAULTS, Entry, Kind, PRUNED, REPEATED, TOUCHED};

/// Pending changes of one side.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Entries that will not be stored.
    pub(super) gone: Vec<u32>,
    /// Discriminators, each with the offsets of its key and value in the constants.
    pub(super) deduced: Vec<(u32, [u32; 3])>,
    /// Entries that are replaced, and their new entries. The text of a new entry is appended to the
    /// fragments.
    pub(super) normalized: Vec<(u32, Entry)>,
    pub(super) fragments: Vec<u8>,
}

impl Changes {
    /// Entries that will be removed.
    pub(crate) fn gone(&self) -> &[u32] {
        &self.gone
    }

    /// Entries of discriminators that are deduced.
    pub(crate) fn deduced(&self) -> impl Iterator<Item = u32> {
        self.deduced.iter().map(|(at, _)| *at)
    }

    /// Whether nothing is removed and no discriminator is deduced.
    pub(crate) fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.deduced.is_empty()
    }

    /// Applies the changes; returns whether there were any.
    pub(crate) fn make(&mut self, side: &mut Side) -> bool {
        for &at in &self.gone {
            if let Some(entry) = side.tape.get_mut(at as usize) {
                entry.flags |= DEAD;
            }
        }
        for (at, [key, start, end]) in self.deduced.drain(..) {
            if let Some(entry) = side.tape.get_mut(at as usize) {
                let inside = if entry.is_container() { at as usize + 1..entry.next as usize } else { 0..0 };
                entry.key = key;
                (entry.start, entry.end, entry.next) = (start, end, 0);
                (entry.kind, entry.flags) = (Kind::String, DEFAULTS);
                self.gone.push(at);
                // Descendants of a replaced list or object are removed too.
                for held in side.tape.get_mut(inside).into_iter().flatten() {
                    held.flags = (held.flags | DEAD) & !(PRUNED | REPEATED);
                }
            }
        }
        side.fragments.append(&mut self.fragments);
        for (at, normalized) in self.normalized.drain(..) {
            if let Some(entry) = side.tape.get_mut(at as usize) {
                *entry = normalized;
                self.gone.push(at);
            }
        }
        if self.gone.is_empty() {
            return false;
        }
        self.gone.sort_unstable();
        side.changes += 1;
        for (at, entry) in side.tape.iter_mut().enumerate() {
            let next = self.gone.partition_point(|gone| *gone as usize <= at);
            if entry.is_container() && self.gone.get(next).is_some_and(|gone| *gone < entry.next) {
                entry.flags |= CHANGED | TOUCHED;
            }
        }
        self.gone.clear();
        true
    }
}
