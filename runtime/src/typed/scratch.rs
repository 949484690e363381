//! The buffers of typed calls, reused to avoid allocations.

use alloc::vec::Vec;

use crate::error::FieldError;

/// Buffers for [`Rules`](crate::Rules). Keep one per thread and pass it to every call; then valid values do
/// not allocate.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) request: crate::Scratch,
    pub(super) ratcheted: Vec<FieldError>,
    /// Values with rules that enclose the current one.
    #[cfg(feature = "cel")]
    pub(super) frames: Vec<crate::rules::Frame<super::ruled::Ruled>>,
}

impl Scratch {
    /// Empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The ratcheted errors of the last call: errors that the old value already had.
    #[must_use]
    pub fn ratcheted(&self) -> &[FieldError] {
        &self.ratcheted
    }
}
