//! Refuses objects with duplicate members, which two readers could read differently.

use crdc::Outcome;

use crate::HttpError;

/// Refuses an object with a duplicate member: a plugin that uses the first value would see another object
/// than crdc, which uses the last.
pub(super) fn unambiguous(outcome: &Outcome<'_>) -> Result<(), HttpError> {
    match outcome.repeated().next() {
        None => Ok(()),
        Some(path) => Err(HttpError::bad_request(format!("`object` has `{path}` twice"))),
    }
}
