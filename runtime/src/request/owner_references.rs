//! Removes duplicate owner references, with a warning.
//!
//! In: the decoded object of a create or an update. Out: dead entries for all but the first of equal
//! references. The warning is created from those on demand.
// apiserver: endpoints/handlers/rest.go dedupOwnerReferences

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{system, tape};
use crate::compiled::Compiled;
use crate::decode::meta::{field, owner, root};
use crate::lists::{Buffers, duplicate_items};
use crate::side::Side;
use crate::tape::{DEAD, Tape};

/// Removes duplicates from `metadata.ownerReferences` of the object that was decoded from `text`. The two entries are the
/// metadata and the list.
pub(super) fn deduplicate(
    compiled: &Compiled,
    side: &mut Side,
    text: &[u8],
    [metadata, list]: [u32; 2],
    buffers: &mut Buffers,
) {
    let view = tape(compiled, side, text, b"");
    // Most objects have one owner at most.
    if view.children(list).nth(1).is_none() {
        return;
    }
    let mut duplicates = Vec::new();
    duplicate_items(view, list, buffers, |item, _| duplicates.push(item));
    if duplicates.is_empty() {
        return;
    }
    for item in &duplicates {
        if let Some(entry) = side.tape.get_mut(*item as usize) {
            entry.flags |= DEAD;
        }
    }
    system::touch(side, &[0, metadata, list]);
    side.changes += duplicates.len() as u32;
}

/// The warning about the duplicates that were removed from an object.
pub(crate) fn warning(tape: Tape<'_>) -> Option<String> {
    let [_, list] = find(tape)?;
    let mut uids = Vec::new();
    let (mut item, end) = (list + 1, tape.after(list));
    while item < end {
        if tape.entry(item).is_dead() {
            let uid = tape.children(item).find(|&child| tape.entry(child).field == owner::UID);
            let uid = uid.map(|uid| String::from_utf8_lossy(tape.string(&tape.entry(uid))).into_owned());
            uids.push(uid.unwrap_or_default());
        }
        item = tape.after(item);
    }
    (!uids.is_empty()).then(|| {
        format!(
            ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and \
             may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
            uids.join(", ")
        )
    })
}

/// The metadata of the root and the list of its owner references.
fn find(tape: Tape<'_>) -> Option<[u32; 2]> {
    let metadata = tape.field(0, root::METADATA)?;
    Some([metadata, tape.field(metadata, field::OWNER_REFERENCES)?])
}
