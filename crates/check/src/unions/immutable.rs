//! Warns about immutable members with a mutable discriminator: an update that selects another member clears
//! one member and sets another, and is rejected.

use super::found::{Object, Union};
use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_source::diag::Code;

pub(super) fn immutable(
    union: &Union<'_>,
    object: &Object<'_>,
    place: &SchemaContext<'_>,
    report: &mut Report,
) {
    let Some((name, _)) = union.discriminator else { return };
    let mark = place.schema.marks.immutable.as_ref();
    // The whole object is immutable, including the discriminator.
    if place.immutable.is_some() || mark.is_some_and(|at| at.value) {
        return;
    }
    let Some(discriminator) = object.properties.get(name) else { return };
    if discriminator.schema.marks.immutable.as_ref().is_some_and(|at| at.value) {
        return;
    }
    for (member, span) in union.values.iter().flat_map(|(_, values)| values).filter_map(|value| value.member)
    {
        let Some(property) = object.properties.get(member) else { continue };
        if let Some((mark, at)) = property.schema.marks.set().next() {
            report
                .add(
                    Code::UnionMemberImmutable,
                    at.key,
                    format!("`{member}` cannot be cleared or set: updates that change `{name}` are rejected"),
                )
                .note(span, "a member of the union")
                .help(format!(
                    "if this is intended, write `x-kubernetes-immutable: true` on `{name}` too; otherwise remove \
                     `{}`, or write it on the fields of the member",
                    mark.keyword()
                ));
        }
    }
}
