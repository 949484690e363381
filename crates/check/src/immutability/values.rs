//! Checks the values of the immutability keywords: a marker must be `true`, `x-kubernetes-normalize` must be
//! `undefined`, and a dialect must have a known name. The reader has reported values of the wrong type.

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_schema::{Dialect, Immutability};
use crdc_source::diag::{Code, quoted};
use crdc_source::diag::{meant_or, nearest};

pub(crate) fn values(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    for (mark, at) in schema.marks.written().filter(|(_, at)| !at.value) {
        let help = match mark {
            Immutability::Immutable => {
                "remove it; a field cannot be excluded from an immutable parent: make the other fields \
                 immutable instead"
            }
            _ => "remove it",
        };
        report
            .add(Code::ImmutableValue, at.span, format!("`{}` can only be true", mark.keyword()))
            .label("`false` does not exclude a field")
            .help(help);
    }
    if let Some(at) = schema.normalize.as_ref().filter(|_| !schema.is_normalized()) {
        report
            .add(
                Code::NormalizeValue,
                at.span,
                format!("`x-kubernetes-normalize` cannot be {}", quoted(&at.value)),
            )
            .label("unknown normalization")
            .help("write `undefined`: null and empty values become absent");
    }
    if let Some(at) = schema.dialect.as_ref().filter(|_| schema.dialect().is_none()) {
        let names = Dialect::ALL.map(Dialect::as_str);
        let help = meant_or(nearest(&at.value, names.into_iter()), || {
            format!("write one of {}", names.map(|name| format!("`{name}`")).join(", "))
        });
        report
            .add(Code::DialectUnknown, at.span, format!("unknown dialect {}", quoted(&at.value)))
            .label("not a dialect")
            .help(help);
    }
}
