//! Reads fields of the metadata of an object.

use alloc::vec::Vec;

use crate::decode::field_numbers::{field, root};
use crdc_object::tape::Tape;

/// The metadata of the object itself, if it has any.
pub(super) fn of(tape: Tape<'_>) -> Option<u32> {
    tape.field(0, root::METADATA)
}

/// The content of a string field of the metadata; empty if it is absent.
pub(super) fn string(tape: Tape<'_>, metadata: Option<u32>, field: u16) -> &[u8] {
    find(tape, metadata, field).map_or(b"", |at| tape.string(&tape.entry(at)))
}

/// A field of the metadata. Objects read from storage may have metadata that is not an object.
pub(super) fn find(tape: Tape<'_>, metadata: Option<u32>, field: u16) -> Option<u32> {
    tape.field(metadata?, field)
}

/// The finalizers of an object, sorted and deduplicated.
pub(in crate::request) fn finalizers(tape: Tape<'_>) -> Vec<&[u8]> {
    let list = find(tape, of(tape), field::FINALIZERS);
    let items = list.into_iter().flat_map(|list| tape.children(list));
    let mut items: Vec<&[u8]> = items.map(|item| tape.string(&tape.entry(item))).collect();
    items.sort_unstable();
    items.dedup();
    items
}
