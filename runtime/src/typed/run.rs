//! The steps of an update and of a create (docs/semantics.md, Order of a request): immutability, then schema and unions, then lists.

use super::compare::{Compare, Mode};
use super::forms::Nested;
use super::normalization::{Normalization, Pass};
use super::refused::Refused;
use super::scratch::Scratch;
use super::traversal;
use super::validator::{Validator, ratchet};
use super::value::Value;
use super::work::{Found, Work};
use crate::error::{ErrorSource, ErrorType};

pub(super) fn normalize<T: Value>(new: &mut T, old: Option<&T>) {
    new.normalize_value(None, Normalization::new(Pass::Fields));
    if old.is_some() {
        new.normalize_value(old, Normalization::new(Pass::Unions));
    }
}

pub(super) fn create<T: Value>(new: &T, root: &'static str, scratch: &mut Scratch) -> Result<(), Refused> {
    scratch.begin();
    new.validate(None, &mut Validator::new(&mut scratch.work, root));
    if scratch.work.is_clean() { Ok(()) } else { refuse(scratch, 422) }
}

pub(super) fn update<T: Value>(
    new: &T,
    old: &T,
    root: &'static str,
    scratch: &mut Scratch,
) -> Result<(), Refused> {
    scratch.begin();
    let work = &mut scratch.work;
    new.compare(old, &mut Compare::new(work, root, Mode::Marks));
    let breaks = !work.is_clean();
    if !breaks {
        new.validate(Some(old), &mut Validator::new(work, root));
        if work.is_clean() {
            return Ok(());
        }
    }
    refused(&Pair { new, old }, root, breaks, scratch)
}

/// Two values of any type, for the second run after an error. Only this is compiled for each type.
trait Again {
    /// Compares the new value with the old one.
    fn compare(&self, at: &mut Compare<'_>);
    /// Validates the new value.
    fn validate(&self, at: &mut Validator<'_>);
    /// Validates the old value as on create.
    fn validate_old(&self, at: &mut Validator<'_>);
    /// Whether both are equal.
    fn same(&self, work: &mut Work, mode: Mode) -> bool;
}

struct Pair<'v, T> {
    new: &'v T,
    old: &'v T,
}

impl<T: Value> Again for Pair<'_, T> {
    fn compare(&self, at: &mut Compare<'_>) {
        self.new.compare(self.old, at);
    }

    fn validate(&self, at: &mut Validator<'_>) {
        self.new.validate(Some(self.old), at);
    }

    fn validate_old(&self, at: &mut Validator<'_>) {
        self.old.validate(None, at);
    }

    fn same(&self, work: &mut Work, mode: Mode) -> bool {
        traversal::same(work, Nested, self.new, self.old, mode)
    }
}

/// Checks again after an error, with exact counterparts. `breaks`: the error was a violated immutability
/// marker, and nothing was validated yet.
#[cold]
#[inline(never)]
fn refused(pair: &dyn Again, root: &'static str, breaks: bool, scratch: &mut Scratch) -> Result<(), Refused> {
    let work = &mut scratch.work;
    if work.too_deep.is_some() {
        return refuse(scratch, 422);
    }
    if breaks {
        if violates(pair, root, work) {
            return refuse(scratch, 400);
        }
        pair.validate(&mut Validator::new(work, root));
        if work.is_clean() {
            return Ok(());
        }
    }
    work.found.clear();
    work.exact = true;
    pair.validate(&mut Validator::new(work, root));
    ratchet(work, 0, 0, &mut |work, mode| pair.same(work, mode));
    work.exact = false;
    let code = if violates_behind_duplicates(pair, root, work) { 400 } else { 422 };
    refuse(scratch, code)
}

/// Whether an immutability marker is violated.
fn violates(pair: &dyn Again, root: &'static str, work: &mut Work) -> bool {
    work.found.clear();
    work.exact = true;
    let mut compare = Compare::new(work, root, Mode::Marks);
    pair.compare(&mut compare);
    compare.ordered(0);
    work.exact = false;
    !work.found.is_empty()
}

/// Checks errors of lists again. Returns whether an immutability marker is violated in a list with duplicate
/// keys, which takes precedence.
fn violates_behind_duplicates(pair: &dyn Again, root: &'static str, work: &mut Work) -> bool {
    let of_list = |found: &Found| found.is_of(ErrorSource::ListType);
    if !work.has(0, of_list) {
        return false;
    }
    let found = core::mem::take(&mut work.found);
    if found.iter().any(|found| of_list(found) && found.error.error_type == ErrorType::Duplicate)
        && violates(pair, root, work)
    {
        return true;
    }
    work.found.clear();
    let too_deep = work.too_deep.take();
    pair.validate_old(&mut Validator::new(work, root));
    let was_wrong = work.has(0, of_list);
    // The depth of the old value does not matter.
    work.too_deep = too_deep;
    work.found = found;
    if was_wrong {
        // apiextensions-apiserver: registry/customresource/strategy.go ValidateUpdate
        work.set_aside(0, of_list);
    }
    false
}

/// The rejection, unless all errors are ratcheted.
#[cold]
#[inline(never)]
fn refuse(scratch: &mut Scratch, code: u16) -> Result<(), Refused> {
    if let Some(found) = scratch.work.too_deep.take() {
        // The values below it were not checked.
        scratch.work.found.clear();
        scratch.work.found.push(found);
    }
    scratch.sort_out();
    if scratch.errors.is_empty() { Ok(()) } else { Err(Refused::take(scratch, code)) }
}
