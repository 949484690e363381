//! Completes the root object: it always has metadata, and the metadata has an entry for each field that the
//! server sets.

use super::field_numbers::{field, root};
use super::{Decoder, Member, Object};
use crdc_object::tape::{DEAD, Entry, INPUT, Kind, NO_KEY};

/// Fields of the root's metadata that the server sets. Each has an entry, a dead one if it is absent, so that
/// setting it never moves the tape.
const SYSTEM: [u16; 7] = [
    field::NAMESPACE,
    field::GENERATION,
    field::UID,
    field::CREATION_TIMESTAMP,
    field::DELETION_TIMESTAMP,
    field::DELETION_GRACE_PERIOD_SECONDS,
    field::MANAGED_FIELDS,
];

/// The dead entries of all fields that the server sets.
static ABSENT: [Entry; SYSTEM.len()] = {
    let mut entries = [absent(0); SYSTEM.len()];
    let mut at = 0;
    while at < SYSTEM.len() {
        entries[at] = absent(SYSTEM[at]);
        at += 1;
    }
    entries
};

/// A bit for each of these fields except the namespace, which is the first.
const OTHERS: u64 = {
    let (mut bits, mut at) = (0, 1);
    while at < SYSTEM.len() {
        bits |= 1 << SYSTEM[at];
        at += 1;
    }
    bits
};

/// The dead entry of an absent field.
const fn absent(field: u16) -> Entry {
    Entry { key: NO_KEY, field, flags: INPUT | DEAD, kind: Kind::Null, start: 0, end: 0, next: 0 }
}

impl Decoder<'_, '_> {
    /// Ends the object itself, which always has metadata. Defaults may be added after that.
    #[inline(always)]
    pub fn end_root<const N: usize>(&mut self, object: &mut Object<N>) {
        self.end(object);
        if !object.has(root::METADATA) {
            self.no_object_meta();
        }
    }

    /// Closes the object itself.
    #[inline(always)]
    pub fn close_root<const N: usize>(&mut self, object: &Object<N>) {
        self.close(object);
        // Defaults can add a status.
        self.side.has_no_status = !object.has(root::STATUS);
        // A key with another case may also count as one of these fields, and a duplicate may follow.
        let only_fields = object.others == [0; 2] && !self.latest.irregular_in(object.at);
        self.side.has_type_meta = only_fields && self.side.matching_type_meta == 0b11;
    }

    /// Adds the dead `metadata` entry of an object without metadata.
    #[cold]
    fn no_object_meta(&mut self) {
        let member = Member { key: NO_KEY, field: root::METADATA };
        let at = self.push(member, Kind::Object, 0, 0);
        self.side.metadata = at;
        self.system_fields(0);
        let next = self.mark();
        if let Some(entry) = self.tape.get_mut(at as usize) {
            entry.next = next;
            entry.flags |= DEAD;
        }
    }

    /// Adds entries for the absent fields that the server sets.
    pub(super) fn system_fields(&mut self, seen: u64) {
        // Most objects that are created have one of them at most: a namespace.
        let [namespace, others @ ..] = &ABSENT;
        if seen & OTHERS == 0 {
            if seen & 1 << field::NAMESPACE == 0 {
                self.tape.push(*namespace);
            }
            self.tape.extend_from_slice(others);
            return;
        }
        for number in SYSTEM {
            if seen & (1 << number) == 0 {
                self.tape.push(absent(number));
            }
        }
    }
}
