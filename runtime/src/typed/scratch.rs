//! The buffers of typed calls, kept from one to the next so that they stop allocating.

use alloc::vec::Vec;

use super::work::Work;
use crate::error::FieldError;

/// Buffers for [`Rules`](crate::Rules). Keep one per thread and pass it to every call: valid values then cost no allocation.
///
/// A [`Refused`](super::Refused) borrows the scratch it was made with.
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

    /// What was wrong in the last call and did not count, because it stood in the old value already.
    #[must_use]
    pub fn ratcheted(&self) -> &[FieldError] {
        &self.ratcheted
    }

    /// Sorts what was found: errors, and those that are set aside.
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
