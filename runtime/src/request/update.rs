//! Updates an object, or its status only.
// apiserver: registry/rest/update.go BeforeUpdate; apiextensions-apiserver:
// registry/customresource/{strategy,status_strategy}.go

use super::decode::{self, Decoded};
use super::{
    Objects, Refused, Request, Verdict, generation, lists, metadata, namespace, owner_references, ratchet,
    receive::receive, rules, scale, status_field, strict, system, tape, type_meta, whole,
};
use crate::compiled::{Compiled, Steps};
use crate::correlate::Topology;
use crate::decode::meta::{field, root};
use crate::extensions::normalise_old;
use crate::scratch::Scratch;
use crate::side::Side;
use crate::status::About;
use crate::tape::Kind;
use crdc_vocabulary::Ratcheting;

/// All steps of an update.
pub(super) fn update(compiled: &'static Compiled, request: Request<'_>, scratch: &mut Scratch) -> Verdict {
    let (new, old, message) = (&mut scratch.new, &mut scratch.old, &mut scratch.message);
    let Ok(decoded) = decode::object(compiled, request.new, new, false, request.field_validation, message)
    else {
        return Verdict::Refused { decoded: false };
    };
    if strict::refuses(compiled, request, new, message) {
        return Verdict::Refused { decoded: true };
    }
    if decode_old(compiled, request.old, old, message).is_err() {
        return Verdict::Refused { decoded: true };
    }
    old.violations.clear();
    if receive(compiled, request, scratch).is_err() {
        return Verdict::Refused { decoded: true };
    }
    let steps = &compiled.steps;
    if decoded == Decoded::Known {
        // Mutators: an admission chain will run them here.
        for step in steps.normalising() {
            step(&mut Objects { compiled, request, scratch });
        }
    }
    prepare(compiled, request, scratch);
    if decoded == Decoded::Known && Steps::extension(steps.normalise_fields).is_some() {
        normalise_old(&mut Objects { compiled, request, scratch });
    }
    if decoded == Decoded::Known
        && !scratch.same_but_metadata
        && let Some(step) = Steps::extension(steps.immutability)
    {
        step(&mut Objects { compiled, request, scratch });
        if !scratch.violated.is_empty() {
            return violated(compiled, request, scratch);
        }
    }
    // On an update metadata is validated before the type meta.
    metadata::update(compiled, request, scratch);
    if decoded == Decoded::Foreign {
        type_meta::refuse(compiled, scratch, request.new);
        // A status that was taken is not validated for another kind.
        scratch.new.violations.clear();
        metadata::foreign_embedded(compiled, request, scratch);
        ratcheted_lists(compiled, request, scratch);
        return Verdict::Validated { root: 0, prefix: "" };
    }
    // The schema's other errors were raised while decoding.
    whole::validate(compiled, request.new, request.old, scratch);
    ratchet(compiled, request, scratch);
    scale::whole(compiled, request, scratch);
    if let Some(step) = Steps::extension(steps.unions) {
        step(&mut Objects { compiled, request, scratch });
        ratchet_unions(compiled, request, scratch, (0, 0), compiled.topology);
    }
    metadata::embedded(compiled, request, scratch);
    ratcheted_lists(compiled, request, scratch);
    rules::run(compiled, request, scratch);
    // Validators: an admission chain will run them here.
    Verdict::Validated { root: 0, prefix: "" }
}

/// Ignores schema errors of unchanged values.
fn ratchet(compiled: &Compiled, request: Request<'_>, scratch: &mut Scratch) {
    if scratch.new.violations.is_empty() {
        return;
    }
    let mut violations = core::mem::take(&mut scratch.new.violations);
    let old = tape(compiled, &scratch.old, request.old, b"");
    let new = tape(compiled, &scratch.new, request.new, super::input(&scratch.old, request.old));
    ratchet::schema(
        compiled.ratcheting,
        (new, old),
        (0, 0),
        compiled.topology,
        &mut violations,
        &mut scratch.ratcheted,
    );
    scratch.new.violations = violations;
}

/// Ignores union errors of unchanged objects. `pair` has the roots of both objects: a status update has them
/// on one tape.
fn ratchet_unions(
    compiled: &'static Compiled,
    request: Request<'_>,
    scratch: &mut Scratch,
    pair: (u32, u32),
    topology: &'static Topology,
) {
    if compiled.ratcheting != Ratcheting::ApiServer {
        return;
    }
    let mut violations = core::mem::take(&mut scratch.stored_side(request.operation).violations);
    let mut buffers = core::mem::take(&mut scratch.extensions);
    let mut ratcheted = core::mem::take(&mut scratch.ratcheted);
    let objects = Objects { compiled, request, scratch };
    ratchet::unions(objects.tapes(), pair, topology, &mut buffers, (&mut violations, &mut ratcheted));
    scratch.stored_side(request.operation).violations = violations;
    (scratch.extensions, scratch.ratcheted) = (buffers, ratcheted);
}

