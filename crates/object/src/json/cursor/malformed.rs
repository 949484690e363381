//! The error of a text that is not JSON, with its place.

use core::fmt;

/// The text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The offset of the byte at which the text is not JSON; the length of the text if it ends too early. For
    /// a string it is the opening quote.
    pub offset: usize,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON: byte {}", self.offset)
    }
}

impl core::error::Error for Malformed {}

/// A result of a [`Cursor`](super::Cursor).
pub type Read<T> = Result<T, Malformed>;
