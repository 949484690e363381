//! Evaluates the validations of a policy for a request. In: a policy and a request. Out: the reasons why the
//! policy denies the request.
//! Easy to break: message expressions are evaluated for all validations, also for those that are true, and
//! share the budget with the validations.
// apiserver: pkg/admission/plugin/policy/validating/validator.go

use std::cell::OnceCell;

use crdc_cel::Value;

use super::composed::{BUDGET, Compiled, Composer};
use super::policy::{Policy, Validation};
use crate::admission::expressions::conditions::Conditions;
use crate::admission::expressions::{Expressions, Input};

/// The verdict of a policy on a request.
#[derive(Default)]
pub(crate) struct Verdict {
    pub(crate) denials: Vec<Denial>,
    /// An error that denies the request, whatever actions the binding has.
    pub(crate) error: Option<Denial>,
}

/// A denial of a request.
pub(crate) struct Denial {
    pub(crate) message: String,
    /// The reason of the status; empty for an error.
    pub(crate) reason: String,
}

/// The longest message that a message expression may return.
// apiserver: pkg/apis/cel/config.go MaxEvaluatedMessageExpressionSizeBytes
const LONGEST_MESSAGE: usize = 5 * 1024;

/// A policy whose expressions are compiled when they are first evaluated.
pub(crate) struct Prepared<'p> {
    policy: &'p Policy,
    expressions: &'p Expressions,
    conditions: Conditions<'p>,
    programs: OnceCell<Programs<'p>>,
}

/// The programs of a policy's expressions, which can name its variables.
struct Programs<'p> {
    composer: Composer<'p>,
    validations: Vec<Compiled>,
    messages: Vec<Option<Compiled>>,
    annotations: Vec<Compiled>,
}

impl<'p> Prepared<'p> {
    pub(crate) fn new(policy: &'p Policy, expressions: &'p Expressions) -> Prepared<'p> {
        let conditions = Conditions::new(&policy.match_conditions, expressions, policy.param_kind.is_some());
        Prepared { policy, expressions, conditions, programs: OnceCell::new() }
    }

    /// The verdict of the policy on a request.
    pub(crate) fn verdict(&self, input: &Input<'_>) -> Verdict {
        let policy = self.policy;
        match self.conditions.hold(input) {
            Ok(true) => {}
            Ok(false) => return Verdict::default(),
            Err(why) => return failed(policy, why),
        }
        let programs = self.programs.get_or_init(|| Programs::new(policy, self.expressions));
        programs.evaluate(policy, input).unwrap_or_else(|why| failed(policy, why))
    }
}

impl Denial {
    pub(crate) fn error(message: String) -> Denial {
        Denial { message, reason: String::new() }
    }
}

/// The verdict of a policy that cannot be evaluated.
fn failed(policy: &Policy, message: String) -> Verdict {
    let denials = if policy.ignores_failures() { Vec::new() } else { vec![Denial::error(message)] };
    Verdict { denials, error: None }
}

impl<'p> Programs<'p> {
    fn new(policy: &'p Policy, expressions: &'p Expressions) -> Programs<'p> {
        let mut composer = Composer::new(policy, expressions);
        let validations =
            policy.validations.iter().map(|validation| composer.compile(&validation.expression)).collect();
        let messages = policy.validations.iter().map(|validation| &validation.message_expression);
        let messages = messages.map(|text| (!text.is_empty()).then(|| composer.compile(text))).collect();
        let annotations = policy
            .audit_annotations
            .iter()
            .map(|annotation| composer.compile(&annotation.value_expression))
            .collect();
        Programs { composer, validations, messages, annotations }
    }

    fn evaluate(&self, policy: &Policy, input: &Input<'_>) -> Result<Verdict, String> {
        let Programs { composer, validations, messages, annotations } = self;
        input.evaluate(|session, values| {
            let mut run = composer.run(session, &values, BUDGET);
            let mut results = Vec::new();
            for (validation, compiled) in policy.validations.iter().zip(validations) {
                results.push(run.value(&validation.expression, compiled)?);
            }
            let mut run = composer.run(session, &values, run.left);
            let made: Result<Vec<Option<String>>, String> = policy
                .validations
                .iter()
                .zip(messages)
                .map(|(validation, compiled)| {
                    let Some(compiled) = compiled else { return Ok(None) };
                    let value = run.value(&validation.message_expression, compiled)?;
                    Ok(value.ok().and_then(|value| text(&value)))
                })
                .collect();
            let mut verdict = Verdict::default();
            for (index, (validation, result)) in policy.validations.iter().zip(results).enumerate() {
                let error = match (result, &made) {
                    (Err(why), _) => why,
                    (Ok(_), Err(why)) => format!("failed messageExpression: {why}"),
                    (Ok(Value::Bool(true)), Ok(_)) => continue,
                    (Ok(_), Ok(made)) => {
                        let (message, reason) = denied(validation, made[index].clone());
                        verdict.denials.push(Denial { message, reason });
                        continue;
                    }
                };
                if !policy.ignores_failures() {
                    verdict.denials.push(Denial::error(error));
                }
            }
            let mut run = composer.run(session, &values, BUDGET);
            for (annotation, compiled) in policy.audit_annotations.iter().zip(annotations) {
                let error = match run.value(&annotation.value_expression, compiled)? {
                    // Validations of other types are refused when the policy is written.
                    Ok(_) => continue,
                    Err(_) if policy.ignores_failures() => continue,
                    Err(why) => why,
                };
                verdict.error = verdict.error.or_else(|| Some(Denial::error(error)));
            }
            Ok(verdict)
        })
    }
}

/// The message that a message expression returned; `None` if the message is not usable.
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
