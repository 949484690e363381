//! Errors of the command itself, with exit code 2.
//!
//! It stands below everything that reads or writes for a command.

/// The reason, as a sentence for people.
pub(crate) type Failure = String;
