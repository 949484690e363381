//! That a value could not be written.

use core::fmt;

/// A value refused to be written, or is not what was asked for.
#[derive(Debug)]
pub(in crate::typed) struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no JSON")
    }
}

impl serde::ser::StdError for Failed {}

impl serde::ser::Error for Failed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Failed
    }
}
