//! The outcome of an accepted request.

use alloc::borrow::Cow;
use core::fmt;
use core::ops::Deref;

use super::Outcome;
#[cfg(feature = "serde")]
use crate::ReadError;
use crate::value::Value;

/// An accepted request: the object that would be stored. Reports about it, such as warnings, are methods of
/// its [`Outcome`].
#[must_use = "it has the object that would be stored"]
pub struct Accepted<'a>(pub(super) Outcome<'a>);

impl<'a> Accepted<'a> {
    /// The object as it would be stored, as JSON.
    pub fn object(&self) -> &'a [u8] {
        // An accepted outcome always has an object.
        self.0.processed_object().unwrap_or_default()
    }

    /// The object as it would be stored: borrowed from the request if it is unchanged, or else a copy.
    pub fn stored(&self) -> Cow<'a, [u8]> {
        if self.0.unchanged() {
            Cow::Borrowed(self.0.request.new)
        } else {
            Cow::Owned(self.object().to_vec())
        }
    }
}

/// Reads the object that would be stored, without parsing its text.
impl<'a> Accepted<'a> {
    /// The object as it would be stored, as a value for reading its fields.
    ///
    /// ```
    /// use crdc::{Accepted, Value};
    ///
    /// fn engine<'a>(accepted: &Accepted<'a>) -> Option<&'a str> {
    ///     accepted.value().get("spec")?.get("engine").and_then(Value::as_str)
    /// }
    /// ```
    pub fn value(&self) -> Value<'a> {
        self.0.stored_value()
    }

    /// The value at a path of the object, such as `spec.rules[0].name`; `None` if there is no value: see
    /// [`Value::at`].
    pub fn at(&self, path: &str) -> Option<Value<'a>> {
        self.value().at(path)
    }

    /// The object as a type: see [`Value::read`].
    ///
    /// # Errors
    ///
    /// If the object is not of this type: what is wrong, and where.
    #[cfg(feature = "serde")]
    pub fn read<T: serde::Deserialize<'a>>(&self) -> Result<T, ReadError> {
        self.value().read()
    }
}

impl<'a> Deref for Accepted<'a> {
    type Target = Outcome<'a>;

    fn deref(&self) -> &Outcome<'a> {
        &self.0
    }
}

impl fmt::Debug for Accepted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Accepted").field(&self.0.code()).finish()
    }
}
