//! How deep values may nest: types with rules may lead back to themselves, and functions that walk them call each other as deep as a
//! value goes.
//!
//! In: what walks a value, wherever it comes to a type with rules. Out: whether it goes on; if not, an error with the place.

use alloc::format;
use alloc::vec::Vec;

use super::compare::Side;
use super::path::Path;
use super::work::{Found, Work};
use super::{Compare, Normalization, Validator};
use crate::error::{ErrorSource, ErrorType, FieldError};
use crate::tape::Keys;

/// How deep values of types with rules may nest in each other. Deeper ones are refused.
///
/// Half of it is what generated code for JSON takes where a schema leads back to itself, and what serde_json reads. A level of a walk
/// in code that is not optimised takes up to three kilobytes of the stack, and a thread has two megabytes.
pub const MAX_NESTED: u32 = 256;

impl Work {
    /// Steps into a value of a type with rules, unless it is too deep. Who did steps out again.
    #[inline(always)]
    fn descend(&mut self, path: &Path<'_>) -> bool {
        if self.depth >= MAX_NESTED {
            self.too_deep(path, MAX_NESTED);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Takes down that a value is too deep. The first one counts.
    #[cold]
    #[inline(never)]
    fn too_deep(&mut self, path: &Path<'_>, limit: u32) {
        self.too_deep.get_or_insert_with(|| Found {
            error: FieldError {
                error_type: ErrorType::Invalid,
                field: path.text(Keys::Bracketed).into(),
                bad_value: None,
                detail: format!("nested too deep; the maximum depth is {limit}").into(),
                source: ErrorSource::Schema,
            },
            chain: Vec::new(),
            aside: false,
        });
    }
}

impl Compare<'_> {
    /// Compares what is in a value of a type with rules.
    #[inline(always)]
    pub(super) fn nested(&mut self, walk: impl FnOnce(&mut Self)) {
        // How deep an old value is does not matter.
        if self.side == Side::Old && self.work.depth >= MAX_NESTED {
            return;
        }
        if self.work.descend(&self.path) {
            walk(self);
            self.work.depth -= 1;
        }
    }

    /// Takes down that a value without rules is too deep to be written.
    #[cold]
    pub(super) fn unwritten(&mut self) {
        self.work.too_deep(&self.path, super::json::MAX_DEPTH);
    }
}

impl Validator<'_> {
    /// Validates what is in a value of a type with rules.
    #[inline(always)]
    pub(super) fn nested(&mut self, walk: impl FnOnce(&mut Self)) {
        if self.work.descend(&self.path) {
            walk(self);
            self.work.depth -= 1;
        }
    }
}

impl Normalization {
    /// The same step in a value of a type with rules; nothing where that is too deep, which is left as it is.
    #[inline(always)]
    pub(super) fn nested(self) -> Option<Normalization> {
        (self.depth < MAX_NESTED).then_some(Normalization { depth: self.depth + 1, ..self })
    }
}
