//! Warns of objects without fields where fields are expected, because everything in them is pruned. Reported
//! are the metadata of templates, whose labels and annotations are lost, items of lists, and objects that
//! must have fields. Elsewhere an object without fields may be intended, as a member of a union that has
//! nothing to set; `style` reports these.
//
// apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go

use crate::report::Report;
use crate::schema_context::{Child, SchemaContext};
use crdc_source::diag::Code;

pub(super) fn fieldless(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    if place.junctor.is_some() || place.by_skeleton || place.servers_own() || !schema.is_fieldless() {
        return;
    }
    let least = schema.min_properties.as_ref().filter(|least| least.value > 0);
    let (message, help) = match place.held {
        // `preserve-nested` has its own words.
        Child::Property(parent, _) if parent.preserves_unknown_fields() => return,
        Child::Item(list) if list.preserves_unknown_fields() => return,
        Child::Property(_, "metadata") => (
            "everything in `metadata` is pruned, also labels and annotations",
            "write the fields that it may have, such as `labels` and `annotations`, each with `type: object` and `additionalProperties: {type: string}`; with controller-gen, `crd:generateEmbeddedObjectMeta=true`",
        ),
        Child::Item(_) => (
            "everything in the items is pruned: each is an empty object",
            "write the `properties` of the items, or `x-kubernetes-preserve-unknown-fields: true` beside their type",
        ),
        _ if least.is_some() => (
            "everything in the object is pruned, so it never has the fields that `minProperties` asks for",
            "write its `properties`, or `additionalProperties` if it is a map",
        ),
        _ => return,
    };
    report.add(Code::ObjectWithoutFields, place.key, message).label("has no fields").help(help).done();
}
