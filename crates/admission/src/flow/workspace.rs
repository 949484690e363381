//! The buffers of a flow.

use crdc::Scratch;

/// Buffers for the calls of a [`Chain`](crate::Chain). Keep one per thread and pass it to every call: after
/// the first few calls, the chain itself allocates nothing.
///
/// A [`Response`](crate::Response) borrows the workspace it was made with.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(crate) scratch: Scratch,
    /// The decoded object that the mutators change.
    pub(crate) draft: Vec<u8>,
    /// A copy of an object, for changes.
    pub(crate) edits: Vec<u8>,
    /// The object as it would be stored.
    pub(crate) result: Vec<u8>,
}

impl Workspace {
    /// Empty buffers.
    pub fn new() -> Self {
        Self::default()
    }
}
