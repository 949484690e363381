//! Refuses objects that have a member twice, which two readers could read in two ways.

use crdc::Outcome;

use crate::HttpError;

/// Refuses an object with a member twice: a plugin that takes the first one sees another object than crdc,
/// which takes the last.
pub(super) fn unambiguous(outcome: &Outcome<'_>) -> Result<(), HttpError> {
    match outcome.repeated().next() {
        None => Ok(()),
        Some(path) => Err(HttpError::bad_request(format!("`object` has `{path}` twice"))),
    }
}
