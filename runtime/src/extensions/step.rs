//! The steps, as a request calls them: over the whole object, or over the status only in a status update.

use alloc::vec::Vec;

use crdc_vocabulary::below;

use super::changes::Changes;
use super::immutable::Check;
use super::mark::DialectRules;
use super::pairing::{NONE, Pair, Tapes};
use super::report;
use super::walk::{Buffers, ChildPair, Frame, Items, Known};
use super::{ExtensionNode, first, normalise, numbers, unions as union_walk};
use crate::decode::meta::root;
use crate::request::{Operation, RequestState, Validation};
use crate::scratch::Findings;

/// The part of the objects that a step processes.
#[derive(Clone, Copy)]
pub(crate) struct Extent<'p> {
    pub(crate) operation: Operation,
    /// The extensions of the root.
    pub(crate) root: &'p ExtensionNode<'p>,
    /// In a status update, the new status and the old one.
    pub(crate) statuses: [Option<u32>; 2],
}

/// Where a step starts.
enum Begin<'p> {
    /// At the root.
    Whole(Pair),
    /// At the status, a field of the root.
    Status(ChildPair<'p>),
    /// Nowhere: the status has no extensions.
    Nowhere,
}

impl<'p> Extent<'p> {
    fn begin(self, want: u8) -> Begin<'p> {
        match self.operation {
            Operation::Decode | Operation::Create => Begin::Whole([0, NONE]),
            Operation::Update => Begin::Whole([0, 0]),
            Operation::UpdateStatus => {
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
            Begin::Status(held) => buffers.frames.push(Frame::new(held.both, held.edge.place)),
            Begin::Nowhere => {}
        }
    }
}

/// Normalizes the new object: null and empty fields become absent.
pub fn normalise_fields(request: &mut RequestState<'_, '_>) {
    let mut changes = core::mem::take(&mut request.buffers.extensions.changes);
    normalise_side(request, 0, &mut changes);
    request.change(&mut changes);
    request.buffers.extensions.changes = changes;
}

/// Normalizes the old object, which may have been stored before there was normalization. The generation is
/// computed before this, so it already counts that the stored object changes.
pub(crate) fn normalise_old(request: &mut RequestState<'_, '_>) {
    let mut changes = core::mem::take(&mut request.buffers.extensions.changes);
    normalise_side(request, 1, &mut changes);
    request.change_old(&mut changes);
    request.buffers.extensions.changes = changes;
}

/// Collects the entries that normalization removes from the new object (0) or from the old one (1).
fn normalise_side(request: &mut RequestState<'_, '_>, side: usize, changes: &mut Changes) {
    let mut buffers: Buffers<'_> = core::mem::take(&mut request.buffers.extensions);
    let Buffers { frames, held, pairs, .. } = &mut buffers;
    frames.clear();
    held.clear();
    let tapes = request.tapes();
    let tape = if side == 0 { tapes.new } else { tapes.old };
    let at = |both: Pair| both.get(side).copied().unwrap_or(NONE);
    match request.extent().begin(below::NORMALISED) {
        Begin::Whole(both) if at(both) != NONE => {
            pairs.held(
                Tapes { new: tape, old: tape },
                [at(both), NONE],
                request.compiled.steps.places,
                (below::NORMALISED, Items::Alone),
                held,
            );
            // A preserved status is the old one on both sides and stays unchanged.
            if side == 1 && request.compiled.status_subresource {
                held.retain(|held| held.edge.field != root::STATUS);
            }
        }
        Begin::Status(status) => held.push(ChildPair { both: [at(status.both), NONE], ..status }),
        _ => {}
    }
    normalise::normalise(tape, &mut buffers, changes);
    request.buffers.extensions = buffers.recycled();
}

/// Converts numbers to their stored form; see `numbers.rs`.
pub fn normalize_numbers(request: &mut RequestState<'_, '_>) {
    if !request.stored_side().floats {
        return;
    }
    let tape = request.stored();
    let root = match (request.request.operation, request.progress.statuses) {
        (Operation::UpdateStatus, [Some(status), _]) => status,
        (Operation::UpdateStatus, _) => return,
        _ => 0,
    };
    let mut changes = Changes::default();
    numbers::normalize(tape, root..tape.after(root), &mut changes);
    request.change(&mut changes);
}

/// Normalizes unions: clears members.
pub fn normalise_unions(request: &mut RequestState<'_, '_>) {
    let mut buffers: Buffers<'_> = core::mem::take(&mut request.buffers.extensions);
    let mut faults = Vec::new();
    request.extent().enter(&mut buffers, below::UNIONS);
    union_walk::clear(request.tapes(), &mut buffers, &mut faults);
    let mut changes = core::mem::take(&mut buffers.changes);
    request.note_cleared(&changes);
    request.change(&mut changes);
    buffers.changes = changes;
    request.buffers.extensions = buffers.recycled();
    // Faults are dropped if they are in a member that an outer union cleared, or in a status that is not
    // stored.
    if !faults.is_empty() {
        let tape = request.stored();
        if request.compiled.status_subresource && request.request.operation != Operation::UpdateStatus {
            let status = tape.field(0, root::STATUS);
            faults.retain(|fault| !status.is_some_and(|at| (at..tape.after(at)).contains(&fault.at)));
        }
        let mut worded = report::word_faults(tape, faults);
        request.findings.after.append(&mut worded);
    }
}

/// Compares immutable values. Violations that reject the request are kept separate from errors, and so are
/// those that CEL rules would find.
pub fn immutability(validation: &mut Validation<'_, '_>) {
    let mut whole = None;
    if validation.operation() == Operation::Update {
        // The step runs only if the objects differ.
        let root = Frame { known: Known::Differ, ..Frame::new([0, 0], validation.compiled.steps.places) };
        let seen = validation.seen();
        whole =
            if seen.first == [0; 2] { Some(root) } else { first::follow(&validation.tapes(), &seen, root) };
        if whole.is_none() {
            return;
        }
    }
    compare(validation, whole);
}

/// Compares everything below the frame; in a status update only the status.
#[inline(never)]
fn compare<'p>(validation: &mut Validation<'_, 'p>, whole: Option<Frame<'p>>) {
    let begin = validation.extent().begin(below::MARKS);
    let (tapes, seen) = (validation.tapes(), validation.seen());
    let mut buffers: Buffers<'p> = core::mem::take(&mut validation.buffers.extensions);
    let Buffers { frames, held, pairs, violations, .. } = &mut buffers;
    frames.clear();
    frames.extend(whole);
    violations.clear();
    let mut check = Check { tapes, seen, pairs, frames, held, violations };
    if let Begin::Status(held) = begin {
        check.edge(held, false);
    }
    check.run();
    if violations.is_empty() {
        validation.buffers.extensions = buffers.recycled();
        return;
    }
    let Findings { violated, lowered, after, .. } = &mut *validation.findings;
    report::word(tapes, violations, |dialect, error| match dialect {
        dialect if dialect.is_bad_request() => violated.push(error),
        dialect if dialect.is_rule() => lowered.push(error),
        _ => after.push(error),
    });
    validation.buffers.extensions = buffers.recycled();
}

/// Validates unions.
pub fn unions(validation: &mut Validation<'_, '_>) {
    let extent = validation.extent();
    let mut buffers: Buffers<'_> = core::mem::take(&mut validation.buffers.extensions);
    extent.enter(&mut buffers, below::UNIONS);
    union_walk::validate(validation.tapes(), &mut buffers, validation.violations);
    validation.buffers.extensions = buffers.recycled();
}
