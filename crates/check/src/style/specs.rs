//! Warns of fields of the object, such as `spec`, that contain required fields but may themselves be absent:
//! an object without such a field is accepted, although it lacks the required fields.

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn specs(place: &Place<'_>) -> Option<Diagnostic> {
    let name = place.name.filter(|_| place.is_top && !place.in_status && place.is_optional())?;
    let required = place.schema.required.as_ref().and_then(|at| at.value.first())?;
    let message =
        format!("{place} has required fields and is optional itself: an object without it is accepted");
    let help = format!("write `required: [{name}]` beside the properties of the object");
    let found = Diagnostic::new(Code::StyleOptionalSpec, place.key, message).help(help);
    Some(found.note(required.span, "required only if it is there"))
}
