//! Evaluates `matchConditions` of webhooks and policies. In: the conditions, and the input of their
//! expressions. Out: whether all conditions are true.
//!
//! Easy to break: all conditions are evaluated, and one false condition outweighs conditions that fail. Only
//! an exhausted budget ends the evaluation early.
// apiserver: pkg/admission/plugin/webhook/matchconditions/matcher.go

use crdc_cel::Value as CelValue;
use crdc_cel::compile::program::Program;
use serde::Deserialize;
use serde_json::Value;

use super::{Expressions, Input, scope};

/// A match condition.
#[derive(Deserialize)]
pub(crate) struct Condition {
    expression: String,
}

/// The cost budget that all conditions of a webhook or a policy share.
// apiserver: pkg/apis/cel/config.go RuntimeCELCostBudgetMatchConditions
const BUDGET: u64 = 2_500_000;

/// The error of conditions whose evaluation exceeds the budget.
pub(crate) const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";

/// The conditions of a webhook or a policy, and their programs.
pub(crate) struct Conditions<'c> {
    all: &'c [Condition],
    programs: Vec<Result<Program, String>>,
}

impl<'c> Conditions<'c> {
    pub(crate) fn new(all: &'c [Condition], expressions: &Expressions, has_params: bool) -> Conditions<'c> {
        let mut scope = scope(has_params);
        let mut program = |Condition { expression }: &Condition| {
            expressions.program(&mut scope, expression).map(|(program, _)| program)
        };
        Conditions { all, programs: all.iter().map(&mut program).collect() }
    }

    /// Whether all conditions are true, so that the webhook or the policy gets the request.
    ///
    /// # Errors
    ///
    /// The conditions exceed the budget, or no condition is false and at least one fails. The error is the
    /// reason.
    pub(crate) fn hold(&self, input: &Input<'_>) -> Result<bool, String> {
        // A server does not pass the namespace to match conditions.
        let input = Input { namespace: &Value::Null, ..*input };
        input.evaluate(|session, values| {
            let (mut left, mut is_false, mut errors) = (BUDGET, false, Vec::new());
            for (Condition { expression }, program) in self.all.iter().zip(&self.programs) {
                let error = match program {
                    Ok(program) => {
                        let found = session.evaluate(program, &values);
                        left = left.checked_sub(found.cost).ok_or_else(|| OUT_OF_BUDGET.to_owned())?;
                        is_false |= matches!(found.result, Ok(CelValue::Bool(false)));
                        let error = found.result.err();
                        error.map(|why| format!("expression '{expression}' resulted in error: {why}"))
                    }
                    Err(why) => Some(format!("compilation error: {why}")),
                };
                errors.extend(error.filter(|error| !errors.contains(error)));
            }
            match &mut errors[..] {
                _ if is_false => Ok(false),
                [] => Ok(true),
                [one] => Err(std::mem::take(one)),
                all => Err(format!("[{}]", all.join(", "))),
            }
        })
    }
}
