//! Errors of the command itself, with exit code 2.
//!
//! All modules that read or write for a command may use this module.

/// The reason of a failed command, as a sentence for people.
pub(crate) type Failure = String;
