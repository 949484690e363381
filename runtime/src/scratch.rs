//! The buffers of requests, kept from one to the next so that they stop allocating.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{FieldError, Violation};
use crate::lists::{Buffers, Listed};
use crate::request::{Broken, Operation};
use crate::tape::{Entry, First, Open, Splice};

/// Buffers for [`Resource`](crate::Resource) calls. Keep one per thread and pass it to
/// every call: after the first few, a valid and unchanged object costs no allocation.
///
/// An [`Outcome`](crate::Outcome) borrows the scratch it was made with.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) new: Side,
    pub(crate) old: Side,
    /// The stored object where it is not the request's own bytes.
    pub(crate) out: Vec<u8>,
    /// Containers that are open while that is written.
    pub(crate) open: Vec<Open>,
    /// Errors that steps other than the schema's found: of type meta and metadata, and of
    /// what comes after the schema.
    pub(crate) before: Vec<FieldError>,
    pub(crate) after: Vec<FieldError>,
    /// Errors set aside because the old object had them too.
    pub(crate) ratcheted: Vec<Violation>,
    /// Rules that are broken, until it is known whether those are errors.
    pub(crate) broken: Vec<Broken>,
    /// Warnings of those that are not.
    pub(crate) warnings: Vec<String>,
    /// Whether an update changes nothing but metadata.
    pub(crate) same_but_metadata: bool,
    /// Where it first changes something else.
    pub(crate) first_change: First,
    /// What an update may not do and did: the request is refused for it.
    pub(crate) violated: Vec<FieldError>,
    /// What rules in CEL would say of marked values: nothing, where other errors keep rules from running.
    pub(crate) lowered: Vec<FieldError>,
    /// Of a status update: the new status and the one before, both of the stored side.
    pub(crate) statuses: [Option<u32>; 2],
    /// For the steps of extensions.
    pub(crate) extensions: crate::extensions::Buffers,
    /// For comparing the items of lists.
    pub(crate) lists: Buffers,
    pub(crate) message: String,
}

/// What decoding one object fills.
#[derive(Debug, Default)]
pub(crate) struct Side {
    pub(crate) tape: Vec<Entry>,
    pub(crate) violations: Vec<Violation>,
    /// Lists whose items must differ.
    pub(crate) lists: Vec<Listed>,
    pub(crate) fingerprints: Vec<u32>,
    pub(crate) strings: Vec<u8>,
    pub(crate) fragments: Vec<u8>,
    /// Places of embedded resources, ascending.
    pub(crate) embedded: Vec<u32>,
    pub(crate) order: Vec<[u32; 2]>,
    /// Members that were added to objects of the input, in the order of the text.
    pub(crate) splices: Vec<Splice>,
    /// The text where it had to be normalised.
    pub(crate) normalised: Vec<u8>,
    pub(crate) is_normalised: bool,
    /// Whether there are floats.
    pub(crate) floats: bool,
    pub(crate) meta_unknown: Vec<(u32, String)>,
    /// Ranges of the tape that normalisation took away, ascending.
    pub(crate) cleared: Vec<Range<u32>>,
    /// How often the tape was changed, in any way, splices included.
    pub(crate) changes: u32,
    /// How many of those set or removed what the server keeps in the root's metadata.
    pub(crate) system_changes: u32,
    pub(crate) pruned: u32,
    pub(crate) repeated: u32,
}

impl Scratch {
    /// Empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// The side of what will be stored: a status update puts its status on the old object's.
    pub(crate) fn stored_side(&mut self, operation: Operation) -> &mut Side {
        if operation == Operation::UpdateStatus { &mut self.old } else { &mut self.new }
    }
}

impl Side {
    /// Empties the buffers, keeping their memory.
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
        self.changes = 0;
        self.system_changes = 0;
        self.pruned = 0;
        self.repeated = 0;
    }
}
