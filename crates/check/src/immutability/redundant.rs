//! Immutability extensions without effect: below `x-kubernetes-immutable`, and in the items of sets. The
//! items of a set are its keys, so a changed item is a different item.

use super::places::refused;
use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_source::diag::Code;

pub(crate) fn redundant(place: &SchemaContext<'_>, report: &mut Report) {
    if place.servers_own() && !refused(place) {
        for (mark, at) in place.schema.marks.set() {
            report
                .add(Code::ImmutableRedundant, at.key, format!("`{}` has no effect here", mark.keyword()))
                .label("no update can change the type of an object")
                .help("remove it");
        }
        return;
    }
    let Some(above) = place.immutable.filter(|_| !refused(place)) else { return };
    for (mark, at) in place.schema.marks.set() {
        report
            .add(
                Code::ImmutableRedundant,
                at.key,
                format!("`{}` has no effect: this is already immutable", mark.keyword()),
            )
            .note(above, "immutable from here on")
            .help("remove one of the two");
    }
}

pub(crate) fn set_items(place: &SchemaContext<'_>, report: &mut Report) {
    let Some(set) = place.in_set.filter(|_| !refused(place) && place.immutable.is_none()) else { return };
    for (mark, at) in place.schema.marks.set() {
        report
            .add(
                Code::ImmutableSetItems,
                at.key,
                format!("`{}` has no effect in the items of a set", mark.keyword()),
            )
            .note(set, "a changed item is a different item of the set")
            .help(
                "remove it; to restrict which items can be added or removed, write `x-kubernetes-immutable`, \
                 `x-kubernetes-addition-only` or `x-kubernetes-deletion-only` on the set",
            );
    }
}
