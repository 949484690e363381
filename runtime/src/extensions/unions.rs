//! Unions of decoded objects: finds them, clears members, and validates them.
//!
//! In: the new object, and the old one if there is one. Out: entries that are not stored; violations of the
//! object that has the union.

use alloc::vec::Vec;

use crdc_vocabulary::below;

use super::member::{discriminator, set};
use super::older;
use super::pairing::{NONE, Pair, Tapes};
use super::report::Fault;
use super::walk::{Buffers, Frame, Items};
use crate::error::{ErrorSource, Violation};
use crate::places::{Selected, Union};
use crdc_object::tape::Kind;

/// Calls `visit` for each union of each object, with the object and its counterpart or [`NONE`].
fn each<'p>(tapes: Tapes<'_>, buffers: &mut Buffers<'p>, mut visit: impl FnMut(Pair, &'p Union<'p>)) {
    let Buffers { frames, held, pairs, .. } = buffers;
    while let Some(Frame { both, place, .. }) = frames.pop() {
        let [new, old] = both;
        if new == NONE {
            continue;
        }
        if tapes.new.entry(new).kind == Kind::Object {
            let old = if old != NONE && tapes.old.entry(old).kind == Kind::Object { old } else { NONE };
            place.unions.iter().for_each(|union| visit([new, old], union));
        }
        held.clear();
        pairs.held(tapes, both, place, (below::UNIONS, Items::Alone), held);
        frames.extend(held.iter().map(|held| Frame::new(held.both, held.edge.place())));
    }
}

/// Collects the members that unions below the frames clear, and the unions that cannot be normalized.
pub(super) fn clear(tapes: Tapes<'_>, buffers: &mut Buffers<'_>, faults: &mut Vec<Fault>) {
    let mut changes = core::mem::take(&mut buffers.changes);
    each(tapes, buffers, |[new, old], union| {
        if union.older.is_some() {
            older::normalize(tapes, [new, old], union, &mut changes, faults);
            return;
        }
        let given = discriminator(tapes.new, new, union);
        if old == NONE || !union.is_modified(given, discriminator(tapes.old, old, union)) {
            return;
        }
        let selected = union.selected(given);
        if selected == Selected::Unknown {
            return;
        }
        for (index, member) in union.members.iter().enumerate() {
            if selected != Selected::Member(index) {
                changes.gone.extend(tapes.new.field(new, member.field));
            }
        }
    });
    buffers.changes = changes;
}

/// Finds the unions of the older shape (a list of unions at the object; `older.rs`) below the frames that
/// normalization would change, or cannot normalize. Unions of the other shape are validated. An unchanged
/// object may keep errors that normalization would correct.
pub(super) fn unnormalized(tapes: Tapes<'_>, buffers: &mut Buffers<'_>) -> Vec<Fault> {
    let (mut faults, mut changed) = (Vec::new(), Vec::new());
    each(tapes, buffers, |both, union| {
        if union.older.is_some() {
            changed.extend(older::change(tapes, both, union, &mut faults).map(|fault| (both, fault)));
        }
    });
    let is_new = |([new, old], _): &(Pair, Fault)| *old == NONE || !buffers.equal(tapes, [*new, *old]);
    faults.extend(changed.into_iter().filter(is_new).map(|(_, fault)| fault));
    faults
}

/// Validates the unions below the frames.
pub(super) fn validate<'p>(tapes: Tapes<'_>, buffers: &mut Buffers<'p>, violations: &mut Vec<Violation<'p>>) {
    each(tapes, buffers, |[new, old], union| {
        if union.older.is_some() {
            return;
        }
        let given = discriminator(tapes.new, new, union);
        let modified = old != NONE && union.is_modified(given, discriminator(tapes.old, old, union));
        let is_set = |index: usize| {
            let member = union.members.get(index);
            member.is_some_and(|member| set(tapes.new, new, member.field).is_some())
        };
        union.validate(given, modified, is_set, |rule| {
            violations.push(Violation::new(ErrorSource::Union, new, rule));
        });
    });
}
