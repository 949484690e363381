//! Constraints of a value, checked before the values in it: lengths, limits, patterns.

use alloc::string::String;

use crdc_vocabulary::Immutability;

use crate::typed::compare::Compare;
use crate::typed::constraint::Constraint;
use crate::typed::form::Form;
use crate::typed::key::Key;
use crate::typed::normalization::Normalization;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;

/// A form with constraints. It is outside of `Optional`, since null is checked against `enum`.
#[derive(Clone, Copy, Debug)]
pub struct Constrained<F> {
    /// The form of the values.
    pub form: F,
    /// Their constraints, in the order of [`Constraint`].
    pub constraints: &'static [Constraint],
}

impl<T: ?Sized, F: Form<T>> Form<T> for Constrained<F> {
    #[inline(always)]
    fn leads(self) -> bool {
        self.form.leads()
    }

    #[inline(always)]
    fn validates(self) -> bool {
        true
    }

    #[inline]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        self.form.compare(new, old, at);
    }

    #[inline(always)]
    fn is_same(self, new: &T, old: &T) -> bool {
        self.form.is_same(new, old)
    }

    fn keys(self, new: Option<&T>, old: Option<&T>, marked: Immutability, at: &mut Compare<'_>) {
        self.form.keys(new, old, marked, at);
    }

    #[inline]
    fn validate(self, new: &T, old: Option<&T>, at: &mut Validator<'_>) {
        let failed = self.form.failing(new, self.constraints);
        let start = at.work.found.len();
        if self.form.validates() {
            self.form.validate(new, old, at);
        }
        if failed != 0 {
            at.raise_constraints(self.constraints, failed, &|out| self.form.json(new, out));
            at.own_first(start);
        }
    }

    #[inline]
    fn normalize_value(self, new: &mut T, old: Option<&T>, step: Normalization) {
        if self.form.validates() {
            self.form.normalize_value(new, old, step);
        }
    }

    #[inline(always)]
    fn scalar(self, value: &T) -> Scalar<'_> {
        self.form.scalar(value)
    }

    #[inline(always)]
    fn member(self, value: &T, index: usize) -> Scalar<'_> {
        self.form.member(value, index)
    }

    #[inline]
    fn part<'v>(self, value: &'v T, key: &Key) -> Scalar<'v> {
        self.form.part(value, key)
    }

    fn is_empty(self, value: &T) -> bool {
        self.form.is_empty(value)
    }

    fn count(self, value: &T) -> usize {
        self.form.count(value)
    }

    fn json(self, value: &T, out: &mut String) {
        self.form.json(value, out);
    }
}
