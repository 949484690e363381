//! The decoded form of one object: the tape, and the findings of decoding.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{Rule, Violation};
use crate::field_path::FieldPath;
use crate::recycle::recycle;
use crdc_object::tape::{ESCAPED, Entry, INPUT, Kind, ORIGIN, Splice, Tape};

/// An error of an embedded resource: its type meta or metadata cannot be read.
#[derive(Clone, Debug)]
pub(crate) struct Unreadable {
    /// The entry of the part.
    pub(crate) at: u32,
    /// The error.
    pub(crate) error: Cow<'static, str>,
    /// The path from the part to the invalid value; empty for the part itself.
    pub(crate) below: String,
}

/// One of the objects of a request. The decoder writes it; later steps change its entries.
// The fields that decoding every value needs come first: see `Decoder`.
#[repr(C)]
#[derive(Debug, Default)]
pub(crate) struct Side {
    pub(crate) tape: Vec<Entry>,
    /// The number of changes of the tape, including splices.
    pub(crate) changes: u32,
    /// The number of changes that set or removed fields which the server maintains in the root's metadata.
    pub(crate) system_changes: u32,
    pub(crate) strings: Vec<u8>,
    pub(crate) fragments: Vec<u8>,
    /// Fingerprints of the items of open sets and list maps, beyond the first few.
    pub(crate) fingerprints: Vec<u32>,
    /// The values that have CEL rules which may not hold, as they were decoded.
    pub(crate) candidates: Vec<Candidate>,
    /// Whether `candidates` is complete: the whole object was decoded by its schema.
    pub(crate) has_all_candidates: bool,
    /// Entries of embedded resources, ascending, for the step that validates them (`request/metadata`).
    pub(crate) embedded: Vec<u32>,
    /// Defaults and other members that were added to objects of the input, in the order of the text.
    pub(crate) splices: Vec<Splice>,
    /// Buffer for sorting keys.
    pub(crate) order: Vec<[u32; 2]>,
    /// The number of pruned entries, which reports need.
    pub(crate) pruned: u32,
    pub(crate) repeated: u32,
    /// Whether the object contains floats.
    pub(crate) floats: bool,
    pub(crate) is_normalized: bool,
    /// The normalized text, if the input had to be normalized.
    pub(crate) normalized: Vec<u8>,
    /// Unknown fields in metadata: the coerced entry, and a path below it.
    pub(crate) meta_unknown: Vec<(u32, String)>,
    /// A bit for each field that the root's metadata has: for each with a live entry, and perhaps for others
    /// that it had before.
    pub(crate) metadata_fields: u64,
    /// A bit for an `apiVersion`, and one for a `kind`, that equals the resource's.
    pub(crate) matching_type_meta: u8,
    /// Whether the object certainly has the `apiVersion` and the `kind` of the resource.
    pub(crate) has_type_meta: bool,
    /// The last entry of the replicas of the scale subresource that was decoded; 0 if there is none. With
    /// duplicates it may be below a dead entry.
    pub(crate) replicas: u32,
    /// Whether the root certainly has no status, because none was sent or it was dropped. If false, the root
    /// may have one.
    pub(crate) has_no_status: bool,
    /// A bit for each field of the root's metadata, if these fields are certainly valid; otherwise 0, also if
    /// there are rare fields. Unlike `metadata_fields`, it describes only the last metadata, if there are
    /// duplicates.
    pub(crate) plain_metadata: u64,
    /// The entry of the root's metadata, dead if it has none; the last one counts. 0 before it is decoded.
    pub(crate) metadata: u32,
    /// The entry of the root's metadata, if it cannot be decoded.
    pub(crate) bad_metadata: Option<u32>,
    /// Embedded resources that cannot be read: the entry and the reason. A duplicate key may follow, in the
    /// resource or above it, so only the end of decoding shows whether the error counts.
    pub(crate) unreadable: Vec<Unreadable>,
    /// Ranges of the tape that normalization removed, ascending.
    pub(crate) cleared: Vec<Range<u32>>,
    /// Unknown and duplicate fields inside of values that were replaced: their entries, flags and paths.
    pub(crate) replaced: Vec<(u32, u8, FieldPath)>,
}

