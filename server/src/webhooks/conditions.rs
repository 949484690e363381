//! `matchConditions` of webhooks. In: the conditions of a webhook, and what a review of the request would say. Out: whether all of them are true.
//!
//! Easy to break: one that is false decides, also behind one that fails.
// apiserver: pkg/admission/plugin/webhook/matchconditions/matcher.go, pkg/admission/plugin/cel/activation.go

use std::sync::OnceLock;

use bumpalo::Bump;
use crdc::Cause;
use crdc_admission::{Attributes, Operation, Refusal, Validator};
use crdc_cel::compile::program::{Program, ValueType, ValueTypes, lower};
use crdc_cel::compile::types::Type;
use crdc_cel::compile::{Environment, Evaluator, Scope, Text};
use crdc_cel::{Built, Form, Slot, Value as CelValue};
use crdc_vocabulary::Minor;
use crdc_vocabulary::go::quote;
use serde::Deserialize;
use serde_json::Value;

/// A condition of a webhook.
#[derive(Deserialize)]
pub(super) struct Condition {
    expression: String,
}

/// What an expression knows, in this order.
const VARIABLES: [&str; 4] = ["object", "oldObject", "request", "namespaceObject"];

/// What is not evaluated.
const AUTHORIZER: &str = "authorizer";

/// What the conditions of a webhook may cost together.
// apiserver: pkg/apis/cel/config.go RuntimeCELCostBudgetMatchConditions
const BUDGET: u64 = 2_500_000;

/// The functions of the newest server. They are many, and collected for the first expression.
#[derive(Default)]
pub(super) struct Conditions(OnceLock<Environment>);

impl Conditions {
    fn environment(&self) -> &Environment {
        self.0.get_or_init(|| Environment::new(Minor::NEWEST))
    }

    fn program(&self, expression: &str) -> Result<Program, String> {
        let mut scope = Scope::default();
        VARIABLES.iter().for_each(|name| scope.variables.declare(*name, Type::DYN));
        let text = Text::new(expression);
        let checked = self
            .environment()
            .check(&text, &mut scope)
            .map_err(|issues| format!("compilation error: compilation failed: {}", issues.display(&text)))?;
        lower(&checked, &scope).map_err(|part| format!("crdc does not evaluate what {}", part.what))
    }

    /// Whether a webhook with these conditions is called. The review is that of the request, its objects are beside it.
    ///
    /// # Errors
    ///
    /// Why that is not known: no condition is false, and at least one fails.
    pub(super) fn hold(
        &self,
        all: &[Condition],
        request: &Value,
        objects: &[Value; 2],
    ) -> Result<bool, String> {
        let (arena, mut types) = (Bump::new(), ValueTypes::default());
        let of = types.add(ValueType::of(Form::Raw));
        let mut evaluator = Evaluator::new(&arena, &types);
        let mut variables = Vec::new();
        evaluator.load(|document, _| {
            let mut next = 0;
            // A server gives no namespace here.
            for value in [&objects[0], &objects[1], request, &Value::Null] {
                variables.push((next, of));
                next += add(document, Slot::Item, value);
            }
        });
        let (mut left, mut errors) = (BUDGET, Vec::new());
        for Condition { expression } in all {
            let program = match self.program(expression) {
                Ok(program) => program,
                Err(why) => {
                    errors.push(why);
                    continue;
                }
            };
            let found =
                evaluator.run_with(&program, &variables, |value| Ok(!matches!(value, CelValue::Bool(false))));
            left = left.checked_sub(found.cost).ok_or_else(|| {
                "validation failed due to running out of cost budget, no further validation rules will be run".to_owned()
            })?;
            match found.result {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(why) => errors.push(format!("expression '{expression}' resulted in error: {why}")),
            }
        }
        errors.dedup();
        match &mut errors[..] {
            [] => Ok(true),
            [one] => Err(std::mem::take(one)),
            all => Err(format!("[{}]", all.join(", "))),
        }
    }
}

/// Appends a value, and counts it with those below.
// The depth of the recursion is that of what serde_json reads.
fn add(document: &mut Built, slot: Slot<'_>, value: &Value) -> u32 {
    match value {
        Value::Null => document.null(slot),
        Value::Bool(value) => document.bool(slot, *value),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => document.int(slot, number),
            (None, number) => document.float(slot, number.unwrap_or_default()),
        },
        Value::String(text) => document.string(slot, text),
        Value::Array(items) => {
            document.begin_list(slot);
            let below: u32 = items.iter().map(|item| add(document, Slot::Item, item)).sum();
            document.end();
            return below + 1;
        }
        Value::Object(members) => {
            document.begin_object(slot);
            let below: u32 =
                members.iter().map(|(name, value)| add(document, Slot::Member(name), value)).sum();
            document.end();
            return below + 1;
        }
    }
    1
}

/// Refuses configurations with conditions that this server cannot evaluate.
pub(crate) struct Evaluable;

impl Validator for Evaluable {
    fn name(&self) -> &str {
        "matchConditions"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let configuration =
            attributes.object().and_then(|object| object.parse::<Value>().ok()).unwrap_or_default();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut causes = Vec::new();
        for (hook, webhook) in list(&configuration["webhooks"]).iter().enumerate() {
            for (index, condition) in list(&webhook["matchConditions"]).iter().enumerate() {
                let expression = condition["expression"].as_str().unwrap_or_default();
                if names_authorizer(expression) {
                    let why = format!(
                        "Invalid value: {}: crdc does not evaluate `authorizer`: everything is allowed here; leave the condition out",
                        quote(expression)
                    );
                    let field = format!("webhooks[{hook}].matchConditions[{index}].expression");
                    causes.push(Cause::new("FieldValueInvalid", why, field));
                }
            }
        }
        if causes.is_empty() {
            return Ok(());
        }
        let resource = *attributes.resource();
        Err(Refusal::invalid([resource.group, resource.kind, &attributes.name()], causes))
    }
}

/// Whether an expression that compiles names the variable.
fn names_authorizer(expression: &str) -> bool {
    // Most do not have the word at all.
    if !expression.contains(AUTHORIZER) {
        return false;
    }
    let mut scope = Scope::default();
    VARIABLES.iter().chain([&AUTHORIZER]).for_each(|name| scope.variables.declare(*name, Type::DYN));
    let checked = Environment::new(Minor::NEWEST).check(&Text::new(expression), &mut scope);
    checked.is_ok_and(|checked| checked.names(AUTHORIZER))
}
