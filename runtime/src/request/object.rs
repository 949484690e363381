//! One of the objects of a request: the text that it was decoded from, and its decoded form.

use crate::definition::Definition;
use crate::side::{Records, Side};
use crdc_object::tape::{Entry, Tape};

/// An object of a request.
#[derive(Debug)]
pub(crate) struct DecodedObject<'r, 'p> {
    pub(crate) side: &'r mut Side,
    pub(crate) records: Records<'p>,
    pub(crate) text: &'r [u8],
    /// Constant text of all defaults of the resource.
    pub(crate) defaults: &'p [u8],
    /// Whether the object is of another kind than the resource: everything but its metadata is unchanged.
    pub(crate) is_foreign: bool,
}

impl<'r, 'p> DecodedObject<'r, 'p> {
    pub(super) fn new(
        definition: &Definition<'p>,
        side: &'r mut Side,
        records: Records<'p>,
        text: &'r [u8],
    ) -> Self {
        DecodedObject { side, records, text, defaults: definition.defaults, is_foreign: false }
    }

    /// The text that the entries of the tape point into.
    pub(super) fn source(&self) -> &[u8] {
        self.side.source(self.text)
    }

    /// The content of a string of an object that took over nothing from the other one.
    #[inline]
    pub(super) fn string(&self, entry: &Entry) -> &[u8] {
        self.side.plain_string(self.text, entry).unwrap_or_else(|| self.unusual_string(entry))
    }

    #[cold]
    #[inline(never)]
    fn unusual_string(&self, entry: &Entry) -> &[u8] {
        self.tape().string(entry)
    }

    /// The tape of an object that took over nothing from the other one.
    pub(super) fn tape(&self) -> Tape<'_> {
        self.side.tape(self.text, self.defaults, b"")
    }

    /// The tape, which may have the status of the other object.
    pub(super) fn tape_with<'s>(&'s self, other: &'s DecodedObject<'_, 'p>) -> Tape<'s> {
        self.side.tape(self.text, self.defaults, other.source())
    }
}
