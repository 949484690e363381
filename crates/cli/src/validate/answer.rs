//! The input and the result of one validation of an object, for all kinds of objects.

use super::finding::Finding;
use crdc::Scratch;

/// Buffers of a thread, which all its objects reuse.
#[derive(Default)]
pub(super) struct Buffers {
    pub(super) scratch: Scratch,
    pub(super) new: String,
    pub(super) old: String,
}

/// The answer about an object.
pub(super) struct Answered {
    pub(super) findings: Vec<Finding>,
    /// The object as it would be stored, if it was asked for.
    pub(super) stored: Option<Vec<u8>>,
    /// Whether the object cannot be read, so that the rest of it was not asked about.
    pub(super) is_ended: bool,
}
