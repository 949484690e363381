//! The refusal of a value, with its errors.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use crate::error::FieldError;
use crate::status::{INVALID, Status};

/// The reason why a value was rejected.
///
/// `Display` shows one line per error, `Debug` shows the code and the errors. In a plugin of a webhook or of
/// a chain of admission, `?` turns it into the refusal of the request.
#[derive(Debug)]
pub struct RefusedValue {
    code: u16,
    errors: Vec<FieldError>,
    ratcheted: Vec<FieldError>,
}

impl RefusedValue {
    pub(super) fn new(code: u16, errors: Vec<FieldError>, ratcheted: Vec<FieldError>) -> RefusedValue {
        RefusedValue { code, errors, ratcheted }
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
        Status::from(self).named(group, kind, name)
    }
}

impl From<&RefusedValue> for Status {
    fn from(refused: &RefusedValue) -> Status {
        let said = match refused.code {
            400 => (400, "BadRequest", "cannot be updated"),
            _ => (422, "Invalid", INVALID),
        };
        Status::of_value(said, refused.errors.iter().cloned())
    }
}

/// The status of the value, without kind and name: [`Status::named`] adds them. A webhook and a chain of
/// admission do that for their plugins, which return it with `?`.
impl From<RefusedValue> for Status {
    fn from(refused: RefusedValue) -> Status {
        Status::from(&refused)
    }
}

impl fmt::Display for RefusedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors().iter().enumerate() {
            f.write_str(if index > 0 { "\n" } else { "" })?;
            f.write_str(&format!("{error}"))?;
        }
        Ok(())
    }
}

impl core::error::Error for RefusedValue {}
