//! Marks that change nothing: below `x-kubernetes-immutable`, and in the items of sets, which are keys
//! themselves: an item that is another is another item.

use super::refused;
use crate::check::report::Report;
use crate::check::schema_context::SchemaContext;
use crate::diag::Code;

pub(in crate::check) fn redundant(place: &SchemaContext<'_>, report: &mut Report) {
    if place.servers_own() && !refused(place) {
        for (mark, at) in place.schema.marks.set() {
            report
                .add(Code::ImmutableRedundant, at.key, format!("`{}` says nothing here", mark.keyword()))
                .label("no update changes what an object is")
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
                format!("`{}` says nothing: everything here is immutable", mark.keyword()),
            )
            .note(above, "immutable from here on")
            .help("remove one of the two");
    }
}

pub(in crate::check) fn set_items(place: &SchemaContext<'_>, report: &mut Report) {
    let Some(set) = place.in_set.filter(|_| !refused(place) && place.immutable.is_none()) else { return };
    for (mark, at) in place.schema.marks.set() {
        report
            .add(
                Code::ImmutableSetItems,
                at.key,
                format!("`{}` has nothing to check in the items of a set", mark.keyword()),
            )
            .note(set, "an item that is changed is another item of the set")
            .help(
                "remove it; to fix which items there are, mark the set with `x-kubernetes-immutable`, \
                 `x-kubernetes-addition-only` or `x-kubernetes-deletion-only`",
            );
    }
}
