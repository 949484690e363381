//! The outcome of a refused request.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::Outcome;
use super::accepted::Accepted;
use crate::error::{FieldError, Message};
use crate::status::Status;

/// A refused request: the server's `Status`, and the errors and warnings in full. It borrows nothing.
///
/// `Display` writes the server's message. The type implements `Error`, for `?`; its status can be converted
/// to other errors.
#[derive(Clone)]
pub struct Refused(Box<Parts>);

#[derive(Clone)]
struct Parts {
    status: Status,
    errors: Vec<FieldError>,
    ratcheted: Vec<FieldError>,
    warnings: Vec<Message>,
}

impl<'a> Outcome<'a> {
    /// The outcome as a `Result`: what would be stored, or the server's refusal, which is an error for `?`.
    ///
    /// ```
    /// # use crdc::{Accepted, Outcome, Refused};
    /// fn stored(outcome: Outcome<'_>) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    ///     Ok(outcome.into_result()?.object().to_vec())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The refusal, with everything that a client is told. It borrows nothing.
    pub fn into_result(self) -> Result<Accepted<'a>, Refused> {
        if self.accepted { Ok(Accepted(self)) } else { Err(Refused::of(&self)) }
    }
}

impl Refused {
    #[cold]
    fn of(outcome: &Outcome<'_>) -> Refused {
        Refused(Box::new(Parts {
            status: outcome.refusal(),
            errors: outcome.errors().collect(),
            ratcheted: outcome.ratcheted().collect(),
            warnings: outcome.warnings().collect(),
        }))
    }

    /// The HTTP status code: 400 if the body is refused, 422 if the object is invalid.
    #[must_use]
    pub fn code(&self) -> u16 {
        self.0.status.code
    }

    /// The `Status` that the server returns instead of the object.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.0.status
    }

    /// The status, owned.
    #[must_use]
    pub fn into_status(self) -> Status {
        self.0.status
    }

    /// All errors, as [`Outcome::errors`] returns them.
    #[must_use]
    pub fn errors(&self) -> &[FieldError] {
        &self.0.errors
    }

    /// Errors that the old object has too, as [`Outcome::ratcheted`] returns them.
    #[must_use]
    pub fn ratcheted(&self) -> &[FieldError] {
        &self.0.ratcheted
    }

    /// The warnings, as [`Outcome::warnings`] returns them.
    #[must_use]
    pub fn warnings(&self) -> &[Message] {
        &self.0.warnings
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.status.message)
    }
}

impl fmt::Debug for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused")
            .field("code", &self.code())
            .field("message", &self.0.status.message)
            .finish()
    }
}

impl core::error::Error for Refused {}

impl From<Refused> for Status {
    fn from(refused: Refused) -> Status {
        refused.into_status()
    }
}
