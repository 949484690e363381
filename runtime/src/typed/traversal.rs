//! Goes from values to their parts, from generated code and from forms: to compare, to validate and to normalize them.
//!
//! In: fields and their forms. Out: what `compare` and `validator` report.
//!
//! Easy to break: a field is skipped only if it has no immutability marker and contains none, so each form reports whether it leads to
//! immutability markers. Values are compared only if there are errors. Fields, values of maps and items of list maps have counterparts
//! (docs/ratcheting.md); items of other lists have none.

use alloc::string::String;

use crdc_vocabulary::Immutability;

use super::compare::{Compare, Mode, Side};
use super::form::Form;
use super::normalization::{Normalization, Pass};
use super::pair::Pair;
use super::path::Step;
use super::validator::{Validator, ratchet};
use super::value::Value;
use super::work::Work;
use crate::places::Breach;

impl Compare<'_> {
    /// Compares a field without immutability marker.
    #[inline(always)]
    pub fn field<T: ?Sized, F: Form<T>>(&mut self, name: &'static str, form: F, both: Pair<'_, T>) {
        if self.mode == Mode::Marks && !form.leads() {
            return;
        }
        self.enter(Step::Field(name), None, form, both);
    }

    /// Compares a field with an immutability marker.
    #[inline(always)]
    pub fn marked<T: ?Sized, F: Form<T>>(
        &mut self,
        name: &'static str,
        marked: Immutability,
        form: F,
        both: Pair<'_, T>,
    ) {
        if let (Some(new), Some(old), Side::Pair, Immutability::Immutable) =
            (both.new, both.old, self.side, marked)
            && form.is_same(new, old)
            && self.mode != Mode::Bytes
        {
            return;
        }
        self.enter(Step::Field(name), Some(marked), form, both);
    }

    #[inline]
    pub(super) fn enter<T: ?Sized, F: Form<T>>(
        &mut self,
        step: Step<'_>,
        mark: Option<Immutability>,
        form: F,
        both: Pair<'_, T>,
    ) {
        match (both.new, both.old) {
            (Some(new), Some(old)) if self.side == Side::Pair => self.pair(step, mark, form, new, old),
            (None, None) => {}
            (new, old) => self.one_sided(step, mark, form, new, old),
        }
    }

    /// Compares a value that is present on both sides.
    #[inline]
    pub(super) fn pair<T: ?Sized, F: Form<T>>(
        &mut self,
        step: Step<'_>,
        mark: Option<Immutability>,
        form: F,
        new: &T,
        old: &T,
    ) {
        if self.work.differs {
            return;
        }
        let start = self.work.found.len();
        let immutable = mark == Some(Immutability::Immutable) && self.mode == Mode::Marks;
        let mode = if immutable { Mode::Deep } else { self.mode };
        let mut inner = Compare { work: &mut *self.work, path: self.path.to(step), mode, side: Side::Pair };
        if let (Mode::Marks, Some(marked)) = (mode, mark) {
            form.keys(Some(new), Some(old), marked, &mut inner);
        }
        if mode == Mode::Bytes {
            inner.work.bytes.begin(step);
        }
        if mode != Mode::Marks || form.leads() {
            form.compare(new, old, &mut inner);
        }
        if mode == Mode::Bytes {
            inner.work.bytes.end();
        }
        inner.ordered(start);
    }

    /// Compares a value that is present on one side, or treated as such.
    #[inline(never)]
    fn one_sided<T: ?Sized, F: Form<T>>(
        &mut self,
        step: Step<'_>,
        mark: Option<Immutability>,
        form: F,
        new: Option<&T>,
        old: Option<&T>,
    ) {
        let keys = |side: Side, marked: Immutability, at: &mut Compare<'_>| match side {
            Side::New => form.keys(new, None, marked, at),
            _ => form.keys(None, old, marked, at),
        };
        let json = |out: &mut String| {
            if let Some(new) = new {
                form.json(new, out);
            }
        };
        self.alone(step, mark, [new.is_some(), old.is_some()], &keys, &json);
    }

    /// The same, independent of the type.
    #[inline(never)]
    fn alone(
        &mut self,
        step: Step<'_>,
        mark: Option<Immutability>,
        [new, old]: [bool; 2],
        keys: &dyn Fn(Side, Immutability, &mut Compare<'_>),
        json: &dyn Fn(&mut String),
    ) {
        let side = match (self.side, new, old) {
            (Side::Pair | Side::New, true, _) => Side::New,
            (Side::Pair | Side::Old, _, true) => Side::Old,
            _ => return,
        };
        if let Mode::Stored | Mode::Decoded | Mode::Bytes = self.mode {
            self.work.differs = true;
            return;
        }
        let (mode, start) = (self.mode, self.work.found.len());
        let mut inner = Compare { work: &mut *self.work, path: self.path.to(step), mode, side };
        match (mode, mark) {
            (Mode::Marks, None) => {}
            (Mode::Marks, Some(marked)) if marked != Immutability::Immutable => {
                keys(side, marked, &mut inner);
                inner.ordered(start);
            }
            _ if side == Side::New => inner.violate(Breach::Set, None, json),
            _ => inner.violate(Breach::Unset, None, &|_| ()),
        }
    }

    /// Compares the fields of a flattened value, which are fields of this object. If it is present on one
    /// side only, it is a variant that the other side does not have.
    #[inline]
    pub fn flatten<T: Value>(&mut self, both: Pair<'_, T>) {
        match (both.new, both.old) {
            (Some(new), Some(old)) => self.nested(|at| new.compare(old, at)),
            (None, None) => {}
            (Some(new), None) => self.sided(Side::New, new),
            (None, Some(old)) => self.sided(Side::Old, old),
        }
    }

    fn sided<T: Value>(&mut self, side: Side, value: &T) {
        let outer = core::mem::replace(&mut self.side, side);
        if outer == Side::Pair || outer == side {
            self.nested(|at| value.compare(value, at));
        }
        self.side = outer;
    }
}

