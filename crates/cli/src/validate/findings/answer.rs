//! The input and the result of one validation of an object, for all kinds of objects.

use super::finding::Finding;
use crdc::Scratch;

/// Buffers of a thread, which it reuses for all of its objects.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) scratch: Scratch,
    pub(crate) new: String,
    pub(crate) old: String,
}

/// The result of validating an object.
pub(crate) struct Answered {
    pub(crate) findings: Vec<Finding>,
    /// The object as it would be stored, if `--show` needs it.
    pub(crate) stored: Option<Vec<u8>>,
    /// Whether the object cannot be decoded, so that the server did not validate the rest of it.
    pub(crate) is_ended: bool,
}
