//! Changes the object of a review. In: a request. Out: the changed object.
//!
//! Easy to break: fields that the server itself sets after the webhook are not changed: the generation, and
//! the status if it is a subresource. An object with errors is changed too, since other webhooks and the
//! validation follow.

use std::borrow::Cow;

use crdc::__private::plan::Compiled;
use crdc::FieldValidation;

use super::unambiguous::unambiguous;
use super::{Rules, Scratches};
use crate::blocking::Stop;
use crate::patch::{Kept, Parent, merge};
use crate::{Denial, HttpError, Only, Request};

/// The object of a request with the changes of crdc. This is `object` itself if crdc changes nothing, or if
/// the update is forbidden: the validation refuses such an update.
///
/// # Errors
///
/// Two readers could read two different objects. The inner error is the server's refusal of an object that
/// cannot be decoded.
pub(crate) fn mutated<'o>(
    compiled: &Compiled<'_>,
    rules: Rules,
    request: &Request,
    object: &'o [u8],
    (only, stop): (Only, &Stop),
    scratches: &Scratches,
) -> Result<Result<Cow<'o, [u8]>, Denial>, HttpError> {
    let Some(made) = rules.request(request, object, only) else { return Ok(Ok(Cow::Borrowed(object))) };
    scratches.with(object.len(), |scratch| {
        let outcome = crdc::answer(compiled, made, scratch);
        unambiguous(&outcome)?;
        if outcome.unchanged_but_system_fields() {
            return Ok(Ok(Cow::Borrowed(object)));
        }
        // An object with errors is changed too.
        let Some(stored) = outcome.accepted_object().or(outcome.rejected_object()) else {
            // An outcome without field errors means that the object cannot be decoded.
            let undecodable = outcome.status().filter(|_| outcome.errors().next().is_none());
            return Ok(undecodable.map_or(Ok(Cow::Borrowed(object)), |status| Err(status.into())));
        };
        if stop.is_asked() {
            // The client has disconnected: the result is not used.
            return Ok(Ok(Cow::Borrowed(object)));
        }
        let kept = Kept::By(kept(compiled, request, only));
        if only == Only::All {
            return Ok(Ok(Cow::Owned(merge(object, object, stored, kept))));
        }
        // The object after decoding alone: pruned, with defaults.
        Ok(Ok(scratches.with(object.len(), |scratch| {
            let decode = crdc::Request::decode(object).field_validation(FieldValidation::Ignore);
            let decoded = crdc::answer(compiled, decode, scratch);
            match decoded.accepted_object() {
                Some(decoded) => Cow::Owned(merge(object, decoded, stored, kept)),
                None => Cow::Borrowed(object),
            }
        })))
    })
}

/// The members whose changes are left to the server.
fn kept(compiled: &Compiled<'_>, request: &Request, only: Only) -> fn(Parent, &str) -> bool {
    if request.subresource().is_some() {
        return |parent, key| parent != Parent::Root || key != "status";
    }
    match (only, compiled.status_subresource) {
        (Only::All, true) => {
            |parent, key| is_system(parent, key) || (parent == Parent::Root && key == "status")
        }
        (Only::All, false) => is_system,
        (Only::Extensions, true) => |_, key| is_header(key) || key == "status",
        (Only::Extensions, false) => |_, key| is_header(key),
    }
}

/// Whether the server sets a member of `metadata`, before or after the webhook.
// apiserver: pkg/registry/rest/{create,update}.go BeforeCreate, BeforeUpdate
fn is_system(parent: Parent, key: &str) -> bool {
    let system = [
        "creationTimestamp",
        "deletionGracePeriodSeconds",
        "deletionTimestamp",
        "generation",
        "managedFields",
        "name",
        "namespace",
        "resourceVersion",
        "selfLink",
        "uid",
    ];
    parent == Parent::Metadata && system.contains(&key)
}

/// Whether a member is one of the header fields, which extensions never concern.
fn is_header(key: &str) -> bool {
    matches!(key, "apiVersion" | "kind" | "metadata")
}
