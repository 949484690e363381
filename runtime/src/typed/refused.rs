//! The answer where a value is refused.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::Scratch;
use crate::error::FieldError;
use crate::status::{About, Status};

/// Why a value is refused.
///
/// Its `Display` is a line for each error, its `Debug` the errors and nothing else of the [`Scratch`].
pub struct Refused<'s> {
    pub(super) code: u16,
    pub(super) scratch: &'s Scratch,
}

impl<'s> Refused<'s> {
    /// The HTTP status code: 400 where an update does what it may not, 422 where the value is wrong.
    #[must_use]
    pub fn code(&self) -> u16 {
        self.code
    }

    /// Everything that is wrong, in the order of the fields. On 400 that is what the update does to immutable values.
    #[must_use]
    pub fn errors(&self) -> &'s [FieldError] {
        &self.scratch.errors
    }

    /// What is wrong and does not count, because it stood in the old value already.
    #[must_use]
    pub fn ratcheted(&self) -> &'s [FieldError] {
        &self.scratch.ratcheted
    }

    /// The `Status` that a server would send for an object of this group and kind, with this name.
    #[must_use]
    pub fn status(&self, group: &str, kind: &str, name: &str) -> Status {
        let about = About { group, kind, name };
        let errors = || self.errors().iter().cloned();
        if self.code == 400 {
            let message: String = about.summary("cannot be updated", errors());
            Status::bad_request(about, &message, errors())
        } else {
            Status::invalid(about, errors())
        }
    }
}

impl fmt::Display for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors().iter().enumerate() {
            f.write_str(if index > 0 { "\n" } else { "" })?;
            f.write_str(&format!("{error}"))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused").field("code", &self.code).field("errors", &self.errors()).finish()
    }
}

impl core::error::Error for Refused<'_> {}
