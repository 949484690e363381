//! Refuses expressions that this server cannot evaluate. In: webhook configurations and policies as they are
//! written. Out: a refusal that names each such expression.

use std::cell::OnceCell;

use crdc::Cause;
use crdc_admission::{Attributes, Operation, Refusal, Validator};
use crdc_cel::compile::types::Type;
use crdc_cel::compile::{Environment, Scope, Text};
use crdc_vocabulary::Minor;
use crdc_vocabulary::go::quote;
use serde_json::Value;

use super::{NAMES, PARAMS};

/// The variable that expressions may use on a server, but that this server cannot evaluate.
const AUTHORIZER: &str = "authorizer";

/// Lists whose items may contain an expression with this variable, and the field of the expression.
const LISTS: [(&str, &str); 4] = [
    ("variables", "expression"),
    ("matchConditions", "expression"),
    ("validations", "expression"),
    ("auditAnnotations", "valueExpression"),
];

/// The largest number of variables of a policy: each expression has all of them in scope.
const MOST_VARIABLES: usize = 1000;

/// A validator that refuses expressions which check permissions, and expressions that take too long.
pub(crate) struct Evaluable;

impl Validator for Evaluable {
    fn name(&self) -> &str {
        "authorizer"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let written = attributes.object().and_then(|object| object.parse::<Value>().ok()).unwrap_or_default();
        let hooks = written["webhooks"].as_array().into_iter().flatten().enumerate();
        let owners = hooks.map(|(index, hook)| (format!("webhooks[{index}]"), hook));
        let (environment, mut causes) = (OnceCell::new(), Vec::new());
        for (place, owner) in owners.chain([("spec".to_owned(), &written["spec"])]) {
            for (list, field) in LISTS {
                for (index, item) in owner[list].as_array().into_iter().flatten().enumerate() {
                    let expression = item[field].as_str().unwrap_or_default();
                    if names_authorizer(&environment, expression) {
                        causes.push(refused(expression, format!("{place}.{list}[{index}].{field}")));
                    }
                }
            }
        }
        let variables = written["spec"]["variables"].as_array().map_or(0, Vec::len);
        if variables > MOST_VARIABLES {
            let why = format!("Too many: {variables}: crdc evaluates at most {MOST_VARIABLES} variables");
            causes.push(Cause::new("FieldValueTooMany", why, "spec.variables"));
        }
        if causes.is_empty() {
            return Ok(());
        }
        let resource = *attributes.resource();
        Err(Refusal::invalid([resource.group, resource.kind, &attributes.name()], causes))
    }
}

fn refused(expression: &str, field: String) -> Cause {
    let why = format!(
        "Invalid value: {}: crdc does not evaluate `authorizer`: everything is allowed here; leave it out",
        quote(expression)
    );
    Cause::new("FieldValueInvalid", why, field)
}

/// Whether an expression compiles and names the authorizer variable.
fn names_authorizer(environment: &OnceCell<Environment>, expression: &str) -> bool {
    // Most expressions do not contain the word.
    if !expression.contains(AUTHORIZER) {
        return false;
    }
    let mut scope = Scope::default();
    let names = NAMES.into_iter().chain([PARAMS, AUTHORIZER, "variables"]);
    names.for_each(|name| scope.variables.declare(name, Type::DYN));
    let environment = environment.get_or_init(|| Environment::new(Minor::NEWEST));
    let checked = environment.check(&Text::new(expression), &mut scope);
    checked.is_ok_and(|checked| checked.names(AUTHORIZER))
}
