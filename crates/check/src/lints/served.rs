//! Warns of a document of which no version is served, so that no client can read or write its objects.

use crate::layout::Layout;
use crate::report::Report;
use crdc_source::diag::Code;

pub(super) fn served(layout: &Layout<'_>, report: &mut Report) {
    let versions = &layout.crd.versions;
    let served = |version: &crdc_schema::Version| version.served.as_ref().is_some_and(|at| at.value);
    if versions.is_empty() || versions.iter().any(served) {
        return;
    }
    let Some(first) = versions.first() else { return };
    let span = first.served.as_ref().map_or(first.span, |at| at.span);
    report
        .add(Code::VersionUnserved, span, "no version is served: the API has no endpoint for this resource")
        .help("write `served: true` for at least one version")
        .done();
}
