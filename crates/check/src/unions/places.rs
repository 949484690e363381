//! Positions of `x-kubernetes-unions`: the object form must be on the discriminator, which is a string
//! field of an object; the list form must be on an object. Neither is allowed in metadata or in branches.

use crate::report::Report;
use crate::schema_context::{Child, SchemaContext};
use crdc_schema::{Topology, Unions};
use crdc_source::diag::Code;

pub(crate) fn places(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let Some(at) = &schema.unions else { return };
    if matches!(&at.value, Unions::Older(list) if list.is_empty()) {
        report
            .add(Code::UnionWithoutDiscriminator, at.key, "`x-kubernetes-unions` lists no union")
            .label("has no effect")
            .help("remove it");
        return;
    }
    let mut add = |message: &str, help: &str| {
        report.add(Code::UnionMisplaced, at.key, message).help(help).done();
    };
    if let Some((junctor, key)) = place.junctor {
        report
            .add(Code::UnionMisplaced, at.key, format!("a union is not allowed inside of `{junctor}`"))
            .note(key, "a branch restricts values, not their changes")
            .help("write it outside of the branch, where its fields are defined");
        return;
    }
    if place.servers_own() {
        let name = if place.inside_metadata { "in metadata" } else { "on `apiVersion` or `kind`" };
        return add(
            &format!("a union is not allowed {name}"),
            "remove it: the server itself defines these fields",
        );
    }
    match (&at.value, schema.topology()) {
        (Unions::Older(_), Topology::Map) => add(
            "a union is not allowed on a map, which has no named fields",
            "write it on an object with `properties`",
        ),
        (Unions::Older(_), Topology::ListMap | Topology::Set | Topology::List) => add(
            "a union is not allowed on an array",
            "write it under `items`, where the fields are, or on the discriminator",
        ),
        (Unions::Older(_), Topology::Scalar | Topology::Any) => add(
            "a list of unions must be on the object that has the fields",
            "move it there; on the discriminator, write `{fieldMembers: {VALUE: {name: FIELD}}}`",
        ),
        (Unions::Older(_), Topology::Object) => {}
        (Unions::Members(_), Topology::Object | Topology::Map) => add(
            "`fieldMembers` must be on the discriminator, but this is an object",
            "move it to the string field that selects the member",
        ),
        (Unions::Members(_), Topology::ListMap | Topology::Set | Topology::List) => add(
            "`fieldMembers` must be on the discriminator, but this is an array",
            "move it to the string field that selects the member",
        ),
        (Unions::Members(_), Topology::Scalar | Topology::Any) => {
            if !matches!(place.held, Child::Property(..)) {
                add(
                    "a discriminator must be a field of an object, beside the fields that it selects",
                    "write it on a property",
                );
            }
        }
    }
}
