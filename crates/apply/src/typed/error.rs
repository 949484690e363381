//! Errors of typed values, in the server's words.
//
// structured-merge-diff: typed/helpers.go

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// An error of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// The path, as `.spec.list[name="x"]`; empty for the value itself.
    pub path: String,
    /// The message.
    pub message: String,
}

impl Display for ValidationError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => formatter.write_str(&self.message),
            path => write!(formatter, "{path}: {}", self.message),
        }
    }
}

/// All errors of a value; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationErrors(pub Vec<ValidationError>);

impl ValidationErrors {
    pub(crate) fn one(message: String) -> Self {
        ValidationErrors(vec![ValidationError { path: String::new(), message }])
    }
}

/// Formats a single error on one line, and several errors on a line each after `errors:`.
impl Display for ValidationErrors {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if let [only] = self.0.as_slice() {
            return only.fmt(formatter);
        }
        formatter.write_str("errors:")?;
        self.0.iter().try_for_each(|error| write!(formatter, "\n  {error}"))
    }
}

impl Error for ValidationErrors {}

/// Errors while they are collected: paths grow from the inside to the outside.
#[derive(Default)]
pub(super) struct Collected(Vec<ValidationError>);

impl Collected {
    pub(super) fn push(&mut self, message: String) {
        self.0.push(ValidationError { path: String::new(), message });
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Puts a step before the paths of all errors from `start` on.
    pub(super) fn prefix(&mut self, start: usize, step: impl FnOnce() -> String) {
        if self.0.len() > start {
            let step = step();
            for error in self.0.iter_mut().skip(start) {
                error.path.insert_str(0, &step);
            }
        }
    }

    /// Removes the errors from `start` on.
    pub(super) fn truncate(&mut self, start: usize) {
        self.0.truncate(start);
    }

    pub(super) fn finish(self) -> Result<(), ValidationErrors> {
        if self.0.is_empty() { Ok(()) } else { Err(ValidationErrors(self.0)) }
    }
}
