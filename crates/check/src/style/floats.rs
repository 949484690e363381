//! Warns of floating-point numbers: clients round and write them differently.
//
// openshift/crd-schema-checker: NoFloats

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn floats(place: &Place<'_>) -> Option<Diagnostic> {
    (place.schema.type_name() == "number").then(|| {
        let message =
            format!("{place} is a floating-point number, which may change when a client reads and writes it");
        Diagnostic::new(Code::StyleFloat, place.type_span(), message).help(
            "write `type: integer` in a smaller unit, such as percent, or `type: string` with a `pattern`",
        )
    })
}
