//! Errors of applying and updating.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use super::conflict::Conflicts;
use super::converter::ConvertError;

/// The error of an apply or an update.
#[derive(Clone, Debug, PartialEq)]
pub enum MergeError {
    /// Other managers own fields that were applied.
    Conflicts(Conflicts),
    /// Another error, in the server's words.
    Failed(String),
}

impl Display for MergeError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Conflicts(conflicts) => conflicts.fmt(formatter),
            MergeError::Failed(problem) => formatter.write_str(problem),
        }
    }
}

impl Error for MergeError {}

impl From<ConvertError> for MergeError {
    fn from(error: ConvertError) -> Self {
        MergeError::Failed(error.to_string())
    }
}

pub(super) fn failed(what: impl Display, error: impl Display) -> MergeError {
    MergeError::Failed(format!("{what}: {error}"))
}
