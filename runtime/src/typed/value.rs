//! The description of a type, which the derive implements.

use alloc::string::String;

use crdc_vocabulary::{Fragment, Immutability};

use super::compare::Compare;
use super::normalization::Normalization;
use super::scalar::{Literal, Scalar};
use super::validator::Validator;

/// The generated description of a type, in terms of its serialized form. Only [`Rules`](super::rules::Rules) requires `Serialize`,
/// so the compiler reports a missing impl once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no rules, so crdc cannot look into it",
    label = "has no rules",
    note = "add `#[derive(crdc::Rules)]` to `{Self}`",
    note = "if the type is from another crate, add `#[crdc(leaf)]` to the field to compare it as a whole; if the \
            field is flattened, replace it with the fields of the type"
)]
pub trait Value: Sized {
    /// The names of the fields of an object, in order.
    const FIELDS: &'static [&'static str] = &[];

    /// Whether the values may contain immutable fields. `false` if all their fields are bools, numbers and
    /// strings without immutability markers, or if they have no fields. Such values are not visited.
    const LEADS: bool = true;

    /// Whether the values may be invalid or need normalization. If `false`, they are not visited.
    const VALIDATES: bool = true;

    /// The names of the immutable fields.
    const IMMUTABLE: &'static [&'static str] = &[];

    /// The default values of the fields, by number. May be shorter than the fields if the rest have none.
    const DEFAULTS: &'static [Option<Literal>] = &[];

    /// The strings of an enum of unit variants.
    const TEXTS: &'static [&'static str] = &[];

    /// The same, delegated to another type by newtypes.
    #[inline(always)]
    #[must_use]
    fn texts() -> &'static [&'static str] {
        Self::TEXTS
    }

    /// The type's schema as far as the derive knows it.
    #[must_use]
    fn schema() -> Option<&'static Fragment> {
        None
    }

    /// The field of this number, absent if it is not serialized.
    fn field(&self, index: usize) -> Scalar<'_> {
        let _ = index;
        Scalar::Absent
    }

    /// The value as a scalar.
    fn scalar(&self) -> Scalar<'_> {
        Scalar::Other
    }

    /// Whether it is null or empty.
    fn is_empty(&self) -> bool {
        false
    }

    /// The number of serialized fields or items.
    fn count(&self) -> usize {
        (0..Self::FIELDS.len()).filter(|field| !matches!(self.field(*field), Scalar::Absent)).count()
    }

    /// Compares the value with the old one.
    fn compare(&self, old: &Self, at: &mut Compare<'_>);

    /// Reports forbidden additions and removals of keys, if the value is serialized as a map or a list.
    fn keys(new: Option<&Self>, old: Option<&Self>, marked: Immutability, at: &mut Compare<'_>) {
        let _ = (new, old, marked, at);
    }

    /// Validates the value. `old` is the correlated old value.
    fn validate(&self, old: Option<&Self>, at: &mut Validator<'_>);

    /// Normalizes the values in the fields, then the fields.
    fn normalize_value(&mut self, old: Option<&Self>, step: Normalization);

    /// Appends the value as JSON. Only for errors.
    fn json(&self, out: &mut String);
}
