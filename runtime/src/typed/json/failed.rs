//! Errors of serialization.

use core::fmt;

/// Why a value was not serialized, or is not of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::typed) enum Failed {
    /// Its `Serialize` failed, or it is of another kind.
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
