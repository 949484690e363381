//! Errors of conversions, and a guard against panics of user-written functions.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The error of converting an object.
#[derive(Debug)]
pub(super) struct Failure(pub(super) String);

impl Failure {
    pub(super) fn of(error: impl Display) -> Failure {
        Failure(error.to_string())
    }
}

/// The objects of a review that cannot be converted.
#[derive(Debug, Default)]
pub(super) struct Failures {
    shown: Vec<String>,
    count: usize,
}

/// The number of failures that the message names; further failures are counted.
const SHOWN: usize = 8;

impl Failures {
    pub(super) fn add(&mut self, words: impl FnOnce() -> String) {
        self.count += 1;
        if self.count <= SHOWN {
            self.shown.push(words());
        }
    }

    /// The message for the server; `None` if all objects were converted. A server accepts either all objects
    /// of a review or none.
    pub(super) fn message(self) -> Option<String> {
        let more = self.count.checked_sub(self.shown.len()).filter(|more| *more > 0);
        let more = more.map(|more| format!("and {more} more objects"));
        (self.count > 0).then(|| self.shown.into_iter().chain(more).collect::<Vec<_>>().join("; "))
    }
}

/// Runs a function of the user. A panic is a failure of the object.
pub(super) fn caught<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work))
        // The text of a panic may quote the object. The panic handler has already printed it.
        .unwrap_or_else(|_| Err(Failure("the conversion panicked".to_owned())))
}
