//! Sets and list maps of the stored object. They are always validated over the whole object, even on a status
//! update, and even if the schema has errors.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go

use super::tape;
use crate::compiled::Compiled;
use crate::lists::{self, Buffers};
use crate::side::Side;

/// Raises the errors of lists of `side`, which was decoded from `text`; `other` is the text of the object
/// whose status it took over.
///
/// The server drops all of these errors if the old object has any. For ratcheting the old object must be
/// checked first, before a status update changes it.
pub(super) fn check(compiled: &Compiled, side: &mut Side, text: &[u8], other: &[u8], buffers: &mut Buffers) {
    if side.lists.is_empty() {
        return;
    }
    let mut violations = core::mem::take(&mut side.violations);
    lists::check(tape(compiled, side, text, other), &side.lists, buffers, &mut violations);
    side.violations = violations;
}
