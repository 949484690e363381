//! Reserves an entry for an absent field that may be set later: the tape does not move after decoding.

use super::Decoder;
use crdc_object::tape::{DEAD, DEFAULTS, Entry, Kind};

impl<'p> Decoder<'_, 'p> {
    /// Reserves a dead entry in the object that is being closed for the field of this number. `key` is the
    /// offset of its key in the constant text.
    #[cold]
    #[inline(never)]
    pub fn reserve(&mut self, field: u16, key: u32) {
        self.tape.push(Entry {
            key,
            field,
            flags: DEAD | DEFAULTS,
            kind: Kind::Null,
            start: key,
            end: key,
            next: 0,
        });
    }
}
