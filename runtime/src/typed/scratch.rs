//! The buffers of typed calls, reused to avoid allocations.

use alloc::vec::Vec;

use super::work::Work;
use crate::error::FieldError;

/// Buffers for [`Rules`](crate::Rules). Keep one per thread and pass it to every call; then valid values do
/// not allocate.
///
/// A [`Refused`](super::Refused) borrows its scratch.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) work: Work,
    pub(super) errors: Vec<FieldError>,
    pub(super) ratcheted: Vec<FieldError>,
}

impl Scratch {
    /// Empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The ratcheted errors of the last call: errors that the old value already had.
    #[must_use]
    pub fn ratcheted(&self) -> &[FieldError] {
        &self.ratcheted
    }

    /// Separates errors from ratcheted errors.
    #[cold]
    pub(super) fn sort_out(&mut self) {
        for found in self.work.found.drain(..) {
            let list = if found.aside { &mut self.ratcheted } else { &mut self.errors };
            list.push(found.error);
        }
    }

    pub(super) fn begin(&mut self) {
        self.work.found.clear();
        self.work.differs = false;
        self.work.exact = false;
        self.work.depth = 0;
        self.work.too_deep = None;
        self.errors.clear();
        self.ratcheted.clear();
    }
}
