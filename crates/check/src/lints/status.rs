//! Warns of a status in the schema without the subresource, and of the subresource without a status in the
//! schema.

use crate::layout::Layout;
use crate::report::Report;
use crdc_schema::{At, Crd, PerVersion, Schema, Subresources};
use crdc_source::diag::Code;

/// The schema of a version, and its subresources.
pub(super) type SchemaAndSubresources<'c> = (&'c At<Box<Schema>>, Option<&'c At<Subresources>>);

/// The schema of each version that has one, with its subresources.
pub(super) fn versions(crd: &Crd) -> Vec<SchemaAndSubresources<'_>> {
    let mut all: Vec<(&PerVersion, &PerVersion)> =
        crd.versions.iter().map(|version| (&version.parts, &crd.common)).collect();
    if all.is_empty() {
        all.push((&crd.common, &crd.common));
    }
    let mut found = Vec::new();
    for (own, common) in all {
        if let Some(schema) = own.schema.as_ref().or(common.schema.as_ref()) {
            found.push((schema, own.subresources.as_ref().or(common.subresources.as_ref())));
        }
    }
    found
}

pub(super) fn status(layout: &Layout<'_>, report: &mut Report) {
    for (schema, subresources) in versions(layout.crd) {
        let status = schema.value.property("status");
        let subresource = subresources.and_then(|at| at.value.status.as_ref());
        match (status, subresource) {
            (Some(status), None) => report
                .add(
                    Code::StatusSubresource,
                    status.key,
                    "the schema has a `status`, but the status subresource is off: any update can write it",
                )
                .help("write `subresources: {status: {}}` beside the schema")
                .done(),
            (None, Some(subresource)) if !schema.value.preserves_unknown_fields() => report
                .add(
                    Code::StatusSubresource,
                    subresource.key,
                    "the status subresource is on, but the schema has no `status`: every status is pruned",
                )
                .help("add a `status` to the properties of the schema")
                .done(),
            _ => {}
        }
    }
}
