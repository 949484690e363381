//! Compiles and evaluates CEL expressions of admission. In: an expression and its variables. Out: the
//! server's error.
//!
//! Easy to break: the types must be equal. A field of an object is `dyn`, so a condition must be written as
//! `object.spec.paused == true`.
//
// kubernetes: pkg/apis/admissionregistration/validation/validation.go; apiserver:
// pkg/admission/plugin/cel/compile.go CompileCELExpression

use std::cell::OnceCell;
use std::collections::HashSet;

use crdc_cel::compile::types::Type;
use crdc_cel::compile::{Environment, Scope, Text};
use crdc_vocabulary::Minor;

use super::at::At;
use super::report::Report;

/// The type that an expression must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Bool,
    /// The value of a match condition.
    Condition,
    Text,
    TextOrNull,
    /// The value of a variable.
    Any,
    /// The patches of a mutation.
    Patches,
    /// The object of a mutation.
    Object,
}

impl Wanted {
    /// Whether the expression is one of a mutation.
    fn is_of_mutation(self) -> bool {
        matches!(self, Wanted::Patches | Wanted::Object)
    }

    /// Whether the server compiles the expression without the white space around it.
    fn is_trimmed(self) -> bool {
        self.is_of_mutation() || self == Wanted::Condition
    }
}

/// The variables of all expressions of a webhook or a policy, and the parameters if it has some.
pub(super) fn scope(has_params: bool) -> Scope {
    let mut scope = Scope::default();
    for name in ["object", "oldObject"].into_iter().chain(has_params.then_some("params")) {
        scope.variables.declare(name, Type::DYN);
    }
    for (name, of) in
        [("request", "kubernetes.AdmissionRequest"), ("namespaceObject", "kubernetes.Namespace")]
    {
        let of = scope.types.object(of);
        scope.variables.declare(name, of);
    }
    scope
}

/// The expressions of an object. The functions of a server are many: they are collected for the first
/// expression.
pub(super) struct Expressions<'n> {
    version: u8,
    new: OnceCell<Environment>,
    stored: OnceCell<Environment>,
    /// The expressions of the stored object, which need no check.
    kept: HashSet<&'n str>,
}

impl<'n> Expressions<'n> {
    pub(super) fn new(version: u8) -> Expressions<'n> {
        Expressions { version, new: OnceCell::new(), stored: OnceCell::new(), kept: HashSet::new() }
    }

    /// A list of the stored object with expressions in a field of each item: they can stay whatever functions
    /// they use.
    // apiserver: pkg/cel/environment/base.go StoredExpressions
    pub(super) fn keep(&mut self, stored: &At<'_, 'n>, field: &str) {
        self.kept.extend(stored.items().map(|item| item.child(field).text()));
    }

    /// An expression of the stored object.
    pub(super) fn keep_one(&mut self, text: &'n str) {
        self.kept.insert(text);
    }

    fn environment(&self, text: &str) -> &Environment {
        let version = Minor(self.version);
        match self.kept.contains(text) {
            true => self
                .stored
                .get_or_init(|| Environment::new(Minor::NEWEST.max(version)).with_costs_of(version)),
            false => self.new.get_or_init(|| Environment::new(version)),
        }
    }

    /// Compiles an expression, unless it is empty, and checks the type of its value.
    pub(super) fn check(
        &self,
        at: &At<'_, '_>,
        wanted: Wanted,
        scope: &mut Scope,
        report: &mut Report,
    ) -> Option<Type> {
        if at.text().trim().is_empty() {
            return None;
        }
        let shown = if wanted.is_trimmed() { at.text().trim() } else { at.text() };
        let text = Text::new(shown);
        let result = match self.environment(at.text()).check(&text, scope) {
            Ok(checked) => checked.result,
            Err(issues) => {
                report.bad_text(at, shown, &format!("compilation failed: {}", issues.display(&text)));
                if let Some(offset) = issues.sorted().first().and_then(|issue| issue.at) {
                    // Offsets count characters.
                    let before = at.text().chars().take_while(|letter| letter.is_whitespace()).count();
                    let before = if wanted.is_trimmed() { u32::try_from(before).unwrap_or(0) } else { 0 };
                    report.inside(at.text(), offset + before);
                }
                return None;
            }
        };
        let of_patches = wanted.is_of_mutation().then(|| scope.type_of_patches(wanted == Wanted::Patches));
        let (fits, detail) = match wanted {
            Wanted::Patches => (of_patches == Some(result), "must evaluate to list(JSONPatch)"),
            Wanted::Object => (of_patches == Some(result), "must evaluate to Object"),
            Wanted::Bool | Wanted::Condition => (result == Type::BOOL, "must evaluate to bool"),
            Wanted::Text => (result == Type::STRING, "must evaluate to string"),
            Wanted::TextOrNull => {
                ([Type::STRING, Type::NULL].contains(&result), "must evaluate to one of [string null_type]")
            }
            Wanted::Any => (true, ""),
        };
        if !fits {
            let found = match self.version {
                32.. => format!(" but got {}", scope.types.type_name(result, &scope.declarations)),
                _ => String::new(),
            };
            report.bad_text(at, shown, &format!("{detail}{found}"));
        }
        Some(result)
    }

    /// Checks an expression that may use the authorizer.
    pub(super) fn check_authorized(
        &self,
        at: &At<'_, '_>,
        wanted: Wanted,
        scope: &mut Scope,
        report: &mut Report,
    ) -> Option<Type> {
        scope.variables.declare("authorizer", Type::DYN);
        let found = self.check(at, wanted, scope, report);
        scope.variables.forget_last();
        found
    }
}
