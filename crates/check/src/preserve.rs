//! Checks `spec.preserveUnknownFields`: v1 forbids true; in v1beta1 it defaults to true.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::layout::Layout;
use super::path::Path;
use super::report::Report;
use crdc_schema::ApiVersion;
use crdc_source::diag::Code;

pub(super) fn preserve_unknown_fields(layout: &Layout<'_>, report: &mut Report) {
    let crd = layout.crd;
    if crd.api_version != ApiVersion::V1 {
        return;
    }
    let Some(preserve) = crd.preserve_unknown_fields.as_ref().filter(|preserve| preserve.value) else {
        return;
    };
    let path = Path::new("spec.preserveUnknownFields");
    // The field may stay true on update, if the schema has no defaults.
    let refused = layout.validation_options.no_preserving;
    let mut defaults = false;
    for (_, schema, _) in layout.schemas() {
        schema.value.visit(&mut |schema| defaults |= schema.default.is_some());
    }
    if !defaults && !refused {
        return;
    }
    let mut finding = report
        .add(Code::PreserveUnknownFields, preserve.span, "`preserveUnknownFields` cannot be true in v1")
        .help(
            "remove it, and write `x-kubernetes-preserve-unknown-fields: true` in the schema \
             where unknown fields must be preserved",
        );
    if defaults {
        finding = finding.server(path.invalid(true, "must be false in order to use defaults in the schema"));
    }
    if refused {
        finding.server(path.invalid(
            true,
            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
        ));
    }
}
