//! Marks are for v1: documents of v1beta1 may hold objects that were never pruned or defaulted.

use crate::check::layout::Layout;
use crate::check::report::Report;
use crate::diag::Code;
use crate::schema::ApiVersion;

pub(in crate::check) fn v1beta1(layout: &Layout<'_>, report: &mut Report) {
    if layout.crd.api_version != ApiVersion::V1beta1 {
        return;
    }
    for (_, schema, _) in layout.schemas() {
        let mut first = None;
        schema.value.visit(&mut |schema| {
            let mark = schema.marks.written().min_by_key(|(_, at)| at.key);
            first = first.or(mark.map(|(mark, at)| (mark.keyword(), at.key)));
        });
        if let Some((name, key)) = first {
            report
                .add(Code::ImmutableV1beta1, key, format!("`{name}` is for v1, and this document is v1beta1"))
                .label("first here")
                .help("write `apiVersion: apiextensions.k8s.io/v1`, or remove it");
        }
    }
}
