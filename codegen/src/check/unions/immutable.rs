//! Members that are immutable while their discriminator is not: an update that selects another member
//! clears the one and sets the other, and is refused for it.

use super::found::{Object, Union};
use crate::check::report::Report;
use crate::check::schema_context::SchemaContext;
use crate::diag::Code;

pub(super) fn immutable(
    union: &Union<'_>,
    object: &Object<'_>,
    place: &SchemaContext<'_>,
    report: &mut Report,
) {
    let Some((name, _)) = union.discriminator else { return };
    let mark = place.schema.marks.immutable.as_ref();
    // All of the object is: the discriminator as well.
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
                    format!("`{member}` cannot be cleared or set, so updates that change `{name}` are refused"),
                )
                .note(span, "a member of the union")
                .help(format!(
                    "mark `{name}` `x-kubernetes-immutable: true` as well if that is meant, or remove `{}`, or \
                     write it at the fields inside",
                    mark.keyword()
                ));
        }
    }
}
