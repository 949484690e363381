//! Two values held against each other: what an update may not do, done; or whether they are the same.
//!
//! In: pairs of values, from generated code and from forms. Out: violations, with the places and words of the JSON code
//! (`extensions/immutable.rs`), or a flag.
//!
//! Easy to break: where nothing is marked at or below a field, nothing happens. Only there, so each form says whether it leads to
//! marks.

use alloc::string::{String, ToString};

use super::path::{Path, Step};
use super::work::{Found, Work};
use super::{Form, Immutability, Scalar, Value};
use crate::error::{ErrorSource, FieldError};
use crate::extensions::{Breach, Dialect};
use crate::tape::Keys;

/// What is said of the way to the items of a list, or to the values of a map.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// What updates may not do to them.
    pub mark: Option<Immutability>,
}

impl Edge {
    /// Nothing.
    pub const ITEMS: &'static Edge = &Edge { mark: None };
}

/// A value and the one that it takes the place of. Either may be absent: not written.
#[derive(Debug)]
pub struct Pair<'a, T: ?Sized> {
    /// The value.
    pub new: Option<&'a T>,
    /// What it takes the place of.
    pub old: Option<&'a T>,
}

impl<'a, T: ?Sized> Pair<'a, T> {
    /// Of a field that is always written.
    #[inline(always)]
    pub fn always(new: &'a T, old: &'a T) -> Self {
        Pair { new: Some(new), old: Some(old) }
    }

    /// Of a field under `skip_serializing_if`.
    #[inline(always)]
    pub fn unless(skip: impl Fn(&T) -> bool, new: &'a T, old: &'a T) -> Self {
        Pair { new: super::present(&skip, new), old: super::present(&skip, old) }
    }

    /// Of anything.
    #[inline(always)]
    pub fn of(new: Option<&'a T>, old: Option<&'a T>) -> Self {
        Pair { new, old }
    }
}

/// What a comparison is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nothing is marked so far: looks for what is.
    Marks,
    /// Inside of an immutable value: whatever differs is a violation.
    Deep,
    /// Whether stored objects are the same: numbers by value, lists in order.
    Stored,
    /// Whether decoded values are the same as far as ratcheting goes: items of list maps by their keys.
    Decoded,
}

/// Which of two values are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Pair,
    /// Only the new one: it stands for both in what is called.
    New,
    /// Only the old one.
    Old,
}

/// Stands at a value and the one that it takes the place of.
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

    /// Compares a field of which nothing is said.
    #[inline(always)]
    pub fn field<T: ?Sized, F: Form<T>>(&mut self, name: &'static str, form: F, both: Pair<'_, T>) {
        if self.mode == Mode::Marks && !form.leads() {
            return;
        }
        self.enter(Step::Field(name), None, form, both);
    }

    /// Compares a field that is marked.
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

    /// Compares a value that is on both sides.
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
        if mode != Mode::Marks || form.leads() {
            form.compare(new, old, &mut inner);
        }
        inner.ordered(start);
    }

    /// A value that is on one side alone, or is to be taken for that.
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

    /// The same, for whatever type it is.
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
        if let Mode::Stored | Mode::Decoded = self.mode {
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

    /// Compares the fields of a value that are fields of this object. On one side alone it is a variant that is not chosen
    /// on the other.
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

    /// Compares what a value without fields is.
    #[inline]
    pub fn scalars(&mut self, new: Scalar<'_>, old: Scalar<'_>) {
        if self.mode != Mode::Marks && !new.same(old) {
            self.differ(&|out| out.push_str(&new.to_json()));
        }
    }

    /// Takes down that the value is another.
    #[cold]
    pub(super) fn differ(&mut self, json: &dyn Fn(&mut String)) {
        match self.mode {
            Mode::Marks => {}
            Mode::Deep => self.violate(Breach::Modified, None, json),
            Mode::Stored | Mode::Decoded => self.work.differs = true,
        }
    }

    /// Takes down what was done to the value, or to one below it.
    #[cold]
    pub(super) fn violate(&mut self, breach: Breach, step: Option<Step<'_>>, json: &dyn Fn(&mut String)) {
        let mut bad_value = String::new();
        json(&mut bad_value);
        let path = match step {
            Some(step) => self.path.to(step),
            None => self.path,
        };
        // What is gone is told where it was: at what held it.
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

    /// Puts what was found in the value in order.
    #[inline(always)]
    pub(super) fn ordered(&mut self, start: usize) {
        if self.work.found.len() > start + 1 {
            self.work.order(start, self.path.depth());
        }
    }
}

/// Whether two values are the same.
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
