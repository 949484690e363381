//! Creates warnings for an accepted object: finalizers whose names may conflict with other controllers.
//! Updates warn only of new finalizers.
// apiextensions-apiserver: registry/customresource/strategy.go generateWarningsFromObj

use alloc::string::String;
use alloc::vec::Vec;

use super::metadata::finalizers;
use crate::decode::field_numbers::field;
use crate::error::Message;
use crate::side::Side;
use crdc_object::tape::Tape;
use crdc_vocabulary::Wording;

/// The server's own finalizers.
const STANDARD: [&[u8]; 3] = [b"orphan", b"foregroundDeletion", b"kubernetes"];

/// Whether an object has finalizers or owner references, of which the server may warn.
#[inline]
pub(crate) fn may_be(side: &Side) -> bool {
    side.metadata_fields & (1 << field::FINALIZERS | 1 << field::OWNER_REFERENCES) != 0
}

/// The warnings of an accepted object, sorted by finalizer.
pub(crate) fn of(new: Tape<'_>, old: Option<Tape<'_>>) -> Vec<Message> {
    let before = old.map(finalizers).unwrap_or_default();
    let doubtful = |name: &&&[u8]| {
        before.binary_search(name).is_err() && !name.contains(&b'/') && !STANDARD.contains(name)
    };
    let warning =
        |name: &&[u8]| Wording::Finalizer { name: String::from_utf8_lossy(name).into_owned() }.into();
    finalizers(new).iter().filter(doubtful).map(warning).collect()
}
