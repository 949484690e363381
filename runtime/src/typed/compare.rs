//! A comparison of two values, which finds forbidden changes, or whether the values are equal: where it is, and what it reports.
//!
//! In: pairs of values, from `traversal`. Out: violations, with the paths and messages of the JSON code (`extensions/immutable.rs`), or
//! a flag.

use alloc::string::{String, ToString};

use crdc_vocabulary::Immutability;

use super::path::{Path, Step};
use super::scalar::Scalar;
use super::work::{Found, Work};
use crate::error::{ErrorSource, FieldError};
use crate::path::Keys;
use crate::places::{Breach, Dialect};

/// The edge to the items of a list or to the values of a map.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Their immutability marker.
    pub mark: Option<Immutability>,
}

impl Edge {
    /// An edge without immutability marker.
    pub const ITEMS: &'static Edge = &Edge { mark: None };
}

/// The purpose of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Outside of immutable values: looks for immutability markers.
    Marks,
    /// Inside an immutable value: every difference is a violation.
    Deep,
    /// Whether stored objects are equal: numbers by value, lists in order.
    Stored,
    /// Whether decoded values are equal for ratcheting: items of list maps by their keys.
    Decoded,
    /// Writes a value, which is compared with itself (`bytes.rs`).
    Bytes,
}

/// Which of the two values are present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Pair,
    /// Only the new one, which is passed for both.
    New,
    /// Only the old one.
    Old,
}

/// Compares a value with the old one at a path.
pub struct Compare<'a> {
    pub(super) work: &'a mut Work,
    pub(super) path: Path<'a>,
    pub(super) mode: Mode,
    pub(super) side: Side,
}

impl<'a> Compare<'a> {
    pub(super) fn new(work: &'a mut Work, root: &'static str, mode: Mode) -> Self {
        Compare { work, path: Path::root(root), mode, side: Side::Pair }
    }

    /// Compares values without fields.
    #[inline]
    pub fn scalars(&mut self, new: Scalar<'_>, old: Scalar<'_>) {
        if self.mode == Mode::Bytes {
            self.work.bytes.scalar(new);
        } else if self.mode != Mode::Marks && !new.same(old) {
            self.differ(&|out| out.push_str(&new.to_json()));
        }
    }

    /// Reports that the value differs.
    #[cold]
    pub(super) fn differ(&mut self, json: &dyn Fn(&mut String)) {
        match self.mode {
            Mode::Marks => {}
            Mode::Deep => self.violate(Breach::Modified, None, json),
            Mode::Stored | Mode::Decoded | Mode::Bytes => self.work.differs = true,
        }
    }

    /// Reports a violation of the value, or of one step below it.
    #[cold]
    pub(super) fn violate(&mut self, breach: Breach, step: Option<Step<'_>>, json: &dyn Fn(&mut String)) {
        let mut bad_value = String::new();
        json(&mut bad_value);
        let path = match step {
            Some(step) => self.path.to(step),
            None => self.path,
        };
        // A removed value is reported at its parent.
        let mut chain = path.chain();
        if breach == Breach::Unset || breach == Breach::Removed && step.is_some() {
            chain.pop();
        }
        if breach == Breach::Removed && self.side == Side::Old {
            chain.pop();
        }
        let dialect = Dialect::Kep;
        let error = FieldError {
            error_type: breach.error_type(dialect),
            field: path.text(Keys::Bracketed).into(),
            bad_value: Some(if bad_value.is_empty() { "null".to_string() } else { bad_value }),
            detail: breach.detail(dialect).into(),
            source: ErrorSource::Immutable,
        };
        self.work.found.push(Found { error, chain, aside: false });
    }

    /// Sorts the errors of the value.
    #[inline(always)]
    pub(super) fn ordered(&mut self, start: usize) {
        if self.work.found.len() > start + 1 {
            self.work.order(start, self.path.depth());
        }
    }
}

impl core::fmt::Debug for Compare<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Compare").field("mode", &self.mode).finish_non_exhaustive()
    }
}
