//! The order of an update and of a create (semantics §1): what is marked, then the schema and unions, then lists.

use super::compare::{Compare, Mode};
use super::scratch::Scratch;
use super::work::{Found, Work};
use super::{Judge, Nested, Refused, Settle, Value};
use crate::error::{ErrorSource, ErrorType};

pub(super) fn normalize<T: Value>(new: &mut T, old: Option<&T>) {
    new.settle(None, Settle::Fields);
    if old.is_some() {
        new.settle(old, Settle::Unions);
    }
}

pub(super) fn create<'s, T: Value>(
    new: &T,
    root: &'static str,
    scratch: &'s mut Scratch,
) -> Result<(), Refused<'s>> {
    scratch.begin();
    new.judge(None, &mut Judge::new(&mut scratch.work, root));
    if scratch.work.found.is_empty() { Ok(()) } else { refuse(scratch, 422) }
}

pub(super) fn update<'s, T: Value>(
    new: &T,
    old: &T,
    root: &'static str,
    scratch: &'s mut Scratch,
) -> Result<(), Refused<'s>> {
    scratch.begin();
    new.compare(old, &mut Compare::new(&mut scratch.work, root, Mode::Marks));
    if !scratch.work.found.is_empty() && violates(new, old, root, &mut scratch.work) {
        return refuse(scratch, 400);
    }
    let mut judge = Judge::new(&mut scratch.work, root);
    new.judge(Some(old), &mut judge);
    if judge.work.found.is_empty() {
        return Ok(());
    }
    // Once more, now that something is wrong: counterparts are found exactly.
    judge.work.found.clear();
    judge.work.exact = true;
    new.judge(Some(old), &mut judge);
    judge.keep_old_faults(0, Nested, new, old);
    judge.work.exact = false;
    if judged(new, old, root, &mut scratch.work) {
        return refuse(scratch, 400);
    }
    refuse(scratch, 422)
}

/// Compares once more, now that something is wrong: counterparts are found exactly. Whether a mark is broken.
#[cold]
#[inline(never)]
fn violates<T: Value>(new: &T, old: &T, root: &'static str, work: &mut Work) -> bool {
    work.found.clear();
    work.exact = true;
    let mut compare = Compare::new(work, root, Mode::Marks);
    new.compare(old, &mut compare);
    compare.ordered(0);
    work.exact = false;
    !work.found.is_empty()
}

/// Looks again at what was found about lists. Whether a mark is broken where keys stand twice, which comes first.
#[cold]
#[inline(never)]
fn judged<T: Value>(new: &T, old: &T, root: &'static str, work: &mut Work) -> bool {
    let of_list = |found: &Found| found.is_of(ErrorSource::ListType);
    if !work.has(0, of_list) {
        return false;
    }
    let found = core::mem::take(&mut work.found);
    if found.iter().any(|found| of_list(found) && found.error.error_type == ErrorType::Duplicate)
        && violates(new, old, root, work)
    {
        return true;
    }
    work.found.clear();
    old.judge(None, &mut Judge::new(work, root));
    let was_wrong = work.has(0, of_list);
    work.found = found;
    if was_wrong {
        // apiextensions-apiserver: registry/customresource/strategy.go ValidateUpdate
        work.set_aside(0, of_list);
    }
    false
}

/// What is answered, unless all of it was set aside.
#[cold]
#[inline(never)]
fn refuse(scratch: &mut Scratch, code: u16) -> Result<(), Refused<'_>> {
    scratch.sort_out();
    if scratch.errors.is_empty() { Ok(()) } else { Err(Refused { code, scratch }) }
}
