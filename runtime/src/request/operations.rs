//! **The order of a request**: the steps of each operation, in the server's order.
//!
//! In: a [`RequestState`] whose objects are not decoded yet. Out: whether the request was validated or
//! refused. Each step is a method of the file that its name suggests; one that the resource does not need
//! returns at once.
//!
//! A request has two halves. Up to `validation` steps change the objects; after it nothing does: the steps of
//! a [`Validation`](super::Validation) only read them.
//!
//! The comments "Mutating admission" and "Validating admission" name the places of an admission chain. The
//! chain itself is around a request, in the crate `crdc-admission`: mutators get the object of `decode`, and
//! the whole operation runs on what they return, so nothing that they do escapes a step; validators get the
//! object of an accepted outcome. A request without a chain does nothing for one.
//!
//! Operations are not inlined: a request runs one of them, and one large function for all needs a large frame
//! and more of the instruction cache.
// apiserver: endpoints/handlers/{create,update}.go; registry/rest/{create,update}.go BeforeCreate,
// BeforeUpdate; apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go

#[cfg(feature = "derive")]
use super::Validation;
use super::{RequestState, Steps, Validated, Verdict};
#[cfg(feature = "derive")]
use crate::correlate::Correlated;
use crate::operation::RequestKind;

/// Decodes, prunes and defaults an object.
#[inline(never)]
pub(crate) fn decode(request: &mut RequestState<'_, '_>) -> Verdict {
    request.decode_new()?;
    request.discard_schema_errors();
    request.enforce_field_validation()?;
    Ok(Validated::OBJECT)
}

/// Creates an object.
#[inline(never)]
pub(crate) fn create<'p>(request: &mut RequestState<'_, 'p>, steps: &Steps<'p>) -> Verdict {
    request.decode_new()?;
    request.enforce_field_validation()?;
    let owners = request.wipe_system_fields();
    request.ensure_namespace()?;
    request.deduplicate_owner_references(owners);
    // Mutating admission.
    if request.new.is_foreign {
        return create_foreign(request, steps);
    }
    request.normalize(steps);
    request.prepare_for_create();

    let mut validation = request.validation(RequestKind::Create);
    validation.metadata_of_create();
    validation.generated_name();
    // The other errors of the schema were raised while decoding.
    validation.schema();
    validation.scale();
    validation.unions(steps);
    validation.embedded_metadata();
    validation.lists();
    validation.rules(steps);
    validation.generate_name_again();
    // Validating admission.
    Ok(Validated::OBJECT)
}

/// Creates an object of another kind, which is never accepted.
#[cold]
fn create_foreign<'p>(request: &mut RequestState<'_, 'p>, steps: &Steps<'p>) -> Verdict {
    request.prepare_for_create();

    let mut validation = request.validation(RequestKind::Create);
    validation.type_meta();
    validation.foreign_embedded_metadata();
    validation.lists();
    validation.rules(steps);
    Ok(Validated::OBJECT)
}

/// Replaces an object, except for its status if that is a subresource.
#[inline(never)]
pub(crate) fn update<'p>(request: &mut RequestState<'_, 'p>, steps: &Steps<'p>) -> Verdict {
    request.decode_new()?;
    request.enforce_field_validation()?;
    request.decode_old()?;
    let owners = request.find_owner_references();
    request.ensure_namespace()?;
    request.deduplicate_owner_references(owners);
    // Mutating admission.
    if request.new.is_foreign {
        return update_foreign(request, steps);
    }
    request.normalize(steps);
    request.prepare_for_update();
    request.normalize_old(steps);

    let mut validation = request.validation(RequestKind::Update);
    validation.immutability(steps)?;
    validation.metadata_of_update();
    validation.schema();
    validation.ratchet_schema();
    validation.scale();
    validation.unions(steps);
    validation.ratchet_unions(steps);
    validation.embedded_metadata();
    validation.lists();
    validation.ratchet_lists();
    validation.rules(steps);
    // Validating admission.
    Ok(Validated::OBJECT)
}

