//! The position of a reader on the tape, and its depth. `deserializer.rs` gives it to visitors.

use super::error::ReadError;
use super::source::Source;
use crdc_object::tape::{Entry, NOTHING};

/// The depth to which values may nest in what is read, as in `serde_json`: types decide how far they recurse.
/// Skipped values count nothing.
const MAX_DEPTH: u8 = 128;

/// A value that is being read.
#[derive(Clone, Copy)]
pub(super) struct Reader<'r, 'de> {
    pub(super) source: &'r Source<'de>,
    pub(super) entry: &'r Entry,
    pub(super) at: u32,
    /// The number of levels that may still follow.
    pub(super) levels: u8,
}

impl<'r, 'de> Reader<'r, 'de> {
    /// The value at an entry.
    pub(super) fn new(source: &'r Source<'de>, at: u32) -> Self {
        let entry = source.tape.entries.get(at as usize).unwrap_or(&NOTHING);
        Reader { source, entry, at, levels: MAX_DEPTH }
    }

    /// The reader inside of one more container.
    pub(super) fn inside(self) -> Result<Self, ReadError> {
        match self.levels.checked_sub(1) {
            None | Some(0) => Err(ReadError::new("the value nests too deep").at(self.at)),
            Some(levels) => Ok(Reader { levels, ..self }),
        }
    }
}
