//! Expressions of admission in CEL: whether they compile, and what they evaluate to. In: an expression and its variables. Out: the server's error.
//!
//! Easy to break: the server knows the fields of `request` and `namespaceObject`, and the types of `variables`. Here they are any value, so that only
//! what is certain is an error.
//
// kubernetes: pkg/apis/admissionregistration/validation/validation.go; apiserver: pkg/admission/plugin/cel/compile.go CompileCELExpression

use crdc_codegen::cel::server::Minor;
use crdc_codegen::cel::types::Type;
use crdc_codegen::cel::{Environment, Scope, Text};

use super::at::At;
use super::report::Report;

/// What an expression may evaluate to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Bool,
    Text,
    TextOrNull,
    /// The value of a variable.
    Any,
}

/// The functions and variables of expressions.
pub(super) struct Expressions {
    environment: Environment,
    variables: Vec<&'static str>,
}

impl Expressions {
    /// With `params` if the policy has a kind of them, and `variables` if it can have them.
    pub(super) fn new(version: u8, params: bool, variables: bool) -> Expressions {
        let always = ["object", "oldObject", "request", "namespaceObject", "authorizer"];
        let more = [("params", params), ("variables", variables)];
        let more = more.into_iter().filter_map(|(name, is_there)| is_there.then_some(name));
        Expressions {
            environment: Environment::new(Minor(version)),
            variables: always.into_iter().chain(more).collect(),
        }
    }

    /// Compiles an expression, unless it is empty.
    pub(super) fn check(&self, at: &At<'_, '_>, wanted: Wanted, report: &mut Report) {
        if at.text().trim().is_empty() {
            return;
        }
        let mut scope = Scope::default();
        for name in &self.variables {
            scope.variables.declare(*name, Type::DYN);
        }
        let text = Text::new(at.text());
        let result = match self.environment.check(&text, &mut scope) {
            Ok(checked) => checked.result,
            Err(issues) => {
                report.bad_text(at, at.text(), &format!("compilation failed: {}", issues.display(&text)));
                return;
            }
        };
        let (fits, detail) = match wanted {
            Wanted::Bool => (result == Type::BOOL, "must evaluate to bool"),
            Wanted::Text => (result == Type::STRING, "must evaluate to string"),
            Wanted::TextOrNull => {
                ([Type::STRING, Type::NULL].contains(&result), "must evaluate to one of [string null_type]")
            }
            Wanted::Any => (true, ""),
        };
        if !fits && ![Type::DYN, Type::ANY, Type::ERROR].contains(&result) {
            report.bad_text(at, at.text(), detail);
        }
    }
}
