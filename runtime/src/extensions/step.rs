//! The steps, as a request calls them: over the whole object, or over the status only in a status update.

use alloc::vec::Vec;

use crdc_vocabulary::below;

use super::changes::Changes;
use super::immutable::Check;
use super::mark::DialectRules;
use super::pairing::{NONE, Pair, Tapes};
use super::report;
use super::walk::{Buffers, ChildPair, Frame, Items, Known};
use super::{first, normalise, numbers, unions as union_walk};
use crate::decode::meta::root;
use crate::request::{Objects, Operation};

/// Where a step starts.
enum Begin {
    /// At the root.
    Whole(Pair),
    /// At the status, a field of the root.
    Status(ChildPair),
    /// Nowhere: the status has no extensions.
    Nowhere,
}

fn begin(objects: &Objects<'_>, want: u8) -> Begin {
    match objects.operation() {
        Operation::Decode | Operation::Create => Begin::Whole([0, NONE]),
        Operation::Update => Begin::Whole([0, 0]),
        Operation::UpdateStatus => {
            let edge =
                objects.compiled.steps.places.field(root::STATUS).filter(|edge| edge.below & want != 0);
            let [new, old] = objects.statuses();
            let both = [new.unwrap_or(NONE), old.unwrap_or(NONE)];
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
fn enter(objects: &Objects<'_>, buffers: &mut Buffers, want: u8) {
    buffers.frames.clear();
    buffers.held.clear();
    match begin(objects, want) {
        Begin::Whole(both) => buffers.frames.push(Frame::new(both, objects.compiled.steps.places)),
        Begin::Status(held) => buffers.frames.push(Frame::new(held.both, held.edge.place)),
        Begin::Nowhere => {}
    }
}

/// Normalizes the new object: null and empty fields become absent.
pub fn normalise_fields(objects: &mut Objects<'_>) {
    let mut changes = core::mem::take(&mut objects.scratch.extensions.changes);
    normalise_side(objects, 0, &mut changes);
    objects.change(&mut changes);
    objects.scratch.extensions.changes = changes;
}

/// Normalizes the old object, which may have been stored before there was normalization. The generation is
/// computed before this, so it already counts that the stored object changes.
pub(crate) fn normalise_old(objects: &mut Objects<'_>) {
    let mut changes = core::mem::take(&mut objects.scratch.extensions.changes);
    normalise_side(objects, 1, &mut changes);
    objects.change_old(&mut changes);
    objects.scratch.extensions.changes = changes;
}

/// Collects the entries that normalization removes from the new object (0) or from the old one (1).
fn normalise_side(objects: &mut Objects<'_>, side: usize, changes: &mut Changes) {
    let mut buffers = core::mem::take(&mut objects.scratch.extensions);
    let Buffers { frames, held, pairs, .. } = &mut buffers;
    frames.clear();
    held.clear();
    let tapes = objects.tapes();
    let tape = if side == 0 { tapes.new } else { tapes.old };
    let at = |both: Pair| both.get(side).copied().unwrap_or(NONE);
    match begin(objects, below::NORMALISED) {
        Begin::Whole(both) if at(both) != NONE => {
            let places = objects.compiled.steps.places;
            pairs.held(
                Tapes { new: tape, old: tape },
                [at(both), NONE],
                places,
                (below::NORMALISED, Items::Alone),
                held,
            );
            // A preserved status is the old one on both sides and stays unchanged.
            if side == 1 && objects.compiled.status_subresource {
                held.retain(|held| held.edge.field != root::STATUS);
            }
        }
        Begin::Status(status) => held.push(ChildPair { both: [at(status.both), NONE], ..status }),
        _ => {}
    }
    normalise::normalise(tape, &mut buffers, changes);
    objects.scratch.extensions = buffers;
}

/// Converts numbers to their stored form; see `numbers.rs`.
pub fn normalize_numbers(objects: &mut Objects<'_>) {
    if !objects.stored_side().floats {
        return;
    }
    let status = objects.operation() == Operation::UpdateStatus;
    let tape = objects.tapes().new;
    let range = match (status, objects.statuses()) {
        (false, _) => 0..tape.after(0),
        (true, [Some(at), _]) => at..tape.after(at),
        (true, _) => return,
    };
    let mut changes = Changes::default();
    numbers::normalize(tape, range, &mut changes);
    objects.change(&mut changes);
}

/// Normalizes unions: clears members.
pub fn normalise_unions(objects: &mut Objects<'_>) {
    let mut buffers = core::mem::take(&mut objects.scratch.extensions);
    let mut faults = Vec::new();
    enter(objects, &mut buffers, below::UNIONS);
    union_walk::clear(objects.tapes(), &mut buffers, &mut faults);
    let mut changes = core::mem::take(&mut buffers.changes);
    objects.note_cleared(&changes);
    objects.change(&mut changes);
    buffers.changes = changes;
    objects.scratch.extensions = buffers;
    // Faults are dropped if they are in a member that an outer union cleared, or in a status that is not
    // stored.
    if !faults.is_empty() {
        if objects.compiled.status_subresource && objects.operation() != Operation::UpdateStatus {
            let tape = objects.tapes().new;
            let status = tape.field(0, root::STATUS);
            faults.retain(|fault| !status.is_some_and(|at| (at..tape.after(at)).contains(&fault.at)));
        }
        let mut worded = report::word_faults(objects.tapes().new, faults);
        objects.scratch.after.append(&mut worded);
    }
}

/// Compares immutable values. Violations that reject the request are kept separate from errors, and so are
/// those that CEL rules would find.
pub fn immutability(objects: &mut Objects<'_>) {
    let mut whole = None;
    if objects.operation() == Operation::Update {
        // The step runs only if the objects differ.
        let root = Frame { known: Known::Differ, ..Frame::new([0, 0], objects.compiled.steps.places) };
        let (tapes, seen, _) = objects.held_against();
        whole = if seen.first == [0; 2] { Some(root) } else { first::follow(&tapes, &seen, root) };
        if whole.is_none() {
            return;
        }
    }
    compare(objects, whole);
}

/// Compares everything below the frame; in a status update only the status.
#[inline(never)]
fn compare(objects: &mut Objects<'_>, whole: Option<Frame>) {
    let begin = begin(objects, below::MARKS);
    let (tapes, seen, buffers) = objects.held_against();
    let Buffers { frames, held, pairs, violations, .. } = buffers;
    frames.clear();
    frames.extend(whole);
    violations.clear();
    let mut check = Check { tapes, seen, pairs, frames, held, violations };
    if let Begin::Status(held) = begin {
        check.edge(held, false);
    }
    check.run();
    if violations.is_empty() {
        return;
    }
    let (mut ending, mut rules, mut others) = (Vec::new(), Vec::new(), Vec::new());
    report::word(tapes, violations, |dialect, error| match dialect {
        dialect if dialect.is_bad_request() => ending.push(error),
        dialect if dialect.is_rule() => rules.push(error),
        _ => others.push(error),
    });
    objects.scratch.violated.append(&mut ending);
    objects.scratch.lowered.append(&mut rules);
    objects.scratch.after.append(&mut others);
}

/// Validates unions.
pub fn unions(objects: &mut Objects<'_>) {
    let mut buffers = core::mem::take(&mut objects.scratch.extensions);
    let mut violations = core::mem::take(&mut objects.stored_side().violations);
    enter(objects, &mut buffers, below::UNIONS);
    union_walk::validate(objects.tapes(), &mut buffers, &mut violations);
    objects.stored_side().violations = violations;
    objects.scratch.extensions = buffers;
}
