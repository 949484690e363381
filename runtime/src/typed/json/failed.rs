//! That a value could not be written.

use core::fmt;

/// Why a value was not written, or is not what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::typed) enum Failed {
    /// It refused to be written, or is something else.
    Refused,
    /// It nests deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    TooDeep,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no JSON")
    }
}

impl serde::ser::StdError for Failed {}

impl serde::ser::Error for Failed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Failed::Refused
    }
}
