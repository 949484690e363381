//! Checks constraints of a schema on `metadata.name` and `generateName`, once the metadata has its stored
//! form.

use super::{Decode, DecodeFn, DecodeResult, Decoder, Member, Object};
use crdc_object::tape::{INPUT, ORIGIN};

impl<'p> Decoder<'_, 'p> {
    /// Decodes a string of the metadata again with the constraints of the schema, and keeps only the
    /// violations.
    fn check_metadata(&mut self, at: u32, decode: Decode<'p>) -> DecodeResult {
        let Some(entry) = self.tape.get(at as usize).copied() else {
            return Ok(());
        };
        let (place, violations, strings) =
            (self.mark(), self.records.violations.len(), self.side.strings.len());
        let start = entry.start as usize;
        if entry.flags & ORIGIN == INPUT {
            let outer = self.at;
            self.at = start;
            decode.run(self, Member::ITEM)?;
            self.at = outer;
        } else {
            self.within_fragment(start, |inner| decode.run(inner, Member::ITEM))?;
        }
        self.truncate(place);
        self.keyed = (u32::MAX, u32::MAX);
        self.side.strings.truncate(strings);
        for violation in self.records.violations.iter_mut().skip(violations) {
            *violation = violation.moved_to(at);
        }
        Ok(())
    }

    fn check_metadata_of(&mut self, at: u32, metadata: u16, field: u16, decode: Decode<'p>) -> DecodeResult {
        let child = |decoder: &Decoder<'_, '_>, at: u32, field: u16| {
            let end = decoder.tape.get(at as usize)?.next;
            let mut child = at + 1;
            while child < end {
                let entry = decoder.tape.get(child as usize)?;
                if entry.field == field && !entry.is_dead() {
                    return Some(child);
                }
                child = if entry.is_container() { entry.next.max(child + 1) } else { child + 1 };
            }
            None
        };
        let found = child(self, at, metadata).and_then(|at| child(self, at, field));
        found.map_or(Ok(()), |at| self.check_metadata(at, decode))
    }
}

impl<const N: usize> Object<N> {
    /// Validates one string of this object's metadata against the schema. `metadata` and `field` are field
    /// numbers; the object must be closed.
    #[inline(always)]
    pub fn check_metadata(
        &self,
        decoder: &mut Decoder<'_, '_>,
        metadata: u16,
        field: u16,
        decode: DecodeFn,
    ) -> DecodeResult {
        decoder.check_metadata_of(self.at, metadata, field, Decode::Function(decode))
    }

    /// Validates one string of this object's metadata, like [`check_metadata`](Self::check_metadata), by any
    /// decoder.
    pub fn check_metadata_by<'p>(
        &self,
        decoder: &mut Decoder<'_, 'p>,
        metadata: u16,
        field: u16,
        decode: Decode<'p>,
    ) -> DecodeResult {
        decoder.check_metadata_of(self.at, metadata, field, decode)
    }
}
