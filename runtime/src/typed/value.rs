//! The two traits that the derive implements.

use alloc::string::String;

use serde::Serialize;

use crate::error::Literal;

use super::{Compare, Fragment, Immutability, Normalization, Refused, Scalar, Scratch, Validator, run};

/// A type whose values have rules: what `#[derive(crdc::Rules)]` gives a struct or an enum.
///
/// ```
/// use crdc::typed::Scratch;
///
/// fn checked<T: crdc::Rules>(old: &T, mut new: T, scratch: &mut Scratch) -> Result<T, String> {
///     new.normalize(Some(old));
///     new.validate_update(old, scratch).map_err(|refused| refused.to_string())?;
///     Ok(new)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no rules",
    label = "has no rules",
    note = "add `#[derive(crdc::Rules)]` to `{Self}`"
)]
pub trait Rules: Value + Serialize {
    /// Where paths of errors begin: `spec`, `status`, or nothing.
    const PATH: &'static str = "";

    /// What the derive knows of the type's schema.
    #[must_use]
    fn fragment() -> &'static Fragment {
        Self::schema().unwrap_or(&Fragment::NOTHING)
    }

    /// Changes the value as a request would be changed before it is validated: fields under `+normalize=undefined` that are
    /// null or empty become absent, and members that a changed discriminator does not select are cleared. `old` is the
    /// value that is updated; without one, as on a create, unions are left alone.
    fn normalize(&mut self, old: Option<&Self>) {
        run::normalize(self, old);
    }

    /// Validates a value that is created.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with code 422.
    fn validate_create<'s>(&self, scratch: &'s mut Scratch) -> Result<(), Refused<'s>> {
        run::create(self, Self::PATH, scratch)
    }

    /// Validates a value that takes the place of `old`. Old faults in what did not change are
    /// [set aside](Scratch::ratcheted).
    ///
    /// # Errors
    ///
    /// What the update does and may not, with code 400; or else what is wrong with the value, with code 422.
    fn validate_update<'s>(&self, old: &Self, scratch: &'s mut Scratch) -> Result<(), Refused<'s>> {
        run::update(self, old, Self::PATH, scratch)
    }
}

/// What generated code says of a type. Everything is in terms of what serde writes; that it is written is asked by [`Rules`] alone,
/// so that the compiler tells it once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no rules, and cannot be looked into",
    label = "has no rules",
    note = "add `#[derive(crdc::Rules)]` to `{Self}`",
    note = "of a type of another crate, mark the field that holds it with `#[crdc(leaf)]`: it is then compared as a whole; where \
            it is flattened, write out its fields in its place"
)]
pub trait Value: Sized {
    /// Names of the fields of an object, in order.
    const FIELDS: &'static [&'static str] = &[];

    /// Whether anything is marked in the values. `false` where all their fields are bools, numbers and strings without marks, or
    /// where they have no fields: who holds them is not walked for them then.
    const LEADS: bool = true;

    /// Whether anything may be wrong in the values, or normalised. `false` as for marks.
    const VALIDATES: bool = true;

    /// Names of the fields that are immutable as a whole.
    const IMMUTABLE: &'static [&'static str] = &[];

    /// What a field is where it is absent, by number; shorter, or empty, where nothing is known.
    const DEFAULTS: &'static [Option<Literal>] = &[];

    /// What the values of an enum are written as, where those are strings.
    const TEXTS: &'static [&'static str] = &[];

    /// The same, where it is another type that knows.
    #[inline(always)]
    #[must_use]
    fn texts() -> &'static [&'static str] {
        Self::TEXTS
    }

    /// What the derive knows of the type's schema; nothing where it knows none.
    #[must_use]
    fn schema() -> Option<&'static Fragment> {
        None
    }

    /// What the field of this number is: absent where it is not written.
    fn field(&self, index: usize) -> Scalar<'_> {
        let _ = index;
        Scalar::Absent
    }

    /// What the value is itself.
    fn scalar(&self) -> Scalar<'_> {
        Scalar::Other
    }

    /// Whether it is null, or has nothing in it.
    fn is_empty(&self) -> bool {
        false
    }

    /// How many fields are written, or how many items there are.
    fn count(&self) -> usize {
        (0..Self::FIELDS.len()).filter(|field| !matches!(self.field(*field), Scalar::Absent)).count()
    }

    /// Holds the value against the one that it takes the place of.
    fn compare(&self, old: &Self, at: &mut Compare<'_>);

    /// Which keys come and go, where the value is written as a map or a list.
    fn keys(new: Option<&Self>, old: Option<&Self>, marked: Immutability, at: &mut Compare<'_>) {
        let _ = (new, old, marked, at);
    }

    /// Validates the value. `old` is what it is correlated with.
    fn validate(&self, old: Option<&Self>, at: &mut Validator<'_>);

    /// Normalises what is below the value, and then its own fields.
    fn normalize_value(&mut self, old: Option<&Self>, step: Normalization);

    /// Appends the value as JSON. For errors alone.
    fn json(&self, out: &mut String);
}
