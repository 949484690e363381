//! Warns of sets of objects: server-side apply compares items as a whole, so that a manager who changes a
//! field of an item adds another one.
//
// kube-api-linter: ssatags

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn objects(place: &Place<'_>) -> Option<Diagnostic> {
    let list_type = place.schema.x_list_type.as_ref().filter(|at| at.value == "set")?;
    let (items, _) = place.schema.one_item()?;
    (items.type_name() == "object").then(|| {
        let message = format!("{place} is a set of objects: an item that changes becomes another item");
        Diagnostic::new(Code::StyleObjectSet, list_type.span, message)
            .help("write `x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys`, or `atomic`")
    })
}
