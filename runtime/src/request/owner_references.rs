//! Removes duplicate owner references, with a warning.
//!
//! In: the decoded object of a create or an update. Out: dead entries for all but the first of equal
//! references. The warning is created from those on demand.
// apiserver: endpoints/handlers/rest.go dedupOwnerReferences

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::RequestState;
use super::system::{self, OwnerReferences};
use crate::decode::field_numbers::{field, owner, root};
use crate::lists::duplicate_items;
use crdc_object::tape::{DEAD, Tape};

impl<'p> RequestState<'_, 'p> {
    /// Removes duplicates from the owner references of the new object.
    pub(super) fn deduplicate_owner_references(&mut self, owners: Option<OwnerReferences>) {
        let Some(OwnerReferences { metadata, list }) = owners else { return };
        let view = self.new.tape();
        // Most objects have one owner at most.
        if view.children(list).nth(1).is_none() {
            return;
        }
        let mut duplicates = Vec::new();
        duplicate_items(view, list, &mut self.buffers.lists, |item, _| duplicates.push(item));
        if duplicates.is_empty() {
            return;
        }
        for item in &duplicates {
            if let Some(entry) = self.new.side.tape.get_mut(*item as usize) {
                entry.flags |= DEAD;
            }
        }
        system::touch(self.new.side, &[0, metadata, list]);
        self.new.side.changes += duplicates.len() as u32;
    }
}

/// The warning about the duplicates that were removed from an object.
pub(crate) fn warning(tape: Tape<'_>) -> Option<String> {
    let list = tape.field(tape.field(0, root::METADATA)?, field::OWNER_REFERENCES)?;
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
