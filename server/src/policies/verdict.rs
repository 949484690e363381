//! What a policy says of a request. In: a policy, a request. Out: why it is denied.
//!
//! Easy to break: messages are evaluated for all validations, also for those that hold, and share the budget with them.
// apiserver: pkg/admission/plugin/policy/validating/validator.go

use crdc_cel::Value;

use super::composed::{BUDGET, Compiled, Composer};
use super::policy::{Policy, Validation};
use crate::expressions::{Expressions, Input, conditions};

/// What a policy says.
#[derive(Default)]
pub(super) struct Verdict {
    pub(super) denials: Vec<Denial>,
    /// What denies the request whatever the binding says.
    pub(super) error: Option<Denial>,
}

/// Why a request is denied.
pub(super) struct Denial {
    pub(super) message: String,
    /// Of the status; empty for an error.
    pub(super) reason: String,
}

/// The longest message that an expression may make.
// apiserver: pkg/apis/cel/config.go MaxEvaluatedMessageExpressionSizeBytes
const LONGEST_MESSAGE: usize = 5 * 1024;

/// What a policy says of a request.
pub(super) fn of(policy: &Policy, expressions: &Expressions, input: &Input<'_>) -> Verdict {
    match conditions::hold(&policy.match_conditions, expressions, input) {
        Ok(true) => {}
        Ok(false) => return Verdict::default(),
        Err(why) => return failed(policy, why),
    }
    evaluate(policy, expressions, input).unwrap_or_else(|why| failed(policy, why))
}

impl Verdict {
    /// An error that denies the request.
    pub(super) fn error(message: String) -> Verdict {
        Verdict { error: Some(Denial::error(message)), denials: Vec::new() }
    }
}

impl Denial {
    fn error(message: String) -> Denial {
        Denial { message, reason: String::new() }
    }
}

/// The verdict of a policy that cannot be evaluated.
fn failed(policy: &Policy, message: String) -> Verdict {
    let denials = if policy.ignores_failures() { Vec::new() } else { vec![Denial::error(message)] };
    Verdict { denials, error: None }
}

fn evaluate(policy: &Policy, expressions: &Expressions, input: &Input<'_>) -> Result<Verdict, String> {
    let mut composer = Composer::new(policy, expressions, input);
    let validations: Vec<Compiled> =
        policy.validations.iter().map(|validation| composer.compile(&validation.expression)).collect();
    let messages = policy.validations.iter().map(|validation| &validation.message_expression);
    let messages: Vec<Option<Compiled>> =
        messages.map(|text| (!text.is_empty()).then(|| composer.compile(text))).collect();
    let annotations: Vec<Compiled> = policy
        .audit_annotations
        .iter()
        .map(|annotation| composer.compile(&annotation.value_expression))
        .collect();
    input.evaluate(|session, values| {
        let mut run = composer.run(session, &values, BUDGET);
        let mut results = Vec::new();
        for (validation, compiled) in policy.validations.iter().zip(&validations) {
            results.push(run.value(&validation.expression, compiled)?);
        }
        let mut run = composer.run(session, &values, run.left);
        let mut said = Ok(Vec::new());
        for (validation, compiled) in policy.validations.iter().zip(&messages) {
            let value = compiled.as_ref().map(|compiled| run.value(&validation.message_expression, compiled));
            match (value.transpose(), &mut said) {
                (Ok(value), Ok(said)) => said.push(value.and_then(|value| text(&value.ok()?))),
                (Err(why), said) => *said = Err(why),
                (Ok(_), Err(_)) => {}
            }
            if said.is_err() {
                break;
            }
        }
        let mut verdict = Verdict::default();
        for (index, (validation, result)) in policy.validations.iter().zip(results).enumerate() {
            let error = match (result, &said) {
                (Err(why), _) => why,
                (Ok(_), Err(why)) => format!("failed messageExpression: {why}"),
                (Ok(Value::Bool(true)), Ok(_)) => continue,
                (Ok(_), Ok(said)) => {
                    let (message, reason) = denied(validation, said.get(index).cloned().flatten());
                    verdict.denials.push(Denial { message, reason });
                    continue;
                }
            };
            if !policy.ignores_failures() {
                verdict.denials.push(Denial::error(error));
            }
        }
        let mut run = composer.run(session, &values, BUDGET);
        for (annotation, compiled) in policy.audit_annotations.iter().zip(&annotations) {
            let error = match run.value(&annotation.value_expression, compiled)? {
                Ok(Value::String(_) | Value::Null) => continue,
                // This counts also if failures are ignored.
                Ok(value) => format!(
                    "valueExpression '{}' resulted in unsupported return type: {}. Return type must be either string or null.",
                    annotation.value_expression,
                    value.type_name()
                ),
                Err(_) if policy.ignores_failures() => continue,
                Err(why) => why,
            };
            verdict.error = verdict.error.or_else(|| Some(Denial::error(error)));
        }
        Ok(verdict)
    })
}

/// The message that an expression made, unless it cannot be shown.
fn text(value: &Value<'_>) -> Option<String> {
    let Value::String(text) = value else { return None };
    let text = text.trim();
    let is_shown = text.len() <= LONGEST_MESSAGE && !text.contains('\n');
    (is_shown && !text.is_empty()).then(|| text.to_owned())
}

/// The message and the reason of a validation that is not true.
fn denied(validation: &Validation, made: Option<String>) -> (String, String) {
    let own = Some(validation.message.trim().to_owned()).filter(|own| !own.is_empty());
    let message =
        made.or(own).unwrap_or_else(|| format!("failed expression: {}", validation.expression.trim()));
    let reason = if validation.reason.is_empty() { "Invalid" } else { &validation.reason };
    (message, reason.to_owned())
}
