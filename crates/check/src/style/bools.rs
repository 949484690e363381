//! Warns of booleans: they cannot get a third value later, and several booleans have combinations without a
//! meaning.
//
// openshift/crd-schema-checker: NoBools

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn bools(place: &Place<'_>) -> Option<Diagnostic> {
    (place.schema.type_name() == "boolean").then(|| {
        let message = format!("{place} is a boolean, which can never have a third value");
        Diagnostic::new(Code::StyleBool, place.type_span(), message).help(
            "write `type: string` with an `enum` of what the values mean, such as `[Enabled, Disabled]`",
        )
    })
}
