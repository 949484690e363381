//! Immutability extensions are not allowed at the root (metadata must change), in metadata, or in branches
//! that only restrict values.

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_source::diag::Code;

pub(crate) fn places(place: &SchemaContext<'_>, report: &mut Report) {
    for (mark, at) in place.schema.marks.written() {
        let name = mark.keyword();
        if let Some((junctor, key)) = place.junctor {
            report
                .add(
                    Code::ImmutableInJunctor,
                    at.key,
                    format!("`{name}` is not allowed inside of `{junctor}`"),
                )
                .note(key, "a branch restricts values, not their changes")
                .help("write it on the same field outside of the branch");
        } else if place.inside_metadata {
            report
                .add(Code::ImmutableMetadata, at.key, format!("`{name}` is not allowed in metadata"))
                .label("the server and controllers change metadata")
                .help("remove it; the name, namespace and uid of an object never change");
        } else if place.root {
            report
                .add(Code::ImmutableRoot, at.key, format!("`{name}` is not allowed at the root"))
                .label("it would make metadata and status immutable too")
                .help("write it on `spec`, or on the fields that must not change");
        }
    }
}

/// Whether every immutability extension is rejected here; then no other finding is reported for it.
pub(super) fn refused(place: &SchemaContext<'_>) -> bool {
    place.root || place.inside_metadata || place.junctor.is_some()
}
