//! Start and end of a decoder, which borrows buffers from a side of the scratch.

use alloc::vec::Vec;

use super::{Decoder, StopReason};
use crate::scratch::Side;
use crate::tape::INPUT;

impl<'t> Decoder<'t> {
    /// Takes the side's buffers; [`Decoder::give_back`] returns them.
    pub(crate) fn new(text: &'t [u8], side: &mut Side, defaults: &'static [u8]) -> Self {
        Decoder {
            text,
            at: 0,
            key_at: 0,
            key_base: 0,
            depth: 0,
            origin: INPUT,
            changes: side.changes,
            irregular: 0,
            normalised: side.is_normalised,
            frozen: false,
            verbatim: false,
            reads_metadata: false,
            undefaulted: false,
            floats: side.floats,
            halt: StopReason::Nothing,
            tape: core::mem::take(&mut side.tape),
            violations: core::mem::take(&mut side.violations),
            lists: core::mem::take(&mut side.lists),
            fingerprints: core::mem::take(&mut side.fingerprints),
            keyed: (u32::MAX, u32::MAX),
            strings: core::mem::take(&mut side.strings),
            fragments: core::mem::take(&mut side.fragments),
            embedded: core::mem::take(&mut side.embedded),
            order: core::mem::take(&mut side.order),
            splices: core::mem::take(&mut side.splices),
            defaults,
            pruned: side.pruned,
            repeated: side.repeated,
            meta_unknown: core::mem::take(&mut side.meta_unknown),
            lenient_metadata: false,
            bad_metadata: None,
            unreadable: Vec::new(),
        }
    }

    /// A decoder for constant text.
    pub(crate) fn plain(text: &'t [u8]) -> Self {
        let mut side = Side { is_normalised: true, ..Side::default() };
        Self::new(text, &mut side, b"")
    }

    /// Returns the buffers with their content.
    pub(crate) fn give_back(self, side: &mut Side) {
        side.tape = self.tape;
        side.violations = self.violations;
        side.lists = self.lists;
        side.fingerprints = self.fingerprints;
        side.strings = self.strings;
        side.fragments = self.fragments;
        side.embedded = self.embedded;
        side.order = self.order;
        side.splices = self.splices;
        side.meta_unknown = self.meta_unknown;
        side.changes = self.changes;
        side.floats = self.floats;
        side.pruned = self.pruned;
        side.repeated = self.repeated;
    }

    /// Whether only white space is left.
    pub(crate) fn at_end(&mut self) -> bool {
        self.peek();
        self.at == self.text.len()
    }
}
