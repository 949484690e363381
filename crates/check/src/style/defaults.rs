//! Warns of defaults in an optional object without a default: they are applied only if this object is
//! present. That is surprising if an absent object means the same as an empty one. The lint
//! `default-unreached` reports the fields of the resource itself.

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn nested(place: &Place<'_>) -> Option<Diagnostic> {
    let first = place.schema.first_nested_default().filter(|_| !place.is_top && place.is_optional())?;
    let message = format!("the defaults in {place} are applied only if it is there, and it is optional");
    let help = "write `default: {}` beside its type, unless an absent object has a meaning of its own";
    let found = Diagnostic::new(Code::StyleNestedDefault, place.key, message).help(help);
    Some(found.note(first.key, "not applied if the object is absent"))
}
