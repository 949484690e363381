//! Normalizes fields with `x-kubernetes-normalize: undefined`: null and empty values become absent.
//!
//! In: one object. Out: entries that are not stored. Inner fields are processed before outer ones, so that a
//! parent of only such fields is empty by then: normalization is idempotent.

use crdc_vocabulary::below;

use super::changes::Changes;
use super::pairing::{NONE, Tapes};
use super::walk::{Buffers, Frame, Items};
use crdc_object::tape::{Kind, Tape};

/// Collects the entries to remove from the object `tape`, below the frames and among `held` of the buffers.
pub(super) fn normalize(tape: Tape<'_>, buffers: &mut Buffers<'_>, changes: &mut Changes) {
    let Buffers { frames, held, pairs, candidates, .. } = buffers;
    let tapes = Tapes { new: tape, old: tape };
    candidates.clear();
    loop {
        for held in held.drain(..).filter(|held| held.both[0] != NONE) {
            if held.edge.normalize {
                candidates.push(held.both[0]);
            }
            frames.push(Frame::new(held.both, held.edge.place()));
        }
        let Some(Frame { both, place, .. }) = frames.pop() else { break };
        pairs.held(tapes, [both[0], NONE], place, (below::NORMALIZED, Items::Alone), held);
    }
    candidates.sort_unstable();
    // In descending order: children come after their parents.
    let gone = &mut changes.gone;
    gone.clear();
    for at in candidates.iter().rev().copied() {
        let goes = match tape.entry(at).kind {
            Kind::Null => true,
            Kind::String => tape.string(&tape.entry(at)).is_empty(),
            Kind::Array | Kind::Object => {
                let going = |child: &u32| gone.binary_search_by(|other| child.cmp(other)).is_ok();
                tape.children(at).all(|child| going(&child))
            }
            _ => false,
        };
        if goes {
            gone.push(at);
        }
    }
}
