//! Compiles single expressions of CEL with the code of rules, for tools that compare their values with a
//! record. **Not part of the public interface.**

use crate::{GeneratedFile, emit};
use crdc_check::{CheckedCrd, Outcome, check_source};
use crdc_plan::{actions, build};
use crdc_source::Source;

/// The file for the first version of the first CRD of a source. Instead of rules it contains expressions
/// whose `self` is the value of a field of the object. For each expression without code, the reason is
/// returned too.
///
/// # Errors
/// The source has no CRD that is accepted, or its objects do not have the field.
pub fn generate_expressions(
    source: &Source,
    field: &str,
    texts: &[String],
) -> Result<(GeneratedFile, Vec<Option<String>>), String> {
    let checked = check_source(source, None);
    let version = checked.crds.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions).next();
    let Some(version) = version else {
        let problems: Vec<_> = checked.diagnostics.iter().map(|found| found.message.as_str()).collect();
        return Err(format!("the source has no CRD that is accepted: {}", problems.join("; ")));
    };
    let plan = build(version);
    let found = actions::expressions(&plan, field, texts)?;
    let emitted = emit::file::emit_expressions(&plan, "::crdc", field, found);
    let (text, refused) = emitted.map_err(|error| error.to_string())?;
    let file = GeneratedFile {
        path: format!("{}/{}.rs", plan.crd, plan.version),
        text,
        type_name: emit::type_name(&plan.kind).to_string(),
        crd: plan.crd,
        version: plan.version,
    };
    Ok((file, refused))
}
