//! Warns of optional values that may be empty: Go clients cannot tell an empty string, list or map from an
//! absent one, unless the field is a pointer.
//
// kube-api-linter: minlength

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn shortest(place: &Place<'_>) -> Option<Diagnostic> {
    let schema = place.schema;
    let (keyword, what, has) = match schema.type_name() {
        "string" => {
            let is_enum = schema.enumeration.is_some();
            ("minLength", "string", schema.min_length.is_some() || is_enum || schema.format.is_some())
        }
        "array" => ("minItems", "list", schema.min_items.is_some()),
        "object" if schema.additional_properties.is_some() => {
            ("minProperties", "map", schema.min_properties.is_some())
        }
        "object" => {
            let has_required = schema.required.as_ref().is_some_and(|at| !at.value.is_empty());
            ("minProperties", "object", schema.min_properties.is_some() || has_required)
        }
        _ => return None,
    };
    // `spec` and `status` are not what an author writes a limit for.
    (!has && place.is_optional() && !(place.is_top && what == "object")).then(|| {
        let message = format!("{place} is an optional {what} that may be empty");
        let help = format!("write `{keyword}: 1`, or `{keyword}: 0` if an empty {what} is meant");
        Diagnostic::new(Code::StyleMinLength, place.key, message).help(help)
    })
}
