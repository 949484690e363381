//! Warns of strings and lists that may be of any length, up to the limit of a request: rules about them cost
//! more, and objects may become large.
//
// kube-api-linter: maxlength

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn longest(place: &Place<'_>) -> Option<Diagnostic> {
    let schema = place.schema;
    // An enum limits the length, and so do these formats.
    let is_limited = schema.enumeration.is_some()
        || schema.format.as_ref().is_some_and(|at| matches!(&*at.value, "date" | "date-time" | "duration"));
    let (keyword, what, has) = match schema.type_name() {
        "string" => ("maxLength", "string", schema.max_length.is_some() || is_limited),
        "array" => ("maxItems", "list", schema.max_items.is_some()),
        _ => return None,
    };
    (!has).then(|| {
        let message = format!("{place} is a {what} without a limit");
        Diagnostic::new(Code::StyleMaxLength, place.key, message).help(format!("write `{keyword}`"))
    })
}
