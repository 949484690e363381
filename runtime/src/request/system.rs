//! Sets and removes fields of metadata that the server maintains itself.
//!
//! Each has an entry on the tape, a dead one if it is absent (`decode/meta.rs`). Setting a field points its
//! entry at a fragment.

use alloc::vec::Vec;

use super::RequestState;
use super::object::DecodedObject;
use crate::decode::field_numbers::{field, root};
use crate::decode::{Decoder, Member};
use crate::side::Side;
use crdc_object::tape::{
    CHANGED, DEAD, ESCAPED, FRAGMENTS, INPUT, Kind, NO_FIELD, NO_KEY, ORIGIN, Open, Splice, TOUCHED, Tape,
    any_field, equal, live_field, push_unescaped, render,
};

/// Fields that only the server sets.
pub(crate) const WIPED: u64 = 1 << field::UID
    | 1 << field::CREATION_TIMESTAMP
    | 1 << field::DELETION_TIMESTAMP
    | 1 << field::DELETION_GRACE_PERIOD_SECONDS
    | 1 << field::SELF_LINK;

/// The entries of the root's metadata and of its list of owner references.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnerReferences {
    pub(super) metadata: u32,
    pub(super) list: u32,
}

impl<'p> DecodedObject<'_, 'p> {
    /// The text of the live value of a metadata field.
    pub(super) fn field(&self, field: u16) -> Option<&[u8]> {
        let (tape, at) = self.tape_at(field)?;
        Some(tape.text(&tape.entry(at)))
    }

    /// The content of the live value of a metadata field that is a string.
    pub(super) fn string_field(&self, field: u16) -> Option<&[u8]> {
        let at = metadata_field(self.side, field)?;
        self.side.tape.get(at as usize).map(|entry| self.string(entry))
    }

    /// Whether another object has an equal value of a metadata field.
    pub(super) fn has_equal(&self, field: u16, other: &Self) -> bool {
        let both = self.tape_at(field).zip(other.tape_at(field));
        both.is_some_and(|((tape, at), (theirs, beside))| equal(tape, at, theirs, beside))
    }

    /// The tape, and the index of a metadata field.
    fn tape_at(&self, field: u16) -> Option<(Tape<'_>, u32)> {
        let at = metadata_field(self.side, field)?;
        Some((self.tape(), at))
    }

    /// Index of the live or dead entry of a metadata field. There is one at most: metadata with duplicate
    /// keys is coerced.
    pub(super) fn find_field(&self, field: u16) -> Option<u32> {
        let metadata = self.side.metadata()?;
        any_field(&self.side.tape, metadata, field)
    }

    /// Sets a metadata field to a JSON value, unless it has that value already. `key` is its key in quotes
    /// and a colon.
    pub(super) fn set_field(&mut self, field: u16, key: &str, kind: Kind, value: &[u8]) {
        let side = &mut *self.side;
        let Some(metadata) = side.metadata() else { return };
        let Some(at) = any_field(&side.tape, metadata, field) else { return };
        let Some(entry) = side.tape.get(at as usize) else { return };
        let absent = entry.is_dead() && entry.key == NO_KEY;
        if !entry.is_dead() {
            let texts = [side.source(self.text), b"", side.fragments.as_slice(), b""];
            let source = texts[usize::from(entry.flags & ORIGIN)];
            if source.get(entry.start as usize..entry.end as usize) == Some(value) {
                return;
            }
        }
        // If metadata is absent, its key is a fragment too.
        if let Some(entry) = side.tape.get_mut(metadata as usize) {
            if absent && entry.flags & (ORIGIN | DEAD) == INPUT && entry.kind == Kind::Object {
                let brace = entry.end.wrapping_sub(1);
                let added = Splice { at: brace, entry: at, first: false };
                // After defaults that precede it, and in the order of the tape.
                let precedes = |other: &Splice| (other.at, other.entry) < (brace, at);
                if side.splices.last().is_none_or(precedes) {
                    side.splices.push(added);
                } else {
                    side.splices.insert(side.splices.partition_point(precedes), added);
                }
            }
            if entry.is_dead() {
                entry.key = side.fragments.len() as u32;
                side.fragments.extend_from_slice(b"\"metadata\":{}");
                let end = side.fragments.len() as u32;
                (entry.start, entry.end) = (end - 2, end);
                entry.flags = FRAGMENTS;
            }
            entry.flags |= CHANGED | TOUCHED;
        }
        if let Some(root) = side.tape.first_mut() {
            root.flags |= CHANGED | TOUCHED;
        }
        let place = side.fragments.len();
        side.fragments.extend_from_slice(key.as_bytes());
        let start = side.fragments.len();
        side.fragments.extend_from_slice(value);
        let end = side.fragments.len();
        if let Some(entry) = side.tape.get_mut(at as usize) {
            entry.key = place as u32;
            entry.start = start as u32;
            entry.end = end as u32;
            // A container keeps spanning its former children: entries after it do not move.
            let children = if entry.is_container() { at as usize + 1..entry.next as usize } else { 0..0 };
            entry.kind = kind;
            entry.flags = FRAGMENTS & !DEAD;
            let escaped = (kind == Kind::String && value.contains(&b'\\'))
                .then(|| push_unescaped(value.get(1..value.len() - 1)?, &mut side.strings).ok())
                .flatten();
            if let Some(place) = escaped {
                entry.flags |= ESCAPED;
                entry.next = place;
            } else if children.is_empty() {
                entry.next = 0;
            } else {
                for child in side.tape.get_mut(children).into_iter().flatten() {
                    child.flags |= DEAD;
                }
            }
        }
        side.metadata_fields |= 1 << field;
        // A namespace may be invalid, and a negative generation is.
        if field == field::NAMESPACE || value.first() == Some(&b'-') {
            side.plain_metadata = 0;
        }
        side.changes += 1;
        side.system_changes += 1;
    }

    /// Decodes metadata again, after the rest of the object, after a field got a list: its items need
    /// entries.
    pub(super) fn decode_metadata_again(&mut self, open: &mut Vec<Open>) {
        let Some(at) = self.side.live_metadata() else { return };
        let mut text = b"\"metadata\":".to_vec();
        let start = text.len();
        render(self.tape(), at, &mut text, open);
        if let Some(entry) = self.side.tape.get_mut(at as usize) {
            entry.flags |= DEAD;
            entry.field = NO_FIELD;
        }
        let mut decoder = Decoder::new(b"", self.side, &mut self.records, self.defaults);
        decoder.levels -= 1;
        decoder.options.lenient_metadata = true;
        let key = decoder.fragment(&[&text]);
        let member = Member { key: key as u32, field: root::METADATA };
        let decoded = decoder.within_fragment(key + start, |inner| inner.object_meta(member));
        decoder.give_back();
        debug_assert!(decoded.is_ok(), "what is stored decodes to itself");
        let next = self.side.tape.len() as u32;
        if let Some(root) = self.side.tape.first_mut() {
            root.next = next;
        }
    }

    /// Removes a metadata field.
    pub(super) fn remove_field(&mut self, field: u16) {
        let side = &mut *self.side;
        let Some(metadata) = side.metadata() else { return };
        let Some(at) = any_field(&side.tape, metadata, field) else { return };
        let Some(entry) = side.tape.get_mut(at as usize) else { return };
        if entry.is_dead() {
            return;
        }
        entry.flags |= DEAD;
        side.changes += 1;
        side.system_changes += 1;
        touch(side, &[0, metadata]);
    }
}

