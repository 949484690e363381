//! A validation of a value: where it is, and what it reports about its schema, unions and lists.
//!
//! In: violated rules, from `traversal` and from forms. Out: errors; those of unchanged values are ratcheted.

use alloc::string::String;

use super::compare::Mode;
use super::path::Path;
use super::words;
use super::work::{Found, Work};
use crate::error::{ErrorSource, Rule};

/// Validates a value at a path.
pub struct Validator<'a> {
    pub(super) work: &'a mut Work,
    pub(super) path: Path<'a>,
}

impl<'a> Validator<'a> {
    pub(super) fn new(work: &'a mut Work, root: &'static str) -> Self {
        Validator { work, path: Path::root(root) }
    }

    /// Reports a missing field.
    #[inline(always)]
    pub fn required(&mut self, name: &'static str, present: bool) {
        if !present {
            self.raise(&Rule::Required(name), ErrorSource::Schema, &|_| ());
        }
    }

    /// Reports null instead of a string of an enum. The server rejects it even if the enum lists it.
    #[cold]
    pub(super) fn null_among(&mut self, texts: &[&str]) {
        let found = words::of_null(&self.path, texts);
        self.work.found.push(found);
    }

    /// Reports a violated rule.
    #[cold]
    pub(super) fn raise(&mut self, rule: &Rule<'_>, source: ErrorSource, json: &dyn Fn(&mut String)) {
        let mut text = String::new();
        json(&mut text);
        let found = words::of_rule(&self.path, rule, source, &text);
        self.work.found.push(found);
    }
}

impl Validator<'_> {
    /// Sorts errors: schema errors of this value, then those of its unions, then those of its parts.
    #[cold]
    pub(super) fn own_first(&mut self, start: usize) {
        let depth = self.path.depth();
        if let Some(found) = self.work.found.get_mut(start..) {
            found.sort_by_key(|found| match found.chain.len() > depth {
                false => u8::from(found.is_of(ErrorSource::Union)),
                true => 2,
            });
        }
    }
}

/// Ratchets the errors from `start` on in a value at `depth` that has a counterpart, if `same` finds it
/// unchanged. Errors of unions are about the object that contains them.
pub(super) fn ratchet(
    work: &mut Work,
    start: usize,
    depth: usize,
    same: &mut dyn FnMut(&mut Work, Mode) -> bool,
) {
    let of_schema = |found: &Found| found.is_of(ErrorSource::Schema);
    let of_union = |found: &Found| found.is_of(ErrorSource::Union) && found.chain.len() == depth;
    if work.has(start, of_schema) && same(work, Mode::Decoded) {
        work.set_aside(start, of_schema);
    }
    if work.has(start, of_union) && same(work, Mode::Stored) {
        work.set_aside(start, of_union);
    }
}

impl core::fmt::Debug for Validator<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}
