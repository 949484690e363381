//! Logs refusals, with their reasons and without their objects.
//!
//! Easy to break: error messages contain values of the object. They are not logged, only the fields and the
//! types of errors.

use crdc::Status;

use crate::Request;

/// The number of fields of a refusal that are logged.
const MOST_FIELDS: usize = 8;

/// Logs a refused request.
pub(crate) fn refused(endpoint: &'static str, request: &Request, status: &Status) {
    let causes = status.details.as_ref().map_or(&[][..], |details| &details.causes);
    let fields: Vec<String> =
        causes.iter().take(MOST_FIELDS).map(|cause| format!("{}: {}", cause.field, cause.reason)).collect();
    tracing::info!(
        endpoint,
        uid = request.uid(),
        group = request.resource().group,
        version = request.resource().version,
        resource = request.resource().resource,
        subresource = request.subresource(),
        namespace = request.namespace(),
        name = request.name(),
        operation = request.operation().as_str(),
        user = request.user().username,
        dry_run = request.is_dry_run(),
        code = status.code,
        reason = status.reason,
        errors = causes.len(),
        fields = fields.join(", "),
        "refused"
    );
}
