//! The steps of normalization, unions and immutability, to which generated code refers.

use super::{Refused, RequestState, Steps, Validation};
use crate::decode::field_numbers::root;
use crate::definition::Definition;
use crate::extensions::{self, Buffers, Changes};
use crate::operation::RequestKind;
use crate::places::DialectRules;
use crate::refusal::BadRequest;
use crate::scratch::Findings;
use crate::side::Side;
use crate::status::About;

impl<'p> RequestState<'_, 'p> {
    /// Runs the steps that normalize the object that is stored.
    pub(super) fn normalize(&mut self, steps: &Steps<'_>) {
        for step in steps.normalizing() {
            step(self);
        }
    }

    /// Normalizes the fields of the old object, which may have been stored before there was normalization.
    pub(super) fn normalize_old(&mut self, steps: &Steps<'_>) {
        if Steps::extension(steps.normalize_fields).is_some() {
            normalize_old(self);
        }
    }
}

/// The steps for Rust values. Changed values are not validated again, since their types have no other forms.
#[cfg(feature = "derive")]
impl RequestState<'_, '_> {
    /// Normalizes the fields of the new value (0) or of the old one (1). Returns whether a field was removed.
    pub(super) fn normalize_fields_of_value(&mut self, side: usize) -> bool {
        let mut changes = core::mem::take(&mut self.buffers.extensions.changes);
        normalize_side(self, side, &mut changes);
        let changed = changes.make(if side == 0 { self.new.side } else { self.old.side });
        self.buffers.extensions.changes = changes;
        changed
    }

    /// Clears the members of unions of the new value that a changed discriminator does not select. Returns
    /// whether a member was removed.
    pub(super) fn clear_unions_of_value(&mut self) -> bool {
        let mut buffers: Buffers<'_> = core::mem::take(&mut self.buffers.extensions);
        // Types have no unions of the older shape, and only those have faults.
        let _ = extensions::clear_unions(self.extent(), self.tapes(), &mut buffers);
        let changed = buffers.changes.make(self.new.side);
        self.buffers.extensions = buffers.recycled();
        changed
    }
}

impl<'p> Validation<'_, 'p> {
    /// Compares immutable values. Violations that reject the request end it.
    pub(super) fn immutability(&mut self, steps: &Steps<'p>) -> Result<(), Refused> {
        let Some(step) = Steps::extension(steps.immutability) else { return Ok(()) };
        if self.progress.same_but_metadata {
            return Ok(());
        }
        step(self);
        if self.findings.violated.is_empty() {
            return Ok(());
        }
        let name = super::name(self.tape);
        let violated = self.findings.violated.iter().cloned();
        let about = About::new(self.definition.group, self.definition.kind, &name);
        *self.refused = BadRequest::other(about.summary("cannot be updated", violated));
        Err(Refused { decoded: true })
    }

    /// Validates unions.
    pub(super) fn unions(&mut self, steps: &Steps<'p>) {
        if let Some(step) = Steps::extension(steps.unions) {
            step(self);
        }
    }
}

/// Normalizes the new object: null and empty fields become absent.
pub fn normalize_fields(request: &mut RequestState<'_, '_>) {
    let mut changes = core::mem::take(&mut request.buffers.extensions.changes);
    normalize_side(request, 0, &mut changes);
    request.change(&mut changes);
    request.buffers.extensions.changes = changes;
}

/// Normalizes the old object, which may have been stored before there was normalization. The generation is
/// computed before this, so it already counts that the stored object changes.
pub(super) fn normalize_old(request: &mut RequestState<'_, '_>) {
    let mut changes = core::mem::take(&mut request.buffers.extensions.changes);
    normalize_side(request, 1, &mut changes);
    request.change_old(&mut changes);
    request.buffers.extensions.changes = changes;
}

fn normalize_side(request: &mut RequestState<'_, '_>, side: usize, changes: &mut Changes) {
    let mut buffers: Buffers<'_> = core::mem::take(&mut request.buffers.extensions);
    // A preserved status is the old one on both sides and stays unchanged.
    let keeps_status = request.definition.status_subresource;
    extensions::normalize_side(request.extent(), request.tapes(), side, keeps_status, &mut buffers, changes);
    request.buffers.extensions = buffers.recycled();
}

