//! Marks that exclude each other on one value.

use crate::check::report::Report;
use crate::check::schema_context::SchemaContext;
use crate::diag::Code;
use crate::schema::{Immutability, Topology};

pub(in crate::check) fn conflicts(place: &SchemaContext<'_>, report: &mut Report) {
    let set: Vec<_> = place.schema.marks.set().collect();
    let [first, .., last] = set.as_slice() else { return };
    let (message, help) = match (first.0, last.0) {
        (Immutability::Immutable, other) => (
            format!("`{}` cannot stand beside `{}`", other.keyword(), Immutability::Immutable.keyword()),
            "keep one of them: `x-kubernetes-immutable` fixes keys and values, the others speak of keys alone",
        ),
        (Immutability::ImmutableKeys, other) => (
            format!("`{}` cannot stand beside `{}`", other.keyword(), Immutability::ImmutableKeys.keyword()),
            "keep one of them: with `x-kubernetes-immutable-keys`, keys neither come nor go",
        ),
        _ if place.schema.topology() == Topology::Set => (
            "additions only and deletions only leave nothing that may happen".to_owned(),
            "write `x-kubernetes-immutable: true` in the place of both",
        ),
        _ => (
            "additions only and deletions only leave nothing that may happen to keys".to_owned(),
            "write `x-kubernetes-immutable-keys: true` in the place of both",
        ),
    };
    let mut marks = [first, last];
    marks.sort_by_key(|(_, at)| at.key);
    let [above, below] = marks.map(|(_, at)| at.key);
    report.add(Code::ImmutableConflict, below, message).note(above, "the other one").help(help);
}
