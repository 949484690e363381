//! Warns of metadata of templates without `creationTimestamp`: Go clients write `creationTimestamp: null`
//! there, and servers warn of an unknown field, or refuse it with strict field validation.

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn metadata(place: &Place<'_>) -> Option<Diagnostic> {
    let schema = place.schema;
    let has = |name: &str| schema.property(name).is_some();
    let is_template = place.name == Some("metadata") && (has("labels") || has("annotations"));
    if !is_template || has("creationTimestamp") || schema.preserves_unknown_fields() {
        return None;
    }
    let message =
        format!("{place} has no `creationTimestamp`, which Go clients write there as null: an unknown field");
    let help = "add `creationTimestamp: {type: string, format: date-time, nullable: true}` to its properties, or \
                leave the field out of the types of clients";
    Some(Diagnostic::new(Code::StyleTemplateMetadata, place.key, message).help(help))
}
