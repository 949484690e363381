//! Runs the steps of a request, and builds its outcome from the scratch.

use alloc::boxed::Box;

use crate::compiled::Compiled;
use crate::operation::{Request, RequestKind};
use crate::outcome::{Outcome, Raised};
use crate::request::{RequestState, operations};
use crate::scratch::Scratch;

/// Runs a request like [`Resource::answer`](crate::Resource::answer), for callers that have the description
/// of a resource instead of its type.
pub fn answer<'a>(compiled: &'a Compiled<'a>, request: Request<'a>, scratch: &'a mut Scratch) -> Outcome<'a> {
    let Compiled { definition, steps } = compiled;
    scratch.kept.out.clear();
    let mut whole = RequestState::new(definition, request, scratch);
    let state = &mut whole;
    let verdict = match request.kind {
        RequestKind::Decode => operations::decode(state),
        RequestKind::Create => operations::create(state, steps),
        RequestKind::Update => operations::update(state, steps),
        RequestKind::UpdateStatus => operations::update_status(state, steps),
    };
    let RequestState { new, old, ratcheted, buffers, .. } = whole;
    let (mut stored, other) = match request.kind {
        RequestKind::UpdateStatus => (old.records, new.records),
        _ => (new.records, old.records),
    };
    // An outcome owns its violations. Most requests have none, and the buffers serve the next request.
    let raised = (!stored.violations.is_empty() || !ratcheted.is_empty())
        .then(|| Box::new(Raised { violations: core::mem::take(&mut stored.violations), ratcheted }));
    let [of_new, of_old] = &mut buffers.records;
    // The former value is empty and owns nothing.
    core::mem::forget(core::mem::replace(of_new, stored.recycled()));
    if request.has_old() {
        core::mem::forget(core::mem::replace(of_old, other.recycled()));
    }
    Outcome::new(definition, request, scratch, verdict, raised)
}
