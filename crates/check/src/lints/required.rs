//! Warns of names in `required` that no value can have: they are not properties, so pruning removes them.

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_source::diag::Code;
use crdc_source::diag::nearest;

pub(super) fn required(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    // A branch sees the properties of the schemas around it, and metadata has fields of its own.
    let open = schema.additional_properties.is_some() || schema.preserves_unknown_fields();
    if place.junctor.is_some() || place.inside_metadata || place.by_skeleton || open || schema.misread {
        return;
    }
    let resource = place.root || schema.is_embedded_resource();
    for name in schema.required.iter().flat_map(|at| &at.value) {
        let own = resource && matches!(name.value.as_str(), "apiVersion" | "kind" | "metadata");
        if own || schema.property(&name.value).is_some() || schema.type_name() != "object" {
            continue;
        }
        let known = schema.property_list().iter().map(|property| property.name.as_str());
        let help = match nearest(&name.value, known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "add it to `properties`, or remove it from `required`".to_owned(),
        };
        report
            .add(
                Code::RequiredUnknown,
                name.span,
                format!("`{}` is required but is not a property: no value is valid", name.value),
            )
            .label("pruned before it is validated")
            .help(help)
            .done();
    }
}
