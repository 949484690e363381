//! Warns of nullable values: Go clients read null as the empty value, and write it so.
//
// kube-api-linter: nonullable

use super::place::Place;
use crdc_source::diag::{Code, Diagnostic};

pub(super) fn nullable(place: &Place<'_>) -> Option<Diagnostic> {
    let nullable = place.schema.nullable.as_ref().filter(|at| at.value)?;
    let message = format!("{place} may be null, which Go clients cannot tell from an empty value");
    Some(
        Diagnostic::new(Code::StyleNullable, nullable.key, message)
            .help("remove `nullable`, and leave the field out of `required`"),
    )
}
