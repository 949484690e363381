//! `x-kubernetes-no-prune`, in each of its spellings, must be true or absent.
//
// The pruning design (KEP 24), nested x-no-pruning.

use super::report::Report;
use super::schema_context::SchemaContext;
use crdc_source::Value;
use crdc_source::diag::Code;

pub(super) fn no_prune(place: &SchemaContext<'_>, report: &mut Report) {
    for found in place.schema.no_prune.iter().filter(|found| !found.is_true()) {
        let finding =
            report.add(Code::NoPruneValue, found.value.span, format!("`{}` can only be true", found.name));
        if found.value.value == Value::Bool(false) {
            finding.help("remove it: unknown fields are pruned unless it is true");
        } else {
            finding.help("write `true`, or remove it");
        }
    }
}
