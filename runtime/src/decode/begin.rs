//! Begins and ends decoding a text to a side of the scratch.

use super::latest::Latest;
use super::{DecodeOptions, Decoder, MAX_DEPTH, StopReason};
use crate::side::{Records, Side};
use crdc_object::tape::INPUT;

impl<'t, 'p> Decoder<'t, 'p> {
    /// Creates a decoder, which takes the side's tape; [`Decoder::give_back`] returns it.
    pub(crate) fn new(
        text: &'t [u8],
        side: &'t mut Side,
        records: &'t mut Records<'p>,
        defaults: &'t [u8],
    ) -> Self {
        Decoder {
            text,
            at: 0,
            levels: MAX_DEPTH,
            key_at: 0,
            key_base: 0,
            keyed: (u32::MAX, u32::MAX),
            origin: INPUT,
            halt: StopReason::Nothing,
            frozen: false,
            normalized: side.is_normalized,
            options: DecodeOptions::default(),
            tape: core::mem::take(&mut side.tape),
            latest: Latest::default(),
            side,
            records,
            defaults,
        }
    }

    /// Returns the tape to the side.
    pub(crate) fn give_back(self) {
        // The former value is empty and owns nothing, so it need not be dropped.
        core::mem::forget(core::mem::replace(&mut self.side.tape, self.tape));
    }

    /// Whether only white space is left.
    pub(crate) fn at_end(&mut self) -> bool {
        self.peek();
        self.at == self.text.len()
    }
}
