//! Warns of lists of objects all of whose fields are optional: in YAML, a misplaced dash makes two items of
//! one, and both are valid.
//
// kube-api-linter: arrayofstruct

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn objects(place: &Place<'_>) -> Option<Diagnostic> {
    let (items, key) = place.schema.one_item()?;
    let is_struct = items.type_name() == "object" && !items.property_list().is_empty();
    // The keys of a map are required, or have defaults.
    let has_keys = place.schema.x_list_map_keys.as_ref().is_some_and(|at| !at.value.is_empty());
    let has_required = items.required.as_ref().is_some_and(|at| !at.value.is_empty());
    (is_struct && !has_required && !has_keys).then(|| {
        let message = format!("{place} is a list of objects without a required field");
        Diagnostic::new(Code::StyleItemFields, key, message)
            .help("name a field in `required` that every item has")
    })
}
