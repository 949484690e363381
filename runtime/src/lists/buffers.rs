//! Buffers for comparing the items of lists, kept between requests.

use alloc::vec::Vec;

use super::canonical::Canonical;
use super::value::Candidate;
use crdc_object::tape::Tape;

/// Buffers of the step, kept between requests.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    /// The compared value of each item of the current list.
    pub(super) candidates: Vec<Candidate>,
    pub(super) canonical: Canonical,
}

impl Buffers {
    /// A value in a form that is equal for equal values of stored objects: numbers by value, members without
    /// order, lists in order.
    pub(crate) fn of(&mut self, tape: Tape<'_>, at: u32) -> &[u8] {
        self.canonical.clear();
        self.canonical.by_value = true;
        self.canonical.value(tape, at);
        &self.canonical.bytes
    }
}

/// Puts the compared value of each item of a list into the buffers.
pub(super) fn gather(
    tape: Tape<'_>,
    at: u32,
    buffers: &mut Buffers,
    mut candidate: impl FnMut(u32, &mut Canonical) -> Candidate,
) {
    buffers.candidates.clear();
    buffers.canonical.clear();
    for item in tape.children(at) {
        buffers.candidates.push(candidate(item, &mut buffers.canonical));
    }
}
