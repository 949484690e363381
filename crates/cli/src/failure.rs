//! Errors of the command itself, with exit code 2.
//!
//! This module is below all others that read or write for a command.

/// The reason, as a sentence for people.
pub(crate) type Failure = String;
