//! Warns of objects without fields, because servers prune everything in them. In unions they are intended, as
//! members that have nothing to set. The lint `object-without-fields` reports the places where fields are
//! expected.

use super::place::Place;
use crdc_schema::Schema;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn objects(place: &Place<'_>) -> Option<Diagnostic> {
    let elsewhere = place.name.is_none_or(|name| name == "metadata");
    let kept = place.around.is_some_and(Schema::preserves_unknown_fields);
    if elsewhere || kept || !place.schema.is_fieldless() {
        return None;
    }
    let message = format!("{place} is an object without fields: everything in it is pruned");
    let help = "write its `properties`, `additionalProperties` if it is a map, or \
                `x-kubernetes-preserve-unknown-fields: true` if it may have any field";
    Some(Diagnostic::new(Code::StyleEmptyObject, place.type_span(), message).help(help))
}
