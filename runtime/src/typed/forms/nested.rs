//! Types with the derive.

use alloc::string::String;

use super::Form;
use crate::typed::{Compare, Judge, Marked, Scalar, Settle, Value};

/// A type with the derive.
#[derive(Clone, Copy, Debug)]
pub struct Nested;

impl<T: Value> Form<T> for Nested {
    #[inline(always)]
    fn leads(self) -> bool {
        T::LEADS
    }

    #[inline(always)]
    fn judges(self) -> bool {
        T::JUDGES
    }

    #[inline]
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>) {
        at.nested(|at| new.compare(old, at));
    }

    fn keys(self, new: Option<&T>, old: Option<&T>, marked: Marked, at: &mut Compare<'_>) {
        T::keys(new, old, marked, at);
    }

    #[inline]
    fn judge(self, new: &T, old: Option<&T>, at: &mut Judge<'_>) {
        at.nested(|at| new.judge(old, at));
    }

    #[inline]
    fn settle(self, new: &mut T, old: Option<&T>, step: Settle) {
        if let Some(step) = step.nested() {
            new.settle(old, step);
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
