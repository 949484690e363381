//! `Option`: `None` is null.

use alloc::string::String;

use crdc_vocabulary::Immutability;

use crate::typed::compare::{Compare, Mode};
use crate::typed::form::Form;
use crate::typed::key::Key;
use crate::typed::normalization::Normalization;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;

/// A value or null.
#[derive(Clone, Copy, Debug)]
pub struct Optional<F>(pub F);

impl<T, F: Form<T>> Form<Option<T>> for Optional<F> {
    #[inline(always)]
    fn leads(self) -> bool {
        self.0.leads()
    }

    #[inline(always)]
    fn validates(self) -> bool {
        self.0.validates() || !self.0.texts().is_empty()
    }

    #[inline]
    fn compare(self, new: &Option<T>, old: &Option<T>, at: &mut Compare<'_>) {
        match (new, old) {
            (Some(new), Some(old)) => self.0.compare(new, old, at),
            (None, None) if at.mode == Mode::Bytes => at.work.bytes.scalar(Scalar::Null),
            (None, None) => {}
            _ => self.null(new, old, at),
        }
    }

    #[inline(always)]
    fn is_same(self, new: &Option<T>, old: &Option<T>) -> bool {
        match (new, old) {
            (Some(new), Some(old)) => self.0.is_same(new, old),
            (new, old) => new.is_none() && old.is_none(),
        }
    }

    fn keys(
        self,
        new: Option<&Option<T>>,
        old: Option<&Option<T>>,
        marked: Immutability,
        at: &mut Compare<'_>,
    ) {
        self.0.keys(new.and_then(Option::as_ref), old.and_then(Option::as_ref), marked, at);
    }

    #[inline]
    fn validate(self, new: &Option<T>, old: Option<&Option<T>>, at: &mut Validator<'_>) {
        match new {
            Some(new) => self.0.validate(new, old.and_then(Option::as_ref), at),
            None if !self.0.texts().is_empty() => at.null_among(self.0.texts()),
            None => {}
        }
    }

    #[inline]
    fn normalize_value(self, new: &mut Option<T>, old: Option<&Option<T>>, step: Normalization) {
        if let Some(new) = new {
            self.0.normalize_value(new, old.and_then(Option::as_ref), step);
        }
    }

    #[inline]
    fn scalar(self, value: &Option<T>) -> Scalar<'_> {
        match value {
            Some(value) => self.0.scalar(value),
            None => Scalar::Null,
        }
    }

    #[inline]
    fn member(self, value: &Option<T>, index: usize) -> Scalar<'_> {
        match value {
            Some(value) => self.0.member(value, index),
            None => Scalar::Absent,
        }
    }

    #[inline]
    fn part<'v>(self, value: &'v Option<T>, key: &Key) -> Scalar<'v> {
        match value {
            Some(value) => self.0.part(value, key),
            None => Scalar::Absent,
        }
    }

    fn is_empty(self, value: &Option<T>) -> bool {
        value.as_ref().is_none_or(|value| self.0.is_empty(value))
    }

    fn count(self, value: &Option<T>) -> usize {
        value.as_ref().map_or(0, |value| self.0.count(value))
    }

    fn json(self, value: &Option<T>, out: &mut String) {
        match value {
            Some(value) => self.0.json(value, out),
            None => out.push_str("null"),
        }
    }
}

impl<F> Optional<F> {
    /// Compares if one of both is `None`. The other may be serialized as null too.
    fn null<T>(self, new: &Option<T>, old: &Option<T>, at: &mut Compare<'_>)
    where
        F: Form<T>,
    {
        let is_null = |value: &Option<T>| {
            value.as_ref().is_none_or(|value| matches!(self.0.scalar(value), Scalar::Null))
        };
        if !(is_null(new) && is_null(old)) {
            at.differ(&|out| self.json(new, out));
        }
    }
}
