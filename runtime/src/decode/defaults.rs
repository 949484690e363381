//! Applies defaults: constant text that is decoded like any other text if a field is absent.
//!
//! The text of a default is complete: the compiler pruned it and applied the defaults below it. Decoding it
//! changes nothing.
// apiextensions-apiserver: defaulting/algorithm.go

use super::object::has;
use super::{Decode, DecodeResult, Decoder, Member, Object};
use crdc_object::tape::{DEFAULTS, INPUT, Splice};

/// The default of one field.
#[derive(Clone, Copy, Debug)]
pub struct Default<'p> {
    /// The field's number.
    pub field: u16,
    /// Offset of the key's opening quote in the constant text.
    pub key: u32,
    /// Offset of the value.
    pub value: u32,
    /// The function that decodes the value.
    pub decode: Decode<'p>,
}

impl<'p> Decoder<'_, 'p> {
    /// Adds the defaults of fields that the ended object lacks.
    #[inline(always)]
    pub fn defaults<const N: usize>(
        &mut self,
        object: &mut Object<N>,
        table: &'p [Default<'p>],
    ) -> DecodeResult {
        let mut seen = object.seen;
        let done = self.add_defaults(object.at, &mut seen, table);
        object.seen = seen;
        done
    }

    #[inline(never)]
    fn add_defaults(&mut self, at: u32, seen: &mut [u64], table: &'p [Default<'p>]) -> DecodeResult {
        if self.options.verbatim || self.options.undefaulted {
            return Ok(());
        }
        for default in table {
            if has(seen, default.field) {
                continue;
            }
            if let Some(word) = seen.get_mut(usize::from(default.field) / 64) {
                *word |= 1 << (default.field % 64);
            }
            self.note_change();
            if self.origin == INPUT {
                let (brace, entry) = ((self.at as u32).wrapping_sub(1), self.mark());
                self.side.splices.push(Splice { at: brace, entry, first: entry == at + 1 });
            }
            let member = Member { key: default.key, field: default.field };
            let text = self.defaults;
            self.within(text, DEFAULTS, default.value as usize, |inner| default.decode.run(inner, member))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
