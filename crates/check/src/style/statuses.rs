//! Warns of required fields at the top of the status: a controller that writes one field of a new status has
//! to write all of them.
//
// kube-api-linter: statusoptional

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn optional(place: &Place<'_>) -> Option<Diagnostic> {
    let is_status = place.is_top && place.name == Some("status");
    let required = place.schema.required.as_ref().filter(|_| is_status)?;
    let names: Vec<String> = required.value.iter().map(|name| format!("`{}`", name.value)).collect();
    let message = format!("{place} has required fields: {}", names.join(", "));
    (!names.is_empty()).then(|| {
        Diagnostic::new(Code::StyleStatusRequired, required.key, message)
            .help("remove `required`: controllers write the fields of a status one after the other")
    })
}
