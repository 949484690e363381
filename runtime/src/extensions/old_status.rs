//! The old object of a status update as rules see it: like the new one, it is normalized in its status alone.

use crdc_vocabulary::below;

use super::normalise;
use super::pairing::NONE;
use super::walk::{Buffers, ChildPair};
use crate::compiled::{Compiled, Steps};
use crate::decode::meta::root;
use crate::side::Side;

/// Removes null and empty fields from the status of an object that is stored.
pub(crate) fn normalise_status(
    compiled: &Compiled<'_>,
    text: &[u8],
    side: &mut Side,
    kept: &mut Buffers<'static>,
) {
    if Steps::extension(compiled.steps.normalise_fields).is_none() {
        return;
    }
    let tape = side.tape(text, compiled.defaults, b"");
    let edge = compiled.steps.places.field(root::STATUS).filter(|edge| edge.below & below::NORMALISED != 0);
    let (Some(edge), Some(status)) = (edge, tape.field(0, root::STATUS)) else { return };
    let mut buffers: Buffers<'_> = core::mem::take(kept);
    buffers.frames.clear();
    buffers.held.clear();
    buffers.held.push(ChildPair::new(edge, [status, NONE]));
    let mut changes = core::mem::take(&mut buffers.changes);
    normalise::normalise(tape, &mut buffers, &mut changes);
    changes.make(side);
    buffers.changes = changes;
    *kept = buffers.recycled();
}
