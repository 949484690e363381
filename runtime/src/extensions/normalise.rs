//! `x-kubernetes-normalize: undefined`: null and empty become absent.
//!
//! In: one object. Out: entries that are no longer stored. Inner fields before those around them, so
//! that what only held such fields is empty by then: to do it twice is to do it once.

use alloc::vec::Vec;

use super::changes::Changes;
use super::pairing::{NONE, Pairs, Tapes};
use super::place::below;
use super::walk::{Frame, Held, Items};
use crate::tape::{Kind, Tape};

/// Notes what is to go of the object `tape`, below the frames and among `held`.
pub(super) fn normalise(
    tape: Tape<'_>,
    pairs: &mut Pairs,
    (frames, held): (&mut Vec<Frame>, &mut Vec<Held>),
    changes: &mut Changes,
) {
    let tapes = Tapes { new: tape, old: tape };
    let mut candidates = Vec::new();
    loop {
        for held in held.drain(..).filter(|held| held.both[0] != NONE) {
            if held.edge.normalise {
                candidates.push(held.both[0]);
            }
            frames.push(Frame::new(held.both, held.edge.place));
        }
        let Some(Frame { both, place, .. }) = frames.pop() else { break };
        pairs.held(tapes, [both[0], NONE], place, (below::NORMALISED, Items::Alone), held);
    }
    candidates.sort_unstable();
    // What goes, in descending order: children stand behind what holds them.
    let mut gone: Vec<u32> = Vec::new();
    for at in candidates.into_iter().rev() {
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
    changes.gone.append(&mut gone);
}
