//! Where no mark may stand: at the root, since metadata must change, in metadata, and where a schema only
//! restricts.

use crate::check::report::Report;
use crate::check::schema_context::SchemaContext;
use crate::diag::Code;

pub(in crate::check) fn places(place: &SchemaContext<'_>, report: &mut Report) {
    for (mark, at) in place.schema.marks.written() {
        let name = mark.keyword();
        if let Some((junctor, key)) = place.junctor {
            report
                .add(Code::ImmutableInJunctor, at.key, format!("`{name}` cannot stand inside of `{junctor}`"))
                .note(key, "a branch only restricts: it says nothing of what a value was")
                .help("write it at the same field outside of the branch");
        } else if place.inside_metadata {
            report
                .add(Code::ImmutableMetadata, at.key, format!("`{name}` cannot stand in metadata"))
                .label("the server and controllers write here")
                .help("remove it; the name, namespace and uid of an object never change anyway");
        } else if place.root {
            report
                .add(Code::ImmutableRoot, at.key, format!("`{name}` cannot stand at the root"))
                .label("metadata and status would be fixed too")
                .help("write it at `spec`, or at the fields that may not change");
        }
    }
}
