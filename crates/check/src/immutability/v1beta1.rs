//! Immutability extensions require v1: with v1beta1, stored objects may never have been pruned or defaulted.

use crate::layout::Layout;
use crate::report::Report;
use crdc_schema::ApiVersion;
use crdc_source::diag::Code;

pub(crate) fn v1beta1(layout: &Layout<'_>, report: &mut Report) {
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
                .add(
                    Code::ImmutableV1beta1,
                    key,
                    format!("`{name}` requires v1, but this document is v1beta1"),
                )
                .label("first occurrence")
                .help("write `apiVersion: apiextensions.k8s.io/v1`, or remove it");
        }
    }
}
