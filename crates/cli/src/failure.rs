//! Why the command itself failed: the exit code is 2, and nobody knows whether the documents have errors.
//!
//! It stands below everything that reads or writes for a command.

/// The reason, as a sentence for people.
pub(crate) type Failure = String;
