//! Why one object cannot be converted, and the code of users, which fails in more ways than it says.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why an object cannot be converted.
#[derive(Debug)]
pub(super) struct Failure(pub(super) String);

impl Failure {
    pub(super) fn of(error: impl Display) -> Failure {
        Failure(error.to_string())
    }
}

/// Runs what users wrote. A panic is a failure of the object.
pub(super) fn caught<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work))
        // What it says may be of the object, and was printed.
        .unwrap_or_else(|_| Err(Failure("the conversion panicked".to_owned())))
}
