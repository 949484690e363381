//! Warns of objects below `x-kubernetes-preserve-unknown-fields` that are declared without fields: the
//! declaration makes the server prune everything in them.
//
// apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go

use crate::report::Report;
use crate::schema_context::{Child, SchemaContext};
use crdc_source::diag::Code;

pub(super) fn preserved(place: &SchemaContext<'_>, report: &mut Report) {
    let Child::Property(parent, name) = place.held else { return };
    let schema = place.schema;
    if !schema.is_fieldless()
        || !parent.preserves_unknown_fields()
        || place.junctor.is_some()
        || place.servers_own()
    {
        return;
    }
    report
        .add(
            Code::PreserveNested,
            place.key,
            format!(
                "all fields of `{name}` are pruned, although the object around it preserves unknown fields"
            ),
        )
        .help("write `x-kubernetes-preserve-unknown-fields: true` here too, or remove the property")
        .done();
}
