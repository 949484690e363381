//! The nesting limit: types with rules may be recursive, and so is the traversal.
//!
//! In: a traversal that enters a value of a type with rules. Out: whether it continues; if not, an error with
//! the path.

use alloc::format;
use alloc::vec::Vec;

use super::compare::{Compare, Side};
use super::normalization::Normalization;
use super::path::Path;
use super::validator::Validator;
use super::work::{Found, Work};
use crate::error::{ErrorSource, ErrorType, FieldError};
use crate::path::Keys;

/// The maximum nesting of values of types with rules. Deeper values are rejected.
///
/// Generated code for JSON with recursive schemas, and serde_json, allow half of it. In unoptimized code,
/// each level takes up to three kilobytes of the stack, and a thread has two megabytes.
pub const MAX_NESTED: u32 = 256;

impl Work {
    /// Enters a value of a type with rules, unless it is too deep. The caller decrements `depth` afterwards.
    #[inline(always)]
    fn descend(&mut self, path: &Path<'_>) -> bool {
        if self.depth >= MAX_NESTED {
            self.too_deep(path, MAX_NESTED);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Reports that a value is too deep, unless one was reported already.
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
    /// Compares the fields of a value of a type with rules.
    #[inline(always)]
    pub(super) fn nested(&mut self, walk: impl FnOnce(&mut Self)) {
        // The depth of an old value does not matter.
        if self.side == Side::Old && self.work.depth >= MAX_NESTED {
            return;
        }
        if self.work.descend(&self.path) {
            walk(self);
            self.work.depth -= 1;
        }
    }

    /// Reports that a value without rules is too deep to be serialized.
    #[cold]
    pub(super) fn unwritten(&mut self) {
        self.work.too_deep(&self.path, super::json::MAX_DEPTH);
    }
}

impl Validator<'_> {
    /// Validates the fields of a value of a type with rules.
    #[inline(always)]
    pub(super) fn nested(&mut self, walk: impl FnOnce(&mut Self)) {
        if self.work.descend(&self.path) {
            walk(self);
            self.work.depth -= 1;
        }
    }
}

impl Normalization {
    /// The same pass inside a value of a type with rules; `None` if that is too deep and remains unchanged.
    #[inline(always)]
    pub(super) fn nested(self) -> Option<Normalization> {
        (self.depth < MAX_NESTED).then_some(Normalization { depth: self.depth + 1, ..self })
    }
}
