//! Decodes `apiVersion` and `kind`, of the object itself and of embedded resources.
//!
//! The values of the object itself are compared with the expected ones as they are read, since nearly all are
//! equal; other values are compared again once the whole object was decoded (`request/type_meta.rs`).

use alloc::borrow::Cow;
use alloc::string::String;

use super::{DecodeResult, Decoder, Member};
use crate::side::Unreadable;
use crdc_object::tape::{DEAD, Kind};

impl Decoder<'_, '_> {
    /// Decodes `apiVersion` or `kind` of the object itself if it is `wanted`, a JSON string, and returns
    /// whether it is. Other values are compared after the whole object was decoded, since the last duplicate
    /// wins.
    #[inline(always)]
    pub fn has_type_meta<const N: usize>(&mut self, member: Member, wanted: &[u8; N]) -> bool {
        let has = self.window() == Some(wanted);
        if has {
            let end = self.place() + N;
            self.push(member, Kind::String, self.place(), end);
            self.at = end;
            self.side.matching_type_meta |= 1 << (member.field & 1);
        }
        has
    }

    /// Decodes `apiVersion` or `kind` of an embedded resource. One that is not a string is an error, or
    /// dropped if malformed metadata is dropped.
    pub fn embedded_type_meta(&mut self, member: Member) -> DecodeResult {
        if self.peek() == b'"' {
            self.open_string(member)?;
            return Ok(());
        }
        if self.options.verbatim {
            return self.any(member);
        }
        let at = self.mark();
        self.any(member)?;
        if self.options.lenient_metadata {
            if let Some(entry) = self.tape.get_mut(at as usize) {
                entry.flags |= DEAD;
            }
            self.note_change();
            self.note_irregular();
            return Ok(());
        }
        let error = Cow::Borrowed("must be a string");
        self.side.unreadable.push(Unreadable { at, error, below: String::new() });
        Ok(())
    }
}
