//! A status in the schema without the subresource, or the subresource without a status in the schema.

use crate::check::layout::Layout;
use crate::check::report::Report;
use crate::diag::Code;
use crate::schema::PerVersion;

pub(super) fn status(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    let mut all: Vec<(&PerVersion, &PerVersion)> =
        crd.versions.iter().map(|version| (&version.parts, &crd.common)).collect();
    if all.is_empty() {
        all.push((&crd.common, &crd.common));
    }
    for (own, common) in all {
        let (Some(schema), subresources) = (
            own.schema.as_ref().or(common.schema.as_ref()),
            own.subresources.as_ref().or(common.subresources.as_ref()),
        ) else {
            continue;
        };
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
