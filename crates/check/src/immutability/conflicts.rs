//! Reports immutability extensions that exclude each other on the same schema. In: a schema. Out: an error at
//! the later of the two keys.

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_schema::{Immutability, Topology};
use crdc_source::diag::Code;

pub(crate) fn conflicts(place: &SchemaContext<'_>, report: &mut Report) {
    let set: Vec<_> = place.schema.marks.set().collect();
    let [first, .., last] = set.as_slice() else { return };
    let (message, help) = match (first.0, last.0) {
        (Immutability::Immutable, other) => (
            format!("`{}` cannot be combined with `{}`", other.keyword(), Immutability::Immutable.keyword()),
            "keep one of them: `x-kubernetes-immutable` makes keys and values immutable, the others only keys",
        ),
        (Immutability::ImmutableKeys, other) => (
            format!(
                "`{}` cannot be combined with `{}`",
                other.keyword(),
                Immutability::ImmutableKeys.keyword()
            ),
            "keep one of them: with `x-kubernetes-immutable-keys`, keys cannot be added or removed",
        ),
        _ if place.schema.topology() == Topology::Set => (
            "addition-only and deletion-only together allow no change".to_owned(),
            "write `x-kubernetes-immutable: true` instead of both",
        ),
        _ => (
            "addition-only and deletion-only together allow no change of keys".to_owned(),
            "write `x-kubernetes-immutable-keys: true` instead of both",
        ),
    };
    let mut marks = [first, last];
    marks.sort_by_key(|(_, at)| at.key);
    let [above, below] = marks.map(|(_, at)| at.key);
    report.add(Code::ImmutableConflict, below, message).note(above, "the other extension").help(help);
}
