//! The buffers of requests, reused so that requests do not allocate.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{FieldError, Violation};
use crate::lists::Buffers;
use crate::request::{Broken, Operation};
use crate::side::Side;
use crate::tape::{First, Open};

/// Buffers for [`Resource`](crate::Resource) calls. Keep one per thread and pass it to every call: after the
/// first few calls, a valid and unchanged object is processed without allocations.
///
/// An [`Outcome`](crate::Outcome) borrows the scratch it was made with.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) new: Side,
    pub(crate) old: Side,
    /// The stored object, if it is not the request's bytes.
    pub(crate) out: Vec<u8>,
    /// Open containers while `out` is written.
    pub(crate) open: Vec<Open>,
    /// Errors of other steps than the schema's: of type meta and metadata (`before`), and of the steps after
    /// the schema (`after`).
    pub(crate) before: Vec<FieldError>,
    pub(crate) after: Vec<FieldError>,
    /// Errors that are ignored because the old object has them too.
    pub(crate) ratcheted: Vec<Violation>,
    /// Broken rules that may become errors or warnings.
    pub(crate) broken: Vec<Broken>,
    /// Warnings of broken rules.
    pub(crate) warnings: Vec<String>,
    /// Whether an update changes only metadata.
    pub(crate) same_but_metadata: bool,
    /// The first other change.
    pub(crate) first_change: First,
    /// Violations of immutability, for which the request is refused.
    pub(crate) violated: Vec<FieldError>,
    /// Violations of immutability that CEL rules would report: dropped if other errors prevent rules from
    /// running.
    pub(crate) lowered: Vec<FieldError>,
    /// In a status update, the new status and the old one, both on the stored side.
    pub(crate) statuses: [Option<u32>; 2],
    /// Buffers of the steps of extensions.
    pub(crate) extensions: crate::extensions::Buffers,
    /// Buffers for comparing the items of lists.
    pub(crate) lists: Buffers,
    pub(crate) message: String,
}

impl Scratch {
    /// Empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// The side that will be stored: a status update puts its status on the old object's.
    pub(crate) fn stored_side(&mut self, operation: Operation) -> &mut Side {
        if operation == Operation::UpdateStatus { &mut self.old } else { &mut self.new }
    }
}
