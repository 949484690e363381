//! The buffers of requests, reused so that requests do not allocate.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{FieldError, FieldPath, Violation};
use crate::lists::{Buffers, Listed};
use crate::request::{Broken, Operation};
use crate::tape::{Entry, First, Open, Splice};

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

/// The decoded form of one object.
#[derive(Debug, Default)]
pub(crate) struct Side {
    pub(crate) tape: Vec<Entry>,
    pub(crate) violations: Vec<Violation>,
    /// Lists whose items must be distinct.
    pub(crate) lists: Vec<Listed>,
    pub(crate) fingerprints: Vec<u32>,
    pub(crate) strings: Vec<u8>,
    pub(crate) fragments: Vec<u8>,
    /// Entries of embedded resources, ascending.
    pub(crate) embedded: Vec<u32>,
    pub(crate) order: Vec<[u32; 2]>,
    /// Members that were added to objects of the input, in the order of the text.
    pub(crate) splices: Vec<Splice>,
    /// The normalized text, if the input had to be normalized.
    pub(crate) normalised: Vec<u8>,
    pub(crate) is_normalised: bool,
    /// Whether there are floats.
    pub(crate) floats: bool,
    pub(crate) meta_unknown: Vec<(u32, String)>,
    /// Ranges of the tape that normalization removed, ascending.
    pub(crate) cleared: Vec<Range<u32>>,
    /// Unknown and duplicate fields inside of values that were replaced: their entries, flags and paths.
    pub(crate) replaced: Vec<(u32, u8, FieldPath)>,
    /// How often the tape was changed in any way, including splices.
    pub(crate) changes: u32,
    /// How many of those changes set or removed fields that the server maintains in the root's metadata.
    pub(crate) system_changes: u32,
    pub(crate) pruned: u32,
    pub(crate) repeated: u32,
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

impl Side {
    /// Empties the buffers but keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.tape.clear();
        self.violations.clear();
        self.lists.clear();
        self.fingerprints.clear();
        self.strings.clear();
        self.fragments.clear();
        self.embedded.clear();
        self.splices.clear();
        self.normalised.clear();
        self.is_normalised = false;
        self.floats = false;
        self.meta_unknown.clear();
        self.cleared.clear();
        self.replaced.clear();
        self.changes = 0;
        self.system_changes = 0;
        self.pruned = 0;
        self.repeated = 0;
    }
}