/// Replaces an object with one of another kind, which is never accepted.
#[cold]
fn update_foreign<'p>(request: &mut RequestState<'_, 'p>, steps: &Steps<'p>) -> Verdict {
    request.prepare_for_update();
    // Errors of the status that was taken from the old object.
    request.discard_schema_errors();

    let mut validation = request.validation(RequestKind::Update);
    // On an update metadata is validated before the type meta.
    validation.metadata_of_update();
    validation.type_meta();
    validation.foreign_embedded_metadata();
    validation.lists();
    validation.ratchet_lists();
    validation.rules(steps);
    Ok(Validated::OBJECT)
}

/// Normalizes a Rust value, which is an object without metadata that needs no decoding.
#[cfg(feature = "derive")]
pub(crate) fn normalize_value(request: &mut RequestState<'_, '_>) -> bool {
    let fields = request.normalize_fields_of_value(0);
    request.clear_unions_of_value() || fields
}

/// Validates a Rust value as on a create. The errors of its schema were raised when it was written to its
/// side. `may_be_empty` is whether it may have fields to normalize, `rules` runs its CEL rules.
#[cfg(feature = "derive")]
pub(crate) fn create_value<'p>(
    request: &mut RequestState<'_, 'p>,
    steps: &Steps<'p>,
    at: Validated,
    may_be_empty: bool,
    rules: impl FnOnce(&mut Validation<'_, 'p>),
) -> Verdict {
    if may_be_empty {
        request.normalize_fields_of_value(0);
    }

    let mut validation = request.validation(RequestKind::Create);
    validation.scale_of_value();
    validation.unions(steps);
    validation.lists();
    rules(&mut validation);
    Ok(at)
}

/// Validates a Rust value as on an update. `rules` runs its CEL rules.
#[cfg(feature = "derive")]
pub(crate) fn update_value<'p, C: for<'c> Correlated<'c>>(
    request: &mut RequestState<'_, 'p>,
    steps: &Steps<'p>,
    (at, counterparts): (Validated, C),
    may_be_empty: [bool; 2],
    rules: impl FnOnce(&mut Validation<'_, 'p>),
) -> Verdict {
    for side in (0..2).filter(|side| may_be_empty[*side]) {
        request.normalize_fields_of_value(side);
    }
    request.find_change_of_value();

    let mut validation = request.validation(RequestKind::Update);
    validation.immutability(steps)?;
    validation.ratchet_value(at.root, counterparts);
    validation.scale_of_value();
    validation.unions(steps);
    validation.ratchet_unions_of_value(at.root, counterparts);
    validation.lists();
    validation.ratchet_lists();
    rules(&mut validation);
    Ok(at)
}

/// Replaces the status of an object: what is validated and stored is the old object with the new status. The
/// kind of the new object does not matter.
#[inline(never)]
pub(crate) fn update_status<'p>(request: &mut RequestState<'_, 'p>, steps: &Steps<'p>) -> Verdict {
    request.decode_new()?;
    request.enforce_field_validation()?;
    request.check_namespace()?;
    request.decode_old()?;
    request.ensure_stored_namespace()?;
    let owners = request.find_owner_references();
    request.deduplicate_owner_references(owners);
    // Mutating admission.
    request.prepare_for_status_update(steps);
    request.normalize(steps);
    request.normalize_old(steps);

    let mut validation = request.status_validation();
    validation.immutability(steps)?;
    validation.discard_errors_outside_of_status();
    validation.ratchet_status();
    validation.metadata_of_status_update();
    validation.status_scale();
    validation.unions(steps);
    validation.ratchet_unions(steps);
    // Lists outside of the status too.
    validation.lists();
    validation.ratchet_lists();
    validation.rules(steps);
    // Validating admission.
    Ok(validation.validated_status())
}
