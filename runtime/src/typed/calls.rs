//! Small functions that the derive's code calls for a field.

use super::form::Form;
use super::json;
use super::rules::Rules;
use super::scalar::Scalar;

/// The value of a field under `x-kubernetes-normalize`, unless it is null or empty.
#[inline]
pub fn normalized<T: ?Sized, F: Form<T>>(form: F, value: Option<&T>) -> Option<&T> {
    value.filter(|value| !form.is_empty(value))
}

/// A type with rules as `Serialize`. The bound is checked in `Rules` and not where this is called.
#[inline(always)]
pub fn whole<T: Rules>(value: &T) -> &(impl serde::Serialize + use<T>) {
    value
}

/// A member of the serialized object: a field that a user function serializes.
pub fn part<'v, T: Rules>(value: &'v T, name: &'static str) -> Scalar<'v> {
    json::part(value, name)
}

/// A field as a scalar, absent if it is `None`.
#[inline(always)]
pub fn scalar<T: ?Sized, F: Form<T>>(form: F, value: Option<&T>) -> Scalar<'_> {
    match value {
        Some(value) => form.scalar(value),
        None => Scalar::Absent,
    }
}
