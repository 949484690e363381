//! Handles the object's `status`: a create drops it, an update keeps the old object's status, and a status
//! update takes the new object's.
//
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go

use alloc::vec::Vec;

use super::object::DecodedObject;
use crate::decode::field_numbers::root;
use crate::decode::{Decode, Decoder, Member};
use crate::definition::Definition;
use crate::side::Side;
use crdc_object::tape::{
    CHANGED, DEAD, Entry, INPUT, NO_KEY, OLD, ORIGIN, Open, TOUCHED, equal, live_field, render,
};

/// Index of the live status.
pub(super) fn find(entries: &[Entry]) -> Option<u32> {
    live_field(entries, 0, root::STATUS)
}

/// Drops the status.
pub(super) fn drop(side: &mut Side) {
    if side.has_no_status {
        return;
    }
    let Some(at) = find(&side.tape) else { return };
    side.has_no_status = true;
    side.changes += 1;
    if let Some(entry) = side.tape.get_mut(at as usize) {
        entry.flags |= DEAD;
    }
    if let Some(root) = side.tape.first_mut() {
        root.flags |= CHANGED | TOUCHED;
    }
}

/// Replaces the status of `object` with that of `other`, which is decoded again after the object's tape so
/// that it is validated with it. Returns its index. `open` is a buffer.
///
/// If both are equal, the object keeps its own, unless `apart` is set: then the taken status can be changed
/// while the old one stays unchanged.
pub(super) fn take<'p>(
    definition: &'p Definition<'p>,
    object: &mut DecodedObject<'_, 'p>,
    other: &DecodedObject<'_, '_>,
    open: &mut Vec<Open>,
    apart: bool,
    keeps_nulls: bool,
) -> Option<u32> {
    let from = other.tape();
    let status = find(from.entries);
    let own = object.tape();
    if !apart
        && let (Some(own_status), Some(status)) = (find(own.entries), status)
        && equal(own, own_status, from, status)
    {
        return Some(own_status);
    }
    let side = &mut *object.side;
    drop(side);
    let status = status?;
    let entry = from.entry(status);
    let decode: Decode<'_> =
        definition.status.unwrap_or(Decode::Function(|decoder, member| decoder.any(member)));
    let place = side.tape.len() as u32;
    let (pruned, repeated) = (side.pruned, side.repeated);
    let mut decoder = Decoder::new(other.source(), side, &mut object.records, definition.defaults);
    decoder.levels -= 1;
    decoder.origin = OLD;
    decoder.normalized = true;
    // The defaults of the status were applied already; they must not restore values that normalization
    // removed.
    decoder.options.undefaulted = true;
    // Nulls were dropped already, unless they are to be kept.
    decoder.options.keeps_nulls = keeps_nulls;
    let done = if !entry.has(CHANGED) && entry.flags & ORIGIN == INPUT && entry.key != NO_KEY {
        decoder.at = entry.start as usize;
        decode.run(&mut decoder, Member { key: entry.key, field: root::STATUS })
    } else {
        let at = decoder.fragment(&[b"\"status\":"]);
        render(from, status, &mut decoder.side.fragments, open);
        let member = Member { key: at as u32, field: root::STATUS };
        decoder.within_fragment(at + b"\"status\":".len(), |inner| decode.run(inner, member))
    };
    decoder.set_origin(place);
    decoder.give_back();
    // Pruned fields of the other object were handled when that was decoded.
    (side.pruned, side.repeated) = (pruned, repeated);
    let next = side.tape.len() as u32;
    side.changes += 1;
    side.has_no_status = false;
    if let Some(root) = side.tape.first_mut() {
        root.next = next;
        root.flags |= CHANGED | TOUCHED;
    }
    done.ok().map(|()| place)
}
