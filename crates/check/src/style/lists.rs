//! Warns of lists without a list type: server-side apply replaces them as a whole, which may not be intended.
//
// openshift/crd-schema-checker: ListsMustHaveSSATags

use super::conditions;
use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn list_types(place: &Place<'_>) -> Option<Diagnostic> {
    let schema = place.schema;
    let typed = schema.x_list_type.as_ref().is_some_and(|at| !at.value.is_empty());
    // The guideline for conditions requires a list type itself.
    if schema.type_name() != "array" || typed || conditions::are(place) {
        return None;
    }
    let message =
        format!("{place} has no list type: every server-side apply with the field replaces the whole list");
    let scalars = schema
        .one_item()
        .is_some_and(|(items, _)| matches!(items.type_name(), "string" | "integer" | "number" | "boolean"));
    let help = if scalars {
        "write `x-kubernetes-list-type: set` if managers add values of their own and none appears twice, or `atomic`"
    } else {
        "write `x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys` if a field tells the items apart, \
         or `atomic`"
    };
    Some(Diagnostic::new(Code::StyleListType, place.key, message).help(help))
}