impl Side {
    /// Creates a side for text that needs no normalization, such as constants.
    pub(crate) fn of_normalized() -> Side {
        Side { is_normalized: true, ..Side::default() }
    }

    /// Empties the buffers but keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.tape.clear();
        self.changes = 0;
        self.system_changes = 0;
        self.strings.clear();
        self.fragments.clear();
        self.fingerprints.clear();
        self.candidates.clear();
        self.has_all_candidates = false;
        self.embedded.clear();
        self.splices.clear();
        self.pruned = 0;
        self.repeated = 0;
        self.floats = false;
        self.is_normalized = false;
        self.normalized.clear();
        self.meta_unknown.clear();
        self.metadata_fields = 0;
        self.metadata = 0;
        self.plain_metadata = 0;
        self.matching_type_meta = 0;
        self.has_type_meta = false;
        self.replicas = 0;
        self.has_no_status = false;
        self.bad_metadata = None;
        self.unreadable.clear();
        self.cleared.clear();
        self.replaced.clear();
    }

    /// The entry of the root's metadata, dead if it has none.
    #[inline]
    pub(crate) fn metadata(&self) -> Option<u32> {
        (self.metadata != 0).then_some(self.metadata)
    }

    /// The entry of the root's metadata, unless it has none.
    #[inline]
    pub(crate) fn live_metadata(&self) -> Option<u32> {
        let entry = self.tape.get(self.metadata as usize)?;
        self.metadata().filter(|_| !entry.is_dead())
    }

    /// The entry of the replicas of the scale subresource, if it is known to be the only one.
    #[inline]
    pub(crate) fn only_replicas(&self) -> Option<u32> {
        (self.repeated == 0 && self.replicas != 0).then_some(self.replicas)
    }

    /// The text that the tape was decoded from: the normalized one, or else `text`.
    pub(crate) fn source<'s>(&'s self, text: &'s [u8]) -> &'s [u8] {
        if self.is_normalized { &self.normalized } else { text }
    }

    /// The content of a string of the request, if its text has no escapes and was not changed. This avoids
    /// creating a tape, which costs more than reading one string.
    #[inline]
    pub(crate) fn plain_string<'s>(&'s self, text: &'s [u8], entry: &Entry) -> Option<&'s [u8]> {
        let as_sent = entry.kind == Kind::String && entry.flags & (ORIGIN | ESCAPED) == INPUT;
        let content = entry.start as usize + 1..(entry.end as usize).wrapping_sub(1);
        if as_sent { self.source(text).get(content) } else { None }
    }

    /// The tape with its texts: `text` is what it was decoded from, `other` is the source of the object whose
    /// status it took over.
    pub(crate) fn tape<'s>(&'s self, text: &'s [u8], defaults: &'s [u8], other: &'s [u8]) -> Tape<'s> {
        let texts = [self.source(text), defaults, &self.fragments, other];
        Tape { entries: &self.tape, texts, strings: &self.strings }
    }
}

/// A value with CEL rules of its own that is present and not null.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cel"), expect(dead_code, reason = "only rules ask"))]
pub(crate) struct Candidate {
    /// The entry of the value. It may be dead, below a dead entry, or that of another value if this one was
    /// dropped.
    pub(crate) at: u32,
    /// The number of its rules in [`crate::rules::rule::Rules::candidates`].
    pub(crate) rules: u16,
}

/// A list whose items must be distinct: its index, and [`Rule::ListSet`] or [`Rule::ListMap`].
pub(crate) type Listed<'p> = (u32, &'p Rule<'p>);

/// The violations and lists that decoding recorded. Separate from [`Side`] because it
/// borrows the rules.
#[derive(Debug, Default)]
pub(crate) struct Records<'p> {
    pub(crate) violations: Vec<Violation<'p>>,
    /// Closed lists whose items must be distinct, for the step that compares them.
    pub(crate) lists: Vec<Listed<'p>>,
}

impl Records<'_> {
    /// Empties the buffers but keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.violations.clear();
        self.lists.clear();
    }

    /// Empty buffers in the same memory.
    #[inline]
    pub(crate) fn recycled(self) -> Records<'static> {
        Records { violations: recycle(self.violations), lists: recycle(self.lists) }
    }
}
