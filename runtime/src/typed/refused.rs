//! The rejection of a value.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::error::FieldError;
use crate::status::{About, Status};

/// Why a value was rejected.
///
/// `Display` shows one line per error, `Debug` shows the code and the errors.
#[derive(Debug)]
pub struct Refused {
    code: u16,
    errors: Vec<FieldError>,
    ratcheted: Vec<FieldError>,
}

impl Refused {
    pub(super) fn new(code: u16, errors: Vec<FieldError>, ratcheted: Vec<FieldError>) -> Refused {
        Refused { code, errors, ratcheted }
    }

    /// The HTTP status code: 400 for a forbidden change, 422 for an invalid value.
    #[must_use]
    pub fn code(&self) -> u16 {
        self.code
    }

    /// All errors, in the order of the fields. With code 400, the forbidden changes of the update.
    #[must_use]
    pub fn errors(&self) -> &[FieldError] {
        &self.errors
    }

    /// Ratcheted errors: errors that the old value already had.
    #[must_use]
    pub fn ratcheted(&self) -> &[FieldError] {
        &self.ratcheted
    }

    /// The `Status` that a server would return for an object with this group, kind and name.
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

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors().iter().enumerate() {
            f.write_str(if index > 0 { "\n" } else { "" })?;
            f.write_str(&format!("{error}"))?;
        }
        Ok(())
    }
}

impl core::error::Error for Refused {}
