//! Limits how deep values of recursive schemas may nest. The functions of recursive schemas recurse with the
//! nesting of the text, so only these check the depth.

use super::{DecodeError, DecodeResult, Decoder, MAX_DEPTH, StopReason};

/// The depth to which objects and lists may nest in values of a recursive schema.
///
/// A server, whose stack grows, allows 10,000. JSON schemas in CustomResourceDefinitions are such values: the
/// deepest of the 350 in the corpus nests 47 levels. A stack frame of unoptimized code can take several
/// kilobytes, and a thread has two megabytes.
pub const MAX_RECURSION: u32 = 128;

impl<'p> Decoder<'_, 'p> {
    /// Refuses a value of a recursive schema that nests too deep.
    #[inline(always)]
    pub fn nested(&mut self) -> DecodeResult {
        if self.levels <= MAX_DEPTH - MAX_RECURSION { self.too_deep() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn too_deep(&mut self) -> DecodeResult {
        self.halt = StopReason::TooDeep;
        Err(DecodeError)
    }
}
