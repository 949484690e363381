//! Warns of maps, whose schema does not describe their keys.
//
// openshift/crd-schema-checker: NoMaps

use super::place::Place;
use crdc_schema::SchemaOrBool;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn maps(place: &Place<'_>) -> Option<Diagnostic> {
    let entries = place.schema.additional_properties.as_ref()?;
    // `false` is no map, and no server accepts it in a structural schema.
    let closed = matches!(*entries.value, SchemaOrBool::Bool(false));
    (place.schema.type_name() == "object" && !closed).then(|| {
        let message = format!("{place} is a map, which has no name for what its keys are");
        Diagnostic::new(Code::StyleMap, entries.key, message).help(
            "write a list of objects with a field for the key, `x-kubernetes-list-type: map` and \
             `x-kubernetes-list-map-keys` with that field",
        )
    })
}
