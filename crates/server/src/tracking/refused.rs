//! Converts errors of server-side apply to a `Status`. In: an error of crdc-apply. Out: the server's
//! `Status`.

use crdc::{Cause, Details, Status};
use crdc_admission::Refusal;
use crdc_apply::ApplyError;

/// The refusal of an apply.
pub(super) fn refused(error: &ApplyError) -> Refusal {
    let mut status = Status::new(error.code(), error.reason(), error.message());
    if !error.causes().is_empty() {
        let mut details = Details::new("", "", "");
        let cause =
            |cause: &crdc_apply::Cause| Cause::new(crdc_apply::Cause::REASON, &*cause.message, &*cause.field);
        details.causes.extend(error.causes().iter().map(cause));
        status = status.about(details);
    }
    status.into()
}
