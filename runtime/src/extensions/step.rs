//! Runs the steps of extensions over decoded objects: over both whole objects, or only over the status in a
//! status update.

use alloc::vec::Vec;

use crdc_vocabulary::{Dialect, below};

use super::changes::Changes;
use super::differing::Seen;
use super::immutable::Check;
use super::pairing::{NONE, Pair, Tapes};
use super::report::{self, Fault};
use super::walk::{Buffers, ChildPair, Frame, Items, Known};
use super::{first, normalize, unions};
use crate::decode::field_numbers::root;
use crate::error::{FieldError, Violation};
use crate::operation::RequestKind;
use crate::places::ExtensionNode;
use crdc_object::tape::Tape;

/// The part of the objects that a step processes.
#[derive(Clone, Copy)]
pub(crate) struct Extent<'p> {
    pub(crate) kind: RequestKind,
    /// The extensions of the root.
    pub(crate) root: &'p ExtensionNode<'p>,
    /// The new status and the old one, in a status update.
    pub(crate) statuses: [Option<u32>; 2],
}

/// The beginning of a step.
enum Begin<'p> {
    /// The comparison begins at the root.
    Whole(Pair),
    /// The comparison begins at the status, a field of the root.
    Status(ChildPair<'p>),
    /// There is no comparison, because the status has no extensions.
    Nowhere,
}

impl<'p> Extent<'p> {
    fn begin(self, want: u8) -> Begin<'p> {
        match self.kind {
            RequestKind::Decode | RequestKind::Create => Begin::Whole([0, NONE]),
            RequestKind::Update => Begin::Whole([0, 0]),
            RequestKind::UpdateStatus => {
                let edge = self.root.field(root::STATUS).filter(|edge| edge.below & want != 0);
                let both = self.statuses.map(|status| status.unwrap_or(NONE));
                match edge {
                    Some(edge) if both != [NONE; 2] => {
                        Begin::Status(ChildPair { parent: Some([0, 0]), ..ChildPair::new(edge, both) })
                    }
                    _ => Begin::Nowhere,
                }
            }
        }
    }

    /// Adds the start of a step to the buffers.
    fn enter(self, buffers: &mut Buffers<'p>, want: u8) {
        buffers.frames.clear();
        buffers.held.clear();
        match self.begin(want) {
            Begin::Whole(both) => buffers.frames.push(Frame::new(both, self.root)),
            Begin::Status(held) => buffers.frames.push(Frame::new(held.both, held.edge.place())),
            Begin::Nowhere => {}
        }
    }
}

/// Collects the entries that normalization removes from the new object (0) or from the old one (1): null and
/// empty fields become absent. `keeps_status` is whether the old status is kept unchanged, which is then also
/// the new object's.
pub(crate) fn normalize_side<'p>(
    extent: Extent<'p>,
    tapes: Tapes<'_>,
    side: usize,
    keeps_status: bool,
    buffers: &mut Buffers<'p>,
    changes: &mut Changes,
) {
    let Buffers { frames, held, pairs, .. } = &mut *buffers;
    frames.clear();
    held.clear();
    let tape = if side == 0 { tapes.new } else { tapes.old };
    let at = |both: Pair| both.get(side).copied().unwrap_or(NONE);
    match extent.begin(below::NORMALIZED) {
        Begin::Whole(both) if at(both) != NONE => {
            pairs.held(
                Tapes { new: tape, old: tape },
                [at(both), NONE],
                extent.root,
                (below::NORMALIZED, Items::Alone),
                held,
            );
            if side == 1 && keeps_status {
                held.retain(|held| held.edge.field != root::STATUS);
            }
        }
        Begin::Status(status) => held.push(ChildPair { both: [at(status.both), NONE], ..status }),
        _ => {}
    }
    normalize::normalize(tape, buffers, changes);
}

/// The status of an object that is stored, if it has fields that normalization may remove.
pub(crate) fn normalized_status<'p>(places: &ExtensionNode<'p>, tape: Tape<'_>) -> Option<ChildPair<'p>> {
    let edge = places.field(root::STATUS).filter(|edge| edge.below & below::NORMALIZED != 0)?;
    Some(ChildPair::new(edge, [tape.field(0, root::STATUS)?, NONE]))
}

/// Collects the null and empty fields in it.
pub(crate) fn normalize_status<'p>(
    status: ChildPair<'p>,
    tape: Tape<'_>,
    buffers: &mut Buffers<'p>,
    changes: &mut Changes,
) {
    buffers.frames.clear();
    buffers.held.clear();
    buffers.held.push(status);
    normalize::normalize(tape, buffers, changes);
}

/// Collects in the buffers the members that unions clear, and returns the unions that cannot be normalized.
pub(crate) fn clear_unions<'p>(
    extent: Extent<'p>,
    tapes: Tapes<'_>,
    buffers: &mut Buffers<'p>,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    extent.enter(buffers, below::UNIONS);
    unions::clear(tapes, buffers, &mut faults);
    faults
}

/// Returns the unions that normalization would change, or cannot normalize, of the older shape. It changes
/// nothing.
pub(crate) fn unnormalized_unions<'p>(
    extent: Extent<'p>,
    tapes: Tapes<'_>,
    buffers: &mut Buffers<'p>,
) -> Vec<Fault> {
    extent.enter(buffers, below::UNIONS);
    unions::unnormalized(tapes, buffers)
}

/// Validates unions.
pub(crate) fn validate_unions<'p>(
    extent: Extent<'p>,
    tapes: Tapes<'_>,
    buffers: &mut Buffers<'p>,
    violations: &mut Vec<Violation<'p>>,
) {
    extent.enter(buffers, below::UNIONS);
    unions::validate(tapes, buffers, violations);
}

/// The start of the comparison of immutable values: in an update both roots, or the values where they begin
/// to differ; otherwise the status. `None` if no immutable value differs. In an update the objects always
/// differ.
pub(crate) fn first_compared<'p>(
    extent: Extent<'p>,
    tapes: &Tapes<'_>,
    seen: &Seen<'_, 'p>,
) -> Option<Option<Frame<'p>>> {
    if extent.kind != RequestKind::Update {
        return Some(None);
    }
    let root = Frame { known: Known::Differ, ..Frame::new([0, 0], extent.root) };
    if seen.first == [0; 2] { Some(Some(root)) } else { first::follow(tapes, seen, root).map(Some) }
}

/// Compares immutable values below the frame, or below the status, and calls `raise` for each violation.
#[inline(never)]
pub(crate) fn compare<'p>(
    extent: Extent<'p>,
    whole: Option<Frame<'p>>,
    (tapes, seen): (Tapes<'_>, Seen<'_, 'p>),
    buffers: &mut Buffers<'p>,
    raise: impl FnMut(Dialect, FieldError),
) {
    let Buffers { frames, held, pairs, violations, .. } = buffers;
    frames.clear();
    frames.extend(whole);
    violations.clear();
    let mut check = Check { tapes, seen, pairs, frames, held, violations };
    if let Begin::Status(held) = extent.begin(below::MARKS) {
        check.edge(held, false);
    }
    check.run();
    if !violations.is_empty() {
        report::word(tapes, violations, raise);
    }
}
