//! The input and the result of one validation of an object, for all kinds of objects.

use super::finding::Finding;
use crdc::Scratch;

/// Buffers of a thread, which all its objects reuse.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) scratch: Scratch,
    pub(crate) new: String,
    pub(crate) old: String,
}

/// The answer about an object.
pub(crate) struct Answered {
    pub(crate) findings: Vec<Finding>,
    /// The object as it would be stored, if it was asked for.
    pub(crate) stored: Option<Vec<u8>>,
    /// Whether the object cannot be read, so that the rest of it was not asked about.
    pub(crate) is_ended: bool,
}