/// Removes null and empty fields from the status of an object that is stored.
pub(super) fn normalize_status(
    definition: &Definition<'_>,
    text: &[u8],
    side: &mut Side,
    kept: &mut Buffers<'static>,
) {
    if cfg!(crdc_without_extensions) {
        return;
    }
    let tape = side.tape(text, definition.defaults, b"");
    let Some(status) = extensions::normalized_status(definition.places, tape) else { return };
    let mut buffers: Buffers<'_> = core::mem::take(kept);
    let mut changes = core::mem::take(&mut buffers.changes);
    extensions::normalize_status(status, tape, &mut buffers, &mut changes);
    changes.make(side);
    buffers.changes = changes;
    *kept = buffers.recycled();
}

/// Converts numbers to their stored form; see `extensions/numbers.rs`.
pub fn normalize_numbers(request: &mut RequestState<'_, '_>) {
    if !request.stored_side().floats {
        return;
    }
    let tape = request.stored();
    let root = match (request.request.kind, request.progress.statuses) {
        (RequestKind::UpdateStatus, [Some(status), _]) => status,
        (RequestKind::UpdateStatus, _) => return,
        _ => 0,
    };
    let mut changes = Changes::default();
    extensions::normalize_numbers(tape, root..tape.after(root), &mut changes);
    request.change(&mut changes);
}

/// Normalizes unions: clears members.
pub fn normalize_unions(request: &mut RequestState<'_, '_>) {
    let mut buffers: Buffers<'_> = core::mem::take(&mut request.buffers.extensions);
    let mut faults = if request.request.as_stored {
        // Members that are not selected are errors of the validation.
        extensions::unnormalized_unions(request.extent(), request.tapes(), &mut buffers)
    } else {
        let faults = extensions::clear_unions(request.extent(), request.tapes(), &mut buffers);
        let mut changes = core::mem::take(&mut buffers.changes);
        request.note_cleared(&changes);
        request.change(&mut changes);
        buffers.changes = changes;
        faults
    };
    request.buffers.extensions = buffers.recycled();
    // Faults are dropped if they are in a member that an outer union cleared, or in a status that is not
    // stored.
    if !faults.is_empty() {
        let tape = request.stored();
        if request.definition.status_subresource && request.request.kind != RequestKind::UpdateStatus {
            let status = tape.field(0, root::STATUS);
            faults.retain(|fault| !status.is_some_and(|at| (at..tape.after(at)).contains(&fault.at)));
        }
        let mut errors = extensions::word_faults(tape, faults);
        request.findings.after.append(&mut errors);
    }
}

/// Compares immutable values. Violations that reject the request are kept separate from errors, and so are
/// violations that CEL rules would find.
pub fn immutability(validation: &mut Validation<'_, '_>) {
    let (extent, tapes, seen) = (validation.extent(), validation.tapes(), validation.seen());
    let Some(first) = extensions::first_compared(extent, &tapes, &seen) else { return };
    let mut buffers: Buffers<'_> = core::mem::take(&mut validation.buffers.extensions);
    let Findings { violated, lowered, after, .. } = &mut *validation.findings;
    extensions::compare(extent, first, (tapes, seen), &mut buffers, |dialect, error| match dialect {
        dialect if dialect.is_bad_request() => violated.push(error),
        dialect if dialect.is_rule() => lowered.push(error),
        _ => after.push(error),
    });
    validation.buffers.extensions = buffers.recycled();
}

/// Validates unions.
pub fn unions(validation: &mut Validation<'_, '_>) {
    let (extent, tapes) = (validation.extent(), validation.tapes());
    let mut buffers: Buffers<'_> = core::mem::take(&mut validation.buffers.extensions);
    extensions::validate_unions(extent, tapes, &mut buffers, validation.violations);
    validation.buffers.extensions = buffers.recycled();
}
