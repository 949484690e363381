//! `x-crdc-dialect` applies to the immutability extensions on the same schema; without any it has no effect.

use super::places::refused;
use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_source::diag::Code;

pub(crate) fn dialects(place: &SchemaContext<'_>, report: &mut Report) {
    let Some(at) = &place.schema.dialect else { return };
    if place.schema.marks.written().next().is_none() && place.schema.dialect().is_some() && !refused(place) {
        report
            .add(
                Code::DialectUnused,
                at.key,
                "`x-crdc-dialect` is on a schema without an immutability extension",
            )
            .label("has no effect")
            .help("write it beside each extension that it is for: it is not inherited");
    }
}