/// Whether two values are equal.
#[cold]
pub(super) fn same<T: ?Sized, F: Form<T>>(work: &mut Work, form: F, new: &T, old: &T, mode: Mode) -> bool {
    let before = core::mem::replace(&mut work.differs, false);
    form.compare(new, old, &mut Compare::new(work, "", mode));
    !core::mem::replace(&mut work.differs, before)
}

impl Validator<'_> {
    /// Validates a field if it is present.
    #[inline(always)]
    pub fn field<T: ?Sized, F: Form<T>>(
        &mut self,
        name: &'static str,
        form: F,
        new: Option<&T>,
        old: Option<&T>,
    ) {
        if form.validates()
            && let Some(new) = new
        {
            self.enter(Step::Field(name), form, new, old);
        }
    }

    /// Validates a value below this one.
    #[inline]
    pub(super) fn enter<T: ?Sized, F: Form<T>>(&mut self, step: Step<'_>, form: F, new: &T, old: Option<&T>) {
        let start = self.work.found.len();
        let mut inner = Validator { work: &mut *self.work, path: self.path.to(step) };
        form.validate(new, old, &mut inner);
        if inner.work.found.len() != start
            && let Some(old) = old
        {
            inner.keep_old_faults(start, form, new, old);
        }
    }

    /// Ratchets the errors of this value if it is unchanged.
    #[cold]
    #[inline(never)]
    pub(super) fn keep_old_faults<T: ?Sized, F: Form<T>>(&mut self, start: usize, form: F, new: &T, old: &T) {
        if self.path.is_in_type_meta() {
            return;
        }
        let depth = self.path.depth();
        ratchet(self.work, start, depth, &mut |work, mode| same(work, form, new, old, mode));
    }

    /// Validates the fields of a flattened value, which are fields of this object.
    #[inline]
    pub fn flatten<T: Value>(&mut self, new: &T, old: Option<&T>) {
        self.nested(|at| new.validate(old, at));
    }
}

impl Normalization {
    /// Normalizes the value in a field.
    #[inline]
    pub fn field<T: ?Sized, F: Form<T>>(self, form: F, new: &mut T, old: Option<&T>) {
        form.normalize_value(new, old, self);
    }

    /// Whether a field under `x-kubernetes-normalize` must become absent.
    #[inline]
    pub fn normalizes<T: ?Sized, F: Form<T>>(self, form: F, value: &T) -> bool {
        self.pass == Pass::Fields && form.is_empty(value)
    }
}
