//! The errors of apply and update, with the server's codes and messages.
//
// apimachinery: managedfields/internal/conflict.go, api/errors/errors.go

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use super::identity;
use crate::merge::{Conflicts, MergeError};
use crate::path::path_text;

/// A failed apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApplyError {
    /// The error 409 with the reason `Conflict`: other managers own fields that were applied. The details of
    /// the Status contain only the causes.
    Conflict {
        /// The message of the Status.
        message: String,
        /// The causes, one for each field and owner.
        causes: Vec<Cause>,
    },
    /// The error 400 with the reason `BadRequest`.
    BadRequest(String),
    /// 500 without a reason: values that do not fit their types, and everything else.
    Internal(String),
}

/// A cause of a conflict; its reason is `FieldManagerConflict`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The path of the field, such as `.spec.containers[name="web"].image`.
    pub field: String,
    /// The message, such as `conflict with "kubectl" using v1`.
    pub message: String,
}

impl Cause {
    /// The reason of every cause.
    pub const REASON: &'static str = "FieldManagerConflict";
}

impl ApplyError {
    pub(super) fn conflict(conflicts: &Conflicts) -> Self {
        let causes = conflicts.0.iter().map(|conflict| Cause {
            field: path_text(&conflict.path),
            message: format!("conflict with {}", identity::printed(&conflict.manager)),
        });
        let lines = conflicts.lines(identity::printed);
        let message = match conflicts.0.len() {
            1 => format!("Apply failed with 1 conflict: {lines}"),
            count => format!("Apply failed with {count} conflicts: {lines}"),
        };
        ApplyError::Conflict { message, causes: causes.collect() }
    }

    /// The HTTP status code.
    pub fn code(&self) -> u16 {
        match self {
            ApplyError::Conflict { .. } => 409,
            ApplyError::BadRequest(_) => 400,
            ApplyError::Internal(_) => 500,
        }
    }

    /// The reason of the Status; empty for an internal error.
    pub fn reason(&self) -> &'static str {
        match self {
            ApplyError::Conflict { .. } => "Conflict",
            ApplyError::BadRequest(_) => "BadRequest",
            ApplyError::Internal(_) => "",
        }
    }

    /// The message of the Status.
    pub fn message(&self) -> &str {
        match self {
            ApplyError::Conflict { message, .. }
            | ApplyError::BadRequest(message)
            | ApplyError::Internal(message) => message,
        }
    }

    /// The causes of a conflict.
    pub fn causes(&self) -> &[Cause] {
        match self {
            ApplyError::Conflict { causes, .. } => causes,
            _ => &[],
        }
    }
}

impl Display for ApplyError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.message())
    }
}

impl Error for ApplyError {}

/// An error in the layers, in which conflicts still have their fields.
pub(super) enum Problem {
    Conflicts(Conflicts),
    BadRequest(String),
    Internal(String),
}

impl Problem {
    pub(super) fn internal(what: impl Display, error: impl Display) -> Self {
        Problem::Internal(format!("{what}: {error}"))
    }
}

impl From<MergeError> for Problem {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::Conflicts(conflicts) => Problem::Conflicts(conflicts),
            MergeError::Failed(problem) => Problem::Internal(problem),
        }
    }
}

impl From<Problem> for ApplyError {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Conflicts(conflicts) => ApplyError::conflict(&conflicts),
            Problem::BadRequest(message) => ApplyError::BadRequest(message),
            Problem::Internal(message) => ApplyError::Internal(message),
        }
    }
}

impl Display for Problem {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Conflicts(conflicts) => conflicts.fmt(formatter),
            Problem::BadRequest(message) | Problem::Internal(message) => formatter.write_str(message),
        }
    }
}