impl<'p> RequestState<'_, 'p> {
    /// Removes the fields from the metadata of the new object that only the server sets. Returns its owner
    /// references: one pass does both, since every create pays for it.
    // apiserver: registry/rest/meta.go WipeObjectMetaSystemFields
    pub(super) fn wipe_system_fields(&mut self) -> Option<OwnerReferences> {
        receive(self.new.side, true)
    }

    /// The owner references of the new object.
    pub(super) fn find_owner_references(&mut self) -> Option<OwnerReferences> {
        receive(self.new.side, false)
    }
}

/// Finds the owner references, and removes the fields that only the server sets if `wipe` is set. Few objects
/// have either.
fn receive(side: &mut Side, wipe: bool) -> Option<OwnerReferences> {
    if side.metadata_fields & (WIPED | 1 << field::OWNER_REFERENCES) == 0 {
        return None;
    }
    let metadata = side.metadata()?;
    let first = metadata + 1;
    let end = side.tape.get(metadata as usize)?.next.max(first);
    let fields = side.tape.get_mut(first as usize..end as usize)?;
    let (mut at, mut wiped, mut owners) = (0, 0, None);
    while let Some(entry) = fields.get_mut(at as usize) {
        if !entry.is_dead() {
            if entry.field == field::OWNER_REFERENCES {
                owners = Some(OwnerReferences { metadata, list: first + at });
            } else if wipe && entry.field < 64 && WIPED >> entry.field & 1 == 1 {
                entry.flags |= DEAD;
                wiped += 1;
            }
        }
        at = if entry.is_container() { (at + 1).max(entry.next.saturating_sub(first)) } else { at + 1 };
    }
    if wiped > 0 {
        side.changes += wiped;
        side.system_changes += wiped;
        touch(side, &[0, metadata]);
    }
    owners
}

/// The index of a live field of the root's metadata. Every request and every lookup of a plugin call this
/// function. It is not inlined, so that the code of both stays small.
#[inline(never)]
pub(crate) fn metadata_field(side: &Side, field: u16) -> Option<u32> {
    live_field(&side.tape, side.live_metadata()?, field)
}

/// Flags containers whose text is no longer current.
pub(super) fn touch(side: &mut Side, containers: &[u32]) {
    for container in containers {
        if let Some(entry) = side.tape.get_mut(*container as usize) {
            entry.flags |= CHANGED | TOUCHED;
        }
    }
}
