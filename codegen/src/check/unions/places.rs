//! Where `x-kubernetes-unions` may stand: the object on the discriminator, which is a field of an object
//! and a string; the list on an object. Not in metadata, and not where a schema only restricts.

use crate::check::report::Report;
use crate::check::schema_context::{Child, SchemaContext};
use crate::diag::Code;
use crate::schema::{Topology, Unions};

pub(in crate::check) fn places(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let Some(at) = &schema.unions else { return };
    if matches!(&at.value, Unions::Older(list) if list.is_empty()) {
        report
            .add(Code::UnionWithoutDiscriminator, at.key, "`x-kubernetes-unions` lists no union")
            .label("says nothing")
            .help("remove it");
        return;
    }
    let mut add = |message: &str, help: &str| {
        report.add(Code::UnionMisplaced, at.key, message).help(help).done();
    };
    if let Some((junctor, key)) = place.junctor {
        report
            .add(Code::UnionMisplaced, at.key, format!("a union cannot stand inside of `{junctor}`"))
            .note(key, "a branch only restricts: it says nothing of what a value was")
            .help("write it outside of the branch, where its fields are specified");
        return;
    }
    if place.servers_own() {
        let name = if place.inside_metadata { "in metadata" } else { "at the type of the object" };
        return add(
            &format!("a union cannot stand {name}"),
            "remove it: the server knows these fields itself",
        );
    }
    match (&at.value, schema.topology()) {
        (Unions::Older(_), Topology::Map) => add(
            "a union cannot stand on a map: it speaks of fields that have names",
            "write it on an object with `properties`",
        ),
        (Unions::Older(_), Topology::ListMap | Topology::Set | Topology::List) => add(
            "a union cannot stand on an array",
            "write it under `items`, where the fields are, or on the discriminator among them",
        ),
        (Unions::Older(_), Topology::Scalar | Topology::Any) => add(
            "a list of unions stands on the object whose fields they are",
            "move it there; on the discriminator, write `{fieldMembers: {VALUE: {name: FIELD}}}`",
        ),
        (Unions::Older(_), Topology::Object) => {}
        (Unions::Members(_), Topology::Object | Topology::Map) => add(
            "`fieldMembers` stands on the discriminator, and this is an object",
            "move it to the field that says which of the others is set, a string",
        ),
        (Unions::Members(_), Topology::ListMap | Topology::Set | Topology::List) => add(
            "`fieldMembers` stands on the discriminator, and this is an array",
            "move it to the field that says which of the others is set, a string",
        ),
        (Unions::Members(_), Topology::Scalar | Topology::Any) => {
            if !matches!(place.held, Child::Property(..)) {
                add(
                    "a discriminator is a field of an object, beside the fields that it selects",
                    "write it at a property",
                );
            }
        }
    }
}
