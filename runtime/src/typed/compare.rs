//! Compares two values: finds forbidden changes, or whether the values are equal.
//!
//! In: pairs of values, from generated code and from forms. Out: violations, with the paths and messages of
//! the JSON code (`extensions/immutable.rs`), or a flag.
//!
//! Easy to break: a field is skipped only if it has no immutability marker and contains none, so each form
//! reports whether it leads to immutability markers.

use alloc::string::{String, ToString};

use super::path::{Path, Step};
use super::work::{Found, Work};
use super::{Form, Immutability, Scalar, Value};
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

/// A new and an old value. Either may be absent, that is, not serialized.
#[derive(Debug)]
pub struct Pair<'a, T: ?Sized> {
    /// The new value.
    pub new: Option<&'a T>,
    /// The old value.
    pub old: Option<&'a T>,
}

impl<'a, T: ?Sized> Pair<'a, T> {
    /// The pair for a field that is always serialized.
    #[inline(always)]
    pub fn always(new: &'a T, old: &'a T) -> Self {
        Pair { new: Some(new), old: Some(old) }
    }

    /// The pair for a field under `skip_serializing_if`.
    #[inline(always)]
    pub fn unless(skip: impl Fn(&T) -> bool, new: &'a T, old: &'a T) -> Self {
        Pair { new: super::present(&skip, new), old: super::present(&skip, old) }
    }

    /// A pair of optional values.
    #[inline(always)]
    pub fn of(new: Option<&'a T>, old: Option<&'a T>) -> Self {
        Pair { new, old }
    }
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

/// Whether two values are equal.
#[cold]
pub(super) fn same<T: ?Sized, F: Form<T>>(work: &mut Work, form: F, new: &T, old: &T, mode: Mode) -> bool {
    let before = core::mem::replace(&mut work.differs, false);
    form.compare(new, old, &mut Compare::new(work, "", mode));
    !core::mem::replace(&mut work.differs, before)
}

impl core::fmt::Debug for Compare<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Compare").field("mode", &self.mode).finish_non_exhaustive()
    }
}
