//! Records which rules and conditions were true and false: what the tests of generated code call.

pub use super::recorder::{Counts, CoveredRule, CoveredRules};
use super::{Context, Evaluated, Meter};

/// Records the result of a point and returns it.
///
/// # Errors
/// Those of the result.
pub fn record<'a, M: Meter>(
    context: Context<'a, M>,
    rules: &'static CoveredRules,
    point: usize,
    result: Evaluated<bool>,
) -> Evaluated<bool> {
    context.recorder.add(rules, point, &result);
    result
}
