//! Errors of serialization.

use core::fmt;

/// The maximum number of nested calls of `serialize`: three for each of the [`MAX_NESTED`](crate::typed::MAX_NESTED)
/// values with rules, for an option in a list in an object.
pub(in crate::typed) const MAX_DEPTH: u32 = 768;

/// Why a value was not serialized, or is not of the expected kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::typed) enum Failed {
    /// Its `Serialize` failed, or it is of another kind.
    Refused,
    /// It nests deeper than [`MAX_DEPTH`].
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