/// The verdict if immutable values changed.
fn violated(compiled: &Compiled, request: Request<'_>, scratch: &mut Scratch) -> Verdict {
    let name = super::name(rules::stored(compiled, request, scratch));
    scratch.message =
        About::new(compiled, &name).summary("cannot be updated", scratch.violated.iter().cloned());
    Verdict::Refused { decoded: true }
}

/// Validates lists. The errors are ignored if the old object's lists have errors too.
fn ratcheted_lists(compiled: &Compiled, request: Request<'_>, scratch: &mut Scratch) {
    let other = super::input(&scratch.old, request.old);
    lists::check(compiled, &mut scratch.new, request.new, other, &mut scratch.lists);
    if compiled.ratcheting == Ratcheting::ApiServer && ratchet::has_list_errors(&scratch.new.violations) {
        lists::check(compiled, &mut scratch.old, request.old, b"", &mut scratch.lists);
        if ratchet::has_list_errors(&scratch.old.violations) {
            ratchet::lists(&mut scratch.new.violations, &mut scratch.ratcheted);
        }
        scratch.old.violations.clear();
    }
}

/// All steps of a status update: everything but `status` is the old object's.
pub(super) fn update_status(
    compiled: &'static Compiled,
    request: Request<'_>,
    scratch: &mut Scratch,
) -> Verdict {
    // The stored side is decoded from the old object; the other side provides the status.
    let (stored, given, message) = (&mut scratch.old, &mut scratch.new, &mut scratch.message);
    let Ok(decoded) = decode::object(compiled, request.new, given, false, request.field_validation, message)
    else {
        return Verdict::Refused { decoded: false };
    };
    if strict::refuses(compiled, request, given, message) {
        return Verdict::Refused { decoded: true };
    }
    if decode_old(compiled, request.old, stored, message).is_err() {
        return Verdict::Refused { decoded: true };
    }
    // The kind does not matter: the type meta that counts is the old object's.
    let _ = decoded;
    let view = tape(compiled, given, request.new, b"");
    if namespace::ensure_stored(compiled, request, stored, view, message).is_err() {
        return Verdict::Refused { decoded: true };
    }
    if let Some(owners) = system::receive(given, false) {
        owner_references::deduplicate(compiled, given, request.new, owners, &mut scratch.lists);
    }
    // Objects stored before there were generations get the first one.
    let view = tape(compiled, stored, request.old, b"");
    if generation::of(view) == 0 {
        generation::set(stored, request.old, 1);
    }
    // `managedFields` is the new object's: the status update changes it.
    match system::get(tape(compiled, given, request.new, b""), field::MANAGED_FIELDS) {
        Some(value) => {
            system::set(stored, request.old, field::MANAGED_FIELDS, "managedFields", Kind::Array, value)
        }
        None => system::remove(stored, field::MANAGED_FIELDS),
    }
    let before = status_field::find(tape(compiled, stored, request.old, b""));
    // Normalization changes the new status only, also if the old one is equal.
    let apart = compiled.steps.normalising().next().is_some();
    let open = &mut scratch.open;
    let status = status_field::take(compiled, stored, request.old, given, request.new, open, apart);
    scratch.statuses = [status, before];
    if !extensions_allow(compiled, request, scratch) {
        return violated(compiled, request, scratch);
    }
    let (stored, given) = (&mut scratch.old, &scratch.new);
    // Only the errors of the status count, not those of the rest of the old object.
    let range = status.map(|at| (at, tape(compiled, stored, request.old, b"").after(at)));
    stored
        .violations
        .retain(|violation| range.is_some_and(|(start, end)| (start..end).contains(&violation.at())));
    if let (Some(status), Some(before)) = (status, before)
        && !stored.violations.is_empty()
    {
        // The old status stays on the tape as a dead entry.
        let mut violations = core::mem::take(&mut stored.violations);
        let view = tape(compiled, stored, request.old, super::input(given, request.new));
        ratchet::schema(
            compiled.ratcheting,
            (view, view),
            (status, before),
            compiled.status_topology,
            &mut violations,
            &mut scratch.ratcheted,
        );
        stored.violations = violations;
    } else if let (Some(status), None) = (status, before)
        && compiled.ratcheting != Ratcheting::Off
        && tape(compiled, stored, request.old, b"").entry(status).kind == Kind::Null
    {
        // The server treats an absent status like null.
        scratch.ratcheted.append(&mut stored.violations);
    }
    metadata::update_status(compiled, request, scratch);
    scale::status(compiled, request, scratch);
    let steps = &compiled.steps;
    if let Some(step) = Steps::extension(steps.unions) {
        step(&mut Objects { compiled, request, scratch });
        if let (Some(status), Some(before)) = (status, before) {
            ratchet_unions(compiled, request, scratch, (status, before), compiled.status_topology);
        }
    }
    // Lists outside of the status are validated too.
    let other = super::input(&scratch.new, request.new);
    lists::check(compiled, &mut scratch.old, request.old, other, &mut scratch.lists);
    if compiled.ratcheting == Ratcheting::ApiServer
        && ratchet::has_list_errors(&scratch.old.violations)
        && had_list_errors(compiled, request, scratch)
    {
        ratchet::lists(&mut scratch.old.violations, &mut scratch.ratcheted);
    }
    rules::run(compiled, request, scratch);
    match status {
        Some(root) => Verdict::Validated { root, prefix: "status" },
        None => Verdict::Validated { root: 0, prefix: "" },
    }
}

