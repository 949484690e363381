//! A dialect is that of the marks beside it; without any it says nothing.

use super::refused;
use crate::check::report::Report;
use crate::check::schema_context::SchemaContext;
use crate::diag::Code;

pub(in crate::check) fn dialects(place: &SchemaContext<'_>, report: &mut Report) {
    let Some(at) = &place.schema.dialect else { return };
    if place.schema.marks.written().next().is_none() && place.schema.dialect().is_some() && !refused(place) {
        report
            .add(Code::DialectUnused, at.key, "`x-crdc-dialect` stands where no mark of immutability does")
            .label("chooses nothing")
            .help("write it beside each mark that it is for: it is not handed down");
    }
}
