//! The error type of a server that cannot start.

use std::fmt;

/// The error of a server that cannot start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError(pub(super) String);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}
