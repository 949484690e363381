//! List sets and list maps of the object that is stored. They are validated over the whole object
//! whatever is asked, on a status update too, and whether or not the schema has errors.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go

use super::tape;
use crate::compiled::Compiled;
use crate::lists::{self, Buffers};
use crate::scratch::Side;

/// Raises what is wrong with the lists of `side`, which was decoded from `text`; `other` is the
/// text of the object whose status it took over.
///
/// The server drops all of these errors where the old object has any: who ratchets asks the
/// side of the old object first, before a status update changes it.
pub(super) fn check(compiled: &Compiled, side: &mut Side, text: &[u8], other: &[u8], buffers: &mut Buffers) {
    if side.lists.is_empty() {
        return;
    }
    let mut violations = core::mem::take(&mut side.violations);
    lists::check(tape(compiled, side, text, other), &side.lists, buffers, &mut violations);
    side.violations = violations;
}
