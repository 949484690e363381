//! Evaluates CEL expressions of webhooks and policies. In: the text of an expression, the objects of a
//! request, and the `request` of its admission review. Out: the value of the expression, or an error.
//!
//! `conditions` evaluates match conditions, which decide whether a webhook or a policy gets a request.
//! `evaluable` refuses expressions that this server cannot evaluate.
//!
//! Easy to break: variables are declared in the same order in which the session receives their values.
// apiserver: pkg/admission/plugin/cel/{activation,condition}.go

pub(crate) mod conditions;
pub(crate) mod evaluable;

use std::sync::OnceLock;

use bumpalo::Bump;
use crdc_cel::compile::program::{Program, ValueType, ValueTypes, lower};
use crdc_cel::compile::types::Type;
use crdc_cel::compile::{Checked, Environment, Evaluator, Scope, Session, Text};
use crdc_cel::{Built, EvalError, Form, Slot, Value as CelValue};
use crdc_vocabulary::Minor;
use serde_json::Value;

/// The variables of every expression, in this order.
const NAMES: [&str; 4] = ["object", "oldObject", "request", "namespaceObject"];
/// The variable of policies that declare a kind of parameters.
const PARAMS: &str = "params";

/// The values of variables, each of them a value or an error.
pub(crate) type Values<'a> = Vec<Result<CelValue<'a>, EvalError>>;

/// The input of expressions.
pub(crate) struct Input<'i> {
    /// The object and the old object.
    pub(crate) objects: &'i [Value; 2],
    /// The `request` of the admission review, without the objects.
    pub(crate) request: &'i Value,
    pub(crate) namespace: &'i Value,
    /// The parameters of a policy with a kind of parameters, or null.
    pub(crate) params: Option<&'i Value>,
}

/// The environment with the functions of the newest server. Collecting these many functions is slow, so the
/// environment is made for the first expression.
#[derive(Default)]
pub(crate) struct Expressions(OnceLock<Environment>);

impl Expressions {
    /// Compiles an expression to a program, and returns the checked expression with it.
    ///
    /// # Errors
    ///
    /// The expression does not compile. The error is the reason.
    pub(crate) fn program(&self, scope: &mut Scope, expression: &str) -> Result<(Program, Checked), String> {
        let environment = self.0.get_or_init(|| Environment::new(Minor::NEWEST));
        let text = Text::new(expression);
        let checked = environment
            .check(&text, scope)
            .map_err(|issues| format!("compilation failed: {}", issues.display(&text)))?;
        let program =
            lower(&checked, scope).map_err(|part| format!("crdc does not evaluate what {}", part.what))?;
        Ok((program, checked))
    }
}

/// The scope with the variables of expressions. It contains the parameters if the policy has a kind of them.
pub(crate) fn scope(has_params: bool) -> Scope {
    let mut scope = Scope::default();
    let names = NAMES.into_iter().chain(has_params.then_some(PARAMS));
    names.for_each(|name| scope.variables.declare(name, Type::DYN));
    scope
}

impl Input<'_> {
    /// Calls a function with a session and the values of the variables, in which expressions can be
    /// evaluated.
    pub(crate) fn evaluate<T>(&self, evaluate: impl for<'a> FnOnce(&Session<'a>, Values<'a>) -> T) -> T {
        let (arena, mut types) = (Bump::new(), ValueTypes::default());
        let of = types.add(ValueType::of(Form::Raw));
        let mut evaluator = Evaluator::new(&arena, &types);
        let mut places = Vec::new();
        evaluator.load(|document, _| {
            let mut next = 0;
            let [object, old] = self.objects;
            let values = [object, old, self.request, self.namespace].into_iter().chain(self.params);
            for value in values {
                places.push(next);
                next += add(document, Slot::Item, value);
            }
        });
        evaluator
            .session(|session| evaluate(session, places.iter().map(|at| session.part(*at, of)).collect()))
    }
}

/// Appends a value and the values in it, and counts them.
// The recursion is as deep as serde_json allows a value to nest.
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
