//! A request that is accepted.

use alloc::borrow::Cow;
use core::fmt;
use core::ops::Deref;

use super::Outcome;

/// An accepted request: what would be stored. What is said about it, such as its warnings, is that of its [`Outcome`].
#[must_use = "it has the object that would be stored"]
pub struct Accepted<'a>(pub(super) Outcome<'a>);

impl<'a> Accepted<'a> {
    /// The object as it would be stored, as JSON.
    pub fn object(&self) -> &'a [u8] {
        // There is always one.
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
