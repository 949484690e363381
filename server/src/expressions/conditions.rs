//! `matchConditions` of webhooks and policies. In: the conditions, and what they are about. Out: whether all of them are true.
//!
//! Easy to break: one that is false decides, also behind one that fails.
// apiserver: pkg/admission/plugin/webhook/matchconditions/matcher.go

use crdc_cel::Value as CelValue;
use serde::Deserialize;
use serde_json::Value;

use super::{Expressions, Input};

/// A condition.
#[derive(Deserialize)]
pub(crate) struct Condition {
    expression: String,
}

/// What the conditions of a webhook or a policy may cost together.
// apiserver: pkg/apis/cel/config.go RuntimeCELCostBudgetMatchConditions
const BUDGET: u64 = 2_500_000;

/// What is said of expressions that cost too much together.
pub(crate) const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

/// Whether a webhook or a policy with these conditions is asked.
///
/// # Errors
///
/// Why that is not known: no condition is false, and at least one fails.
pub(crate) fn hold(all: &[Condition], expressions: &Expressions, input: &Input<'_>) -> Result<bool, String> {
    // A server gives no namespace here.
    let input = Input { namespace: &Value::Null, ..*input };
    let mut scope = input.scope();
    input.evaluate(|session, values| {
        let (mut left, mut errors) = (BUDGET, Vec::new());
        for Condition { expression } in all {
            let program = match expressions.program(&mut scope, expression) {
                Ok((program, _)) => program,
                Err(why) => {
                    errors.push(format!("compilation error: {why}"));
                    continue;
                }
            };
            let found = session.evaluate(&program, &values);
            left = left.checked_sub(found.cost).ok_or_else(|| OUT_OF_BUDGET.to_owned())?;
            match found.result {
                Ok(CelValue::Bool(false)) => return Ok(false),
                Ok(_) => {}
                Err(why) => errors.push(format!("expression '{expression}' resulted in error: {why}")),
            }
        }
        errors.dedup();
        match &mut errors[..] {
            [] => Ok(true),
            [one] => Err(std::mem::take(one)),
            all => Err(format!("[{}]", all.join(", "))),
        }
    })
}
