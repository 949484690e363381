//! Validates the object of a review. In: a request. Out: a verdict.
//!
//! Easy to break: the checked object is the object that the server stores, so it is validated as it was sent.
//! A change of a union that `mutate.rs` would make is an error here: the mutating webhook may be missing, or
//! another webhook may have changed the object after it. Errors that a server with the extensions would
//! report have its messages, which are about the normalized object.

use crdc::__private::plan::Compiled;
use crdc::{FieldError, Scratch, Status};

use super::unambiguous::unambiguous;
use super::{Rules, Scratches, scale};
use crate::{HttpError, Only, Request};

/// The verdict of crdc on a request.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// The refusal; `None` if the request is accepted.
    pub(crate) status: Option<Status>,
    /// The warnings for the client.
    pub(crate) warnings: Vec<String>,
    /// The number of existing errors of the old object that were ignored (ratcheting).
    pub(crate) ratcheted: usize,
}

/// Validates the object of a request. `None` if there are no rules for the request.
///
/// # Errors
///
/// The request cannot be checked.
pub(crate) fn validated(
    compiled: &Compiled<'_>,
    request: &Request,
    only: Only,
    scratches: &Scratches,
) -> Result<Option<Verdict>, HttpError> {
    let Some(rules) = Rules::of(compiled, request)? else { return Ok(None) };
    if rules == Rules::Scale {
        let status = scale::refused(compiled, request, only, scratches)?;
        return Ok(Some(Verdict { status, ..Verdict::default() }));
    }
    let object = request.object().unwrap_or_default();
    let Some(made) = rules.request(request, object, only) else { return Ok(Some(Verdict::default())) };
    scratches.with(object.len(), |scratch| {
        let as_stored = verdict(compiled, made.as_stored(), only, scratch)?;
        if as_stored.status.is_none() {
            return Ok(Some(as_stored));
        }
        let normalized = verdict(compiled, made, only, scratch)?;
        Ok(Some(if normalized.status.is_some() { normalized } else { as_stored }))
    })
}

fn verdict(
    compiled: &Compiled<'_>,
    made: crdc::Request<'_>,
    only: Only,
    scratch: &mut Scratch,
) -> Result<Verdict, HttpError> {
    let outcome = crdc::answer(compiled, made, scratch);
    unambiguous(&outcome)?;
    let ratcheted = outcome.ratcheted().filter(|error| only.refuses(error)).count();
    let (status, warnings) = match only {
        Only::All => (outcome.status(), outcome.warnings().map(String::from).collect()),
        Only::Extensions if outcome.accepted() => (None, Vec::new()),
        Only::Extensions => (outcome.status_of(|error: &FieldError| only.refuses(error)), Vec::new()),
    };
    Ok(Verdict { status, warnings, ratcheted })
}
