//! Computes upper bounds of the costs of CEL expressions, for tools that compare them with recorded costs.
//! **Not part of the public interface.**

use crate::{actions, build};
use crdc_check::check_source;
use crdc_check::{CheckedCrd, Outcome};
use crdc_source::Source;

/// The highest costs of expressions whose `self` is the value of a field of the first version of the first
/// CRD of a source, in objects of each size in bytes. `None` if an expression has no program. `trusted` is
/// whether the values fit their schema.
///
/// # Errors
/// The source has no CRD that is accepted, or its objects do not have the field.
pub fn bound_expressions(
    source: &Source,
    field: &str,
    texts: &[String],
    sizes: &[usize],
    trusted: bool,
) -> Result<Vec<Option<Vec<f64>>>, String> {
    let checked = check_source(source, None);
    let version = checked.crds.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions).next();
    let version = version.ok_or("the source has no CRD that is accepted")?;
    actions::bound_expressions(&build(version), field, texts, sizes, trusted)
}
