//! Checks what updates cannot change. In: the object and the stored object. Out: errors.
//!
//! Each file has the rules of some kinds; the registry is their table. `Comparison` says whether two values
//! differ: of complete objects as Go compares them, of files only if they certainly differ.
//
// kubernetes: pkg/registry/*/strategy.go ValidateUpdate and the Validate*Update functions of
// pkg/apis/*/validation/validation.go

pub(super) mod classes;
pub(super) mod cluster;
pub(super) mod data;
pub(super) mod jobs;
pub(super) mod pods;
pub(super) mod requests;
pub(super) mod services;
pub(super) mod storage;
pub(super) mod workloads;

use crdc_vocabulary::go::quote;

use super::at::At;
use super::comparison::Comparison;
use super::report::Report;
use super::shown;

/// The new and the stored object or part, and how they are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<'u, 'p, 'n> {
    pub(super) now: &'u At<'p, 'n>,
    pub(super) before: &'u At<'p, 'n>,
    pub(super) comparison: &'u Comparison<'u>,
}

impl Change<'_, '_, '_> {
    fn is_complete(&self) -> bool {
        self.comparison.is_complete()
    }

    /// Whether a field differs.
    fn differs(&self, field: &str) -> bool {
        self.comparison.differ(&self.now.child(field), &self.before.child(field))
    }

    /// Whether a field without a default differs.
    fn differs_without_default(&self, field: &str) -> bool {
        self.comparison.differ_without_default(&self.now.child(field), &self.before.child(field))
    }
}

/// A text with its default.
pub(super) fn text(now: &At<'_, '_>, before: &At<'_, '_>, default: &str, report: &mut Report) {
    let (given, stored) = (given(now, default), given(before, default));
    if given != stored {
        report.immutable(now, quote(given));
    }
}

/// A text, or its default.
fn given<'n>(at: &At<'_, 'n>, default: &'n str) -> &'n str {
    if at.text().is_empty() { default } else { at.text() }
}

/// A value with many fields, which errors do not show.
pub(super) fn whole(update: Change<'_, '_, '_>, field: &str, report: &mut Report) {
    if update.differs(field) {
        report.immutable_because(&update.now.child(field).at_key(), None, "field is immutable");
    }
}

/// A list of texts as errors show it, also an absent one.
fn list(at: &At<'_, '_>, version: u8) -> String {
    match at.is_set() {
        true => shown::list(at, version),
        false if version >= 34 => "null".to_owned(),
        false => "[]string(nil)".to_owned(),
    }
}

/// A text or a number as errors show it, also an absent one.
fn scalar(at: &At<'_, '_>, version: u8) -> String {
    match at.int() {
        Some(number) => number.to_string(),
        None if at.is_set() => quote(at.text()),
        None => shown::null(version),
    }
}
