//! What the JSON form of a type is: how its values are compared, validated, normalized and shown.

use alloc::string::String;

use crdc_vocabulary::Immutability;

use super::compare::Compare;
use super::constraint::{self, Constraint};
use super::key::Key;
use super::normalization::Normalization;
use super::scalar::Scalar;
use super::validator::Validator;

/// The JSON form of the values of a type.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not serialized in the form `{Self}`",
    label = "not the type that its name suggests",
    note = "the derive identifies a type by the last segment of its path; add `#[crdc(leaf)]` to the field to \
            compare it as a whole"
)]
pub trait Form<T: ?Sized>: Copy {
    /// Whether the values may contain immutable fields, items or values.
    fn leads(self) -> bool;

    /// Whether a value may be invalid.
    fn validates(self) -> bool;

    /// Compares a value with the old one.
    fn compare(self, new: &T, old: &T, at: &mut Compare<'_>);

    /// A quick check whether two values are equal, before the full comparison.
    #[inline(always)]
    fn is_same(self, new: &T, old: &T) -> bool {
        let _ = (new, old);
        false
    }

    /// Reports forbidden additions and removals of keys, if the values have keys.
    fn keys(self, new: Option<&T>, old: Option<&T>, marked: Immutability, at: &mut Compare<'_>) {
        let _ = (new, old, marked, at);
    }

    /// Validates a value; `old` is the correlated old value.
    fn validate(self, new: &T, old: Option<&T>, at: &mut Validator<'_>);

    /// Normalizes the values in a value.
    fn normalize_value(self, new: &mut T, old: Option<&T>, step: Normalization);

    /// The value as a scalar.
    fn scalar(self, value: &T) -> Scalar<'_>;

    /// The field of an object with this number.
    fn member(self, value: &T, index: usize) -> Scalar<'_> {
        let _ = (value, index);
        Scalar::Absent
    }

    /// The field that is a key of a list map: by its number in types with rules, by its name in others.
    #[inline(always)]
    fn part<'v>(self, value: &'v T, key: &Key) -> Scalar<'v> {
        self.member(value, key.index)
    }

    /// The strings of an enum of unit variants.
    #[inline(always)]
    fn texts(self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a value is null or empty.
    fn is_empty(self, value: &T) -> bool;

    /// The number of items or properties.
    fn count(self, value: &T) -> usize {
        let _ = value;
        0
    }

    /// A bit for each constraint that a value fails.
    #[inline(always)]
    fn failing(self, value: &T, constraints: &[Constraint]) -> u64 {
        let scalar = self.scalar(value);
        let count = if matches!(scalar, Scalar::Other) { self.count(value) } else { 0 };
        constraint::failing(constraints, scalar, count)
    }

    /// Appends a value as JSON. Only for errors.
    fn json(self, value: &T, out: &mut String);
}
