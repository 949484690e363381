//! What may be written: marks are `true`, `x-kubernetes-normalize` is `undefined`, a dialect is one of
//! three. Whatever is not even of the right type was reported by the reader.

use crate::check::report::Report;
use crate::check::schema_context::SchemaContext;
use crate::diag::{Code, quoted};
use crate::schema::suggest::{meant_or, nearest};
use crate::schema::{Dialect, Immutability};

pub(in crate::check) fn values(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    for (mark, at) in schema.marks.written().filter(|(_, at)| !at.value) {
        let help = match mark {
            Immutability::Immutable => {
                "remove it; where something further out is immutable, what is below cannot be taken out \
                 of it: mark the other fields instead"
            }
            _ => "remove it",
        };
        report
            .add(Code::ImmutableValue, at.span, format!("`{}` can only be true", mark.keyword()))
            .label("`false` takes nothing back")
            .help(help);
    }
    if let Some(at) = schema.normalize.as_ref().filter(|_| !schema.is_normalized()) {
        report
            .add(
                Code::NormalizeValue,
                at.span,
                format!("`x-kubernetes-normalize` cannot be {}", quoted(&at.value)),
            )
            .label("no such normalisation")
            .help("write `undefined`: null and empty values become absent");
    }
    if let Some(at) = schema.dialect.as_ref().filter(|_| schema.dialect().is_none()) {
        let names = Dialect::ALL.map(Dialect::as_str);
        let help = meant_or(nearest(&at.value, names.into_iter()), || {
            format!("write one of {}", names.map(|name| format!("`{name}`")).join(", "))
        });
        report
            .add(Code::DialectUnknown, at.span, format!("there is no dialect {}", quoted(&at.value)))
            .label("not a dialect")
            .help(help);
    }
}
