//! Compares the items of two lists in any order: items of a set by value, items of a list map by their keys.
//!
//! In: a list of the new object and its counterpart. Out: runs of equal items. Values are compared as in
//! stored objects, where `1.0` is `1`. Duplicates inside one object are found by `value.rs`, which is
//! stricter.

use core::ops::Range;

use super::buffers::{Buffers, gather};
use super::members::Numbers;
use super::value::{self, Candidate};
use crate::error::ListKey;
use crate::places::ExtensionNode;
use crdc_object::tape::Tape;

/// A list whose items are sorted by the compared value.
#[derive(Clone, Copy)]
pub(crate) struct Sorted<'b> {
    tape: Tape<'b>,
    buffers: &'b Buffers,
}

/// Items of equal value, as ranges of the two sorted lists.
pub(crate) struct Run {
    pub(crate) new: Range<usize>,
    pub(crate) old: Range<usize>,
}

/// Sorts the items of the list map at `at` by `keys`.
pub(crate) fn sorted<'b>(
    tape: Tape<'b>,
    at: u32,
    keys: &[ListKey<'_>],
    buffers: &'b mut Buffers,
) -> Sorted<'b> {
    gather(tape, at, buffers, |item, canonical| value::stored(tape, item, keys, canonical));
    Sorted::new(tape, buffers)
}

/// Sorts the members of the set at `at`. `node` is their node, if they may contain sets; what is compared
/// with this set needs the same numbers.
pub(crate) fn sorted_members<'b>(
    tape: Tape<'b>,
    at: u32,
    node: Option<&ExtensionNode<'_>>,
    numbers: &mut Numbers,
    buffers: &'b mut Buffers,
) -> Sorted<'b> {
    gather(tape, at, buffers, |item, canonical| value::member(tape, item, node, (canonical, &mut *numbers)));
    Sorted::new(tape, buffers)
}

impl<'b> Sorted<'b> {
    fn new(tape: Tape<'b>, buffers: &'b mut Buffers) -> Self {
        let Buffers { candidates, canonical } = &mut *buffers;
        candidates.sort_unstable_by(|a, b| {
            a.value(tape, canonical).cmp(&b.value(tape, canonical)).then(a.item.cmp(&b.item))
        });
        Sorted { tape, buffers }
    }

    fn at(&self, index: usize) -> Option<&Candidate> {
        self.buffers.candidates.get(index)
    }

    /// The item at an index of the sorted order.
    pub(crate) fn item(&self, index: usize) -> Option<u32> {
        self.at(index).map(|candidate| candidate.item)
    }

    /// The end of the run that begins at `start`.
    fn end(&self, start: usize) -> usize {
        let Some(first) = self.at(start) else { return start };
        let mut end = start + 1;
        while self.at(end).is_some_and(|next| self.value(next) == self.value(first)) {
            end += 1;
        }
        end
    }

    fn value(&self, candidate: &Candidate) -> value::Value<'_> {
        candidate.value(self.tape, &self.buffers.canonical)
    }
}

/// Every value in either list, with its items in both.
pub(crate) fn runs<'b>(new: Sorted<'b>, old: Sorted<'b>) -> impl Iterator<Item = Run> + 'b {
    let (mut i, mut j) = (0, 0);
    core::iter::from_fn(move || {
        let order = match (new.at(i), old.at(j)) {
            (None, None) => return None,
            (Some(_), None) => core::cmp::Ordering::Less,
            (None, Some(_)) => core::cmp::Ordering::Greater,
            (Some(x), Some(y)) => new.value(x).cmp(&old.value(y)),
        };
        let run = Run {
            new: i..if order.is_le() { new.end(i) } else { i },
            old: j..if order.is_ge() { old.end(j) } else { j },
        };
        (i, j) = (run.new.end, run.old.end);
        Some(run)
    })
}
