//! The errors found during a traversal, and its buffers.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::bytes::Bytes;
use super::index::Index;
use crate::error::{ErrorSource, FieldError};

/// An error.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) error: FieldError,
    /// The position of its value: the position among the siblings for each step.
    pub(super) chain: Vec<u32>,
    /// Whether it is ratcheted: an existing error of an unchanged value.
    pub(super) aside: bool,
}

/// The buffers of a traversal.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) found: Vec<Found>,
    /// Set if two values are compared for equality and differ.
    pub(super) differs: bool,
    /// Whether counterparts are found exactly despite duplicate keys. Valid values have none and are not
    /// searched for them.
    pub(super) exact: bool,
    pub(super) index: Index,
    /// The number of enclosing values of types with rules.
    pub(super) depth: u32,
    /// The error for the first value that is nested too deep.
    pub(super) too_deep: Option<Found>,
    /// The fingerprints of the items of one list, while they are compared.
    pub(super) fingerprints: Vec<u64>,
    /// Two values as JSON, while they are compared.
    pub(super) texts: [String; 2],
    /// A member of a set, while it is written.
    pub(super) bytes: Bytes,
    /// The buffers for members of sets (`bytes.rs`).
    pub(super) inner: Option<Box<Work>>,
}

impl Work {
    /// Sorts the errors from `start` on, all of a value at `depth`, in document order: errors of the value,
    /// then those of its parts.
    #[cold]
    pub(super) fn order(&mut self, start: usize, depth: usize) {
        if let Some(found) = self.found.get_mut(start..) {
            found.sort_by_key(|found| found.chain.get(depth).map(|at| u64::from(*at)));
        }
    }

    /// The same for items whose own errors were found after those of their fields.
    #[cold]
    pub(super) fn order_items(&mut self, start: usize, depth: usize) {
        if let Some(found) = self.found.get_mut(start..) {
            found.sort_by_key(|found| (found.chain.get(depth).copied(), found.chain.len() > depth + 1));
        }
    }

    /// Whether there are no errors.
    #[inline(always)]
    pub(super) fn is_clean(&self) -> bool {
        self.found.is_empty() && self.too_deep.is_none()
    }

    /// Whether there are wanted errors from `start` on that are not ratcheted.
    pub(super) fn has(&self, start: usize, wanted: impl Fn(&Found) -> bool) -> bool {
        self.found.iter().skip(start).any(|found| !found.aside && wanted(found))
    }

    /// Removes and returns the wanted errors from `start` on.
    #[cold]
    pub(super) fn take(&mut self, start: usize, wanted: impl Fn(&Found) -> bool) -> Vec<Found> {
        let (taken, left) = self.found.drain(start..).partition(wanted);
        self.found.extend::<Vec<Found>>(left);
        taken
    }

    /// Ratchets the wanted errors from `start` on.
    pub(super) fn set_aside(&mut self, start: usize, wanted: impl Fn(&Found) -> bool) {
        self.found.iter_mut().skip(start).filter(|found| wanted(found)).for_each(|found| found.aside = true);
    }
}

impl Found {
    pub(super) fn is_of(&self, source: ErrorSource) -> bool {
        self.error.source == source
    }
}
