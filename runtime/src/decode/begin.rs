//! How a decoder begins and ends: buffers borrowed from a side of the scratch.

use super::meta::root;
use super::{Decoder, Member, Object, Step, Why};
use crate::scratch::Side;
use crate::tape::INPUT;

impl<'t> Decoder<'t> {
    /// Takes the side's buffers; [`Decoder::give_back`] returns them.
    pub(crate) fn new(text: &'t [u8], side: &mut Side, defaults: &'static [u8]) -> Self {
        Decoder {
            text,
            at: 0,
            key_at: 0,
            depth: 0,
            origin: INPUT,
            changes: side.changes,
            irregular: 0,
            normalised: side.is_normalised,
            frozen: false,
            halt: Why::Nothing,
            tape: core::mem::take(&mut side.tape),
            raised: core::mem::take(&mut side.raised),
            strings: core::mem::take(&mut side.strings),
            fragments: core::mem::take(&mut side.fragments),
            order: core::mem::take(&mut side.order),
            defaults,
            pruned: side.pruned,
            repeated: side.repeated,
            meta_unknown: core::mem::take(&mut side.meta_unknown),
            lenient_metadata: false,
            bad_metadata: None,
            refusal: None,
        }
    }

    /// A decoder for constant text.
    pub(crate) fn plain(text: &'t [u8]) -> Self {
        let mut side = Side { is_normalised: true, ..Side::default() };
        Self::new(text, &mut side, b"")
    }

    /// Gives the buffers back with what is in them.
    pub(crate) fn give_back(self, side: &mut Side) {
        side.tape = self.tape;
        side.raised = self.raised;
        side.strings = self.strings;
        side.fragments = self.fragments;
        side.order = self.order;
        side.meta_unknown = self.meta_unknown;
        side.changes = self.changes;
        side.pruned = self.pruned;
        side.repeated = self.repeated;
    }

    /// Whether nothing but white space is left.
    pub(crate) fn at_end(&mut self) -> bool {
        self.peek();
        self.at == self.text.len()
    }

    /// Decodes an object of a kind that is not the schema's: its metadata alone is looked at.
    pub(crate) fn foreign(decoder: &mut Decoder<'_>, member: Member) -> Step {
        if decoder.peek() != b'{' {
            return decoder.refuse();
        }
        let mut object = Object::<1>::new();
        decoder.open_object(&mut object, member)?;
        let mut first = true;
        while let Some(key) = decoder.key(&mut first)? {
            match key.bytes {
                b"apiVersion" => {
                    let member = decoder.field(&mut object, key, root::API_VERSION);
                    decoder.type_meta(member)?;
                }
                b"kind" => {
                    let member = decoder.field(&mut object, key, root::KIND);
                    decoder.type_meta(member)?;
                }
                b"metadata" => {
                    let member = decoder.field(&mut object, key, root::METADATA);
                    decoder.object_meta(member)?;
                }
                b"status" => {
                    let member = decoder.field(&mut object, key, root::STATUS);
                    decoder.any(member)?;
                }
                _ => decoder.preserve(&mut object, key)?,
            }
        }
        decoder.end(&mut object);
        if !object.has(root::METADATA) {
            decoder.no_object_meta();
        }
        decoder.close(&object);
        Ok(())
    }
}