/// Runs the extensions on a new status; returns whether they allow it.
fn extensions_allow(compiled: &'static Compiled, request: Request<'_>, scratch: &mut Scratch) -> bool {
    let steps = &compiled.steps;
    for step in steps.normalising() {
        step(&mut Objects { compiled, request, scratch });
    }
    if Steps::extension(steps.normalise_fields).is_some() {
        normalise_old(&mut Objects { compiled, request, scratch });
    }
    if let Some(step) = Steps::extension(steps.immutability) {
        step(&mut Objects { compiled, request, scratch });
    }
    scratch.violated.is_empty()
}

/// Whether the lists of the old object had errors before it took the new status.
fn had_list_errors(compiled: &'static Compiled, request: Request<'_>, scratch: &mut Scratch) -> bool {
    let Some(mut side) = old_again(compiled, request) else { return false };
    lists::check(compiled, &mut side, request.old, b"", &mut scratch.lists);
    ratchet::has_list_errors(&side.violations)
}

/// The old object of a status update, decoded again: its first tape has the new status by now.
pub(super) fn old_again(compiled: &'static Compiled, request: Request<'_>) -> Option<Side> {
    let mut side = Side::default();
    let decoded = decode_old(compiled, request.old, &mut side, &mut alloc::string::String::new());
    side.violations.clear();
    decoded.ok().map(|()| side)
}

/// Decodes the old object. It was read from storage, so malformed metadata is dropped.
fn decode_old(
    compiled: &Compiled,
    text: &[u8],
    side: &mut Side,
    message: &mut alloc::string::String,
) -> Result<(), Refused> {
    let decoded = decode::object(compiled, text, side, true, super::FieldValidation::Ignore, message);
    if decoded.is_err() {
        *message = alloc::format!("the old object does not decode: {message}");
    }
    decoded.map(|_| ())
}

/// Restores what an update cannot set: status, generation, and metadata that the server maintains.
fn prepare(compiled: &Compiled, request: Request<'_>, scratch: &mut Scratch) {
    let (new, old) = (&mut scratch.new, &scratch.old);
    if compiled.status_subresource {
        status_field::take(compiled, new, request.new, old, request.old, &mut scratch.open, false);
    }
    let before = tape(compiled, old, request.old, b"");
    let same = {
        let after = tape(compiled, new, request.new, super::input(old, request.old));
        generation::same_but_metadata(after, before)
    };
    // Objects stored before there were generations have the first one.
    let generation = match generation::of(before) {
        0 => 1,
        generation => generation,
    };
    scratch.same_but_metadata = same.is_ok();
    scratch.first_change = same.err().flatten();
    generation::set(new, request.new, generation.wrapping_add(i64::from(!scratch.same_but_metadata)));
    let Some(metadata) = before.children(0).find(|&child| before.entry(child).field == root::METADATA) else {
        return;
    };
    for child in before.children(metadata) {
        let entry = before.entry(child);
        let (name, only_absent) = match entry.field {
            field::UID => ("uid", true),
            field::CREATION_TIMESTAMP => ("creationTimestamp", false),
            field::DELETION_TIMESTAMP => ("deletionTimestamp", false),
            field::DELETION_GRACE_PERIOD_SECONDS => ("deletionGracePeriodSeconds", true),
            _ => continue,
        };
        let present = system::find(new, entry.field)
            .and_then(|at| new.tape.get(at as usize))
            .is_some_and(|entry| !entry.is_dead());
        if !(only_absent && present) {
            let kind =
                if entry.field == field::DELETION_GRACE_PERIOD_SECONDS { Kind::Int } else { Kind::String };
            system::set(new, request.new, entry.field, name, kind, before.text(&entry));
        }
    }
}
