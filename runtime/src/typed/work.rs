//! What a walk finds, and its buffers.

use alloc::string::String;
use alloc::vec::Vec;

use super::index::Index;
use crate::error::{ErrorSource, FieldError};

/// Something that is wrong.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) error: FieldError,
    /// Where the value stands that has it: among its siblings, step by step.
    pub(super) chain: Vec<u32>,
    /// An old fault of what did not change.
    pub(super) aside: bool,
}

/// The buffers of a walk.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) found: Vec<Found>,
    /// Set where two values were asked to be the same and are not.
    pub(super) differs: bool,
    /// Counterparts are found though keys stand twice. Valid values have no such keys, and are not searched for them.
    pub(super) exact: bool,
    pub(super) index: Index,
    /// In how many values of types with rules the walk is.
    pub(super) depth: u32,
    /// The first value that is too deep.
    pub(super) too_deep: Option<Found>,
    /// Of the items of one list, while they are held against each other.
    pub(super) fingerprints: Vec<u64>,
    /// Two values as JSON, while they are compared.
    pub(super) texts: [String; 2],
}

impl Work {
    /// Puts what was found from `start` on, all of it in a value `depth` steps down, in the order of the
    /// document: what the value has itself, then what its parts have.
    #[cold]
    pub(super) fn order(&mut self, start: usize, depth: usize) {
        if let Some(found) = self.found.get_mut(start..) {
            found.sort_by_key(|found| found.chain.get(depth).map(|at| u64::from(*at)));
        }
    }

    /// The same for items whose own errors were found after those of what they hold.
    #[cold]
    pub(super) fn order_items(&mut self, start: usize, depth: usize) {
        if let Some(found) = self.found.get_mut(start..) {
            found.sort_by_key(|found| (found.chain.get(depth).copied(), found.chain.len() > depth + 1));
        }
    }

    /// Whether nothing is wrong.
    #[inline(always)]
    pub(super) fn is_clean(&self) -> bool {
        self.found.is_empty() && self.too_deep.is_none()
    }

    /// Whether anything from a step was found, from `start` on.
    pub(super) fn has(&self, start: usize, wanted: impl Fn(&Found) -> bool) -> bool {
        self.found.iter().skip(start).any(|found| !found.aside && wanted(found))
    }

    /// Takes out what was found from `start` on and is wanted.
    #[cold]
    pub(super) fn take(&mut self, start: usize, wanted: impl Fn(&Found) -> bool) -> Vec<Found> {
        let (taken, left) = self.found.drain(start..).partition(wanted);
        self.found.extend::<Vec<Found>>(left);
        taken
    }

    /// Sets aside what was found from `start` on.
    pub(super) fn set_aside(&mut self, start: usize, wanted: impl Fn(&Found) -> bool) {
        self.found.iter_mut().skip(start).filter(|found| wanted(found)).for_each(|found| found.aside = true);
    }
}

impl Found {
    pub(super) fn is_of(&self, source: ErrorSource) -> bool {
        self.error.source == source
    }
}
