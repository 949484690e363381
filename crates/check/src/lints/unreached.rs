//! Warns of defaults below a field of the object that may be absent and has no default: they are not applied
//! to objects without this field.
//!
//! Only fields of the object itself, such as `spec`, are considered: deeper in the object, an absent value
//! often means that a feature is off (`style-nested-default`).
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/algorithm.go

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_source::diag::Code;

pub(super) fn unreached(place: &SchemaContext<'_>, report: &mut Report) {
    if !place.root || place.by_skeleton {
        return;
    }
    let required = place.schema.required_fields();
    for property in place.schema.property_list() {
        let own = matches!(property.name.as_str(), "apiVersion" | "kind" | "metadata" | "status");
        if own {
            continue;
        }
        let Some(first) = property.schema.first_nested_default() else { continue };
        if required.has(&property.name) {
            continue;
        }
        let name = &property.name;
        report
            .add(
                Code::DefaultUnreached,
                property.key,
                format!("an object without `{name}` does not get the defaults in it"),
            )
            .label("may be absent")
            .note(first.key, "not applied then")
            .help(format!("write `default: {{}}` beside the type of `{name}`, or make it required"))
            .done();
    }
}
