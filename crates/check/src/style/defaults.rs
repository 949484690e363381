//! Warns of defaults in an optional object without a default: they are applied only if this object is
//! present. That is surprising if an absent object means the same as an empty one. The lint
//! `default-unreached` reports the fields of the resource itself.
//!
//! Warns of required fields with a default, too: nobody has to write them, since servers fill them in before
//! they validate.
//
// kube-api-linter: defaultorrequired

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn nested(place: &Place<'_>) -> Option<Diagnostic> {
    let first = place.schema.first_nested_default().filter(|_| !place.is_top && place.is_optional())?;
    let message = format!("the defaults in {place} are applied only if it is there, and it is optional");
    let help = "write `default: {}` beside its type, unless an absent object has a meaning of its own";
    let found = Diagnostic::new(Code::StyleNestedDefault, place.key, message).help(help);
    Some(found.note(first.key, "not applied if the object is absent"))
}

pub(super) fn required(place: &Place<'_>) -> Option<Diagnostic> {
    let default = place.schema.default.as_ref()?;
    let is_required = place.name.zip(place.required).is_some_and(|(name, required)| required.has(name));
    is_required.then(|| {
        let message = format!("{place} is required and has a default, so that nobody has to write it");
        Diagnostic::new(Code::StyleRequiredDefault, default.key, message)
            .help("remove it from `required`, or remove the default")
    })
}
