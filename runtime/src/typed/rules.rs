//! The traits and functions that users of the derive call.

use crdc_vocabulary::Fragment;
use serde::Serialize;

use super::refused_value::RefusedValue;
use super::run::{self, Root};
use super::scratch::Scratch;
use super::value::Value;
use crate::definition::Scale;

/// A type whose values have rules, implemented by `#[derive(crdc::Rules)]`.
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
    /// The prefix of error paths: `spec`, `status` or empty.
    const PATH: &'static str = "";

    /// The paths of the scale subresource, if it is the spec of a resource that has one.
    #[doc(hidden)]
    const SCALE: Option<&'static Scale<'static>> = None;

    /// The type's schema as far as the derive knows it.
    #[must_use]
    fn fragment() -> &'static Fragment {
        Self::schema().unwrap_or(&Fragment::NOTHING)
    }

    /// Normalizes the value like a request before validation. Fields with `+normalize=undefined` that are
    /// null or empty become absent. Union members that a changed discriminator does not select are cleared.
    /// `old` is the value that is updated; without one, as on create, unions are unchanged.
    /// A value that nests too deep, or that cannot be serialized, is not changed. The buffers are new ones:
    /// [`normalize_with`](Self::normalize_with) reuses those of a scratch.
    fn normalize(&mut self, old: Option<&Self>) {
        self.normalize_with(old, &mut Scratch::new());
    }

    /// The same as [`normalize`](Self::normalize) with the buffers of a scratch. Then it does not allocate.
    fn normalize_with(&mut self, old: Option<&Self>, scratch: &mut Scratch) {
        run::normalize(self, old, scratch);
    }

    /// Validates a value on create.
    ///
    /// # Errors
    ///
    /// The validation errors, with code 422.
    fn validate_create(&self, scratch: &mut Scratch) -> Result<(), RefusedValue> {
        run::create(self, Root { name: Self::PATH, part: Self::PART, scale: Self::SCALE }, scratch)
    }

    /// Validates an update of `old`. Existing errors in unchanged values are [ratcheted](Scratch::ratcheted).
    ///
    /// # Errors
    ///
    /// Forbidden changes, with code 400. Otherwise the validation errors, with code 422.
    fn validate_update(&self, old: &Self, scratch: &mut Scratch) -> Result<(), RefusedValue> {
        run::update(self, old, Root { name: Self::PATH, part: Self::PART, scale: Self::SCALE }, scratch)
    }
}
