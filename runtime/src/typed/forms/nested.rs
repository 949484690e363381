//! Types with the derive.

use alloc::string::String;

use crdc_vocabulary::Immutability;

use crate::typed::compare::{Compare, Mode};
use crate::typed::form::Form;
use crate::typed::normalization::Normalization;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;
use crate::typed::value::Value;

/// A type with the derive.
#[derive(Clone, Copy, Debug)]
pub struct Nested;

impl<T: Value> Form<T> for Nested {
    #[inline(always)]
    fn leads(self) -> bool {
        T::LEADS
    }

    #[inline(always)]
    fn validates(self) -> bool {
        T::VALIDATES
    }

    #[inline]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        if at.mode == Mode::Bytes && at.writes_scalar(new.scalar()) {
            return;
        }
        at.nested(|at| new.compare(old, at));
    }

    fn keys(self, new: Option<&T>, old: Option<&T>, marked: Immutability, at: &mut Compare<'_>) {
        T::keys(new, old, marked, at);
    }

    #[inline]
    fn validate(self, new: &T, old: Option<&T>, at: &mut Validator<'_>) {
        at.nested(|at| new.validate(old, at));
    }

    #[inline]
    fn normalize_value(self, new: &mut T, old: Option<&T>, step: Normalization) {
        if let Some(step) = step.nested() {
            new.normalize_value(old, step);
        }
    }

    #[inline(always)]
    fn scalar(self, value: &T) -> Scalar<'_> {
        value.scalar()
    }

    #[inline(always)]
    fn member(self, value: &T, index: usize) -> Scalar<'_> {
        value.field(index)
    }

    #[inline(always)]
    fn texts(self) -> &'static [&'static str] {
        T::texts()
    }

    fn is_empty(self, value: &T) -> bool {
        value.is_empty()
    }

    fn count(self, value: &T) -> usize {
        value.count()
    }

    fn json(self, value: &T, out: &mut String) {
        value.json(out);
    }
}
