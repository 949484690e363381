//! One rule: its expression and its message compiled in the scope of its schema.

use crate::schema::{At, Rule, Schema};
use crate::server::Minor;
use crdc_cel::compile::cost::{Limits, Range};
use crdc_cel::compile::program::{Program, Unsupported, lower};
use crdc_cel::compile::types::{Declarations, DeclaredId, Shape, Type};
use crdc_cel::compile::{Checked, Compiled, Environment, Issues, Refusal, Scope, Text};

use super::declare::Declare;

/// The largest request, in bytes.
const REQUEST: u64 = 3 * 1024 * 1024;

/// Compiles the rules of schemas, all with the same functions.
pub struct RuleCompiler {
    environment: Environment,
    scope: Scope,
    root: Option<(DeclaredId, bool)>,
    /// The functions of another server, once somebody asks for them.
    older: Option<(Minor, Environment)>,
}

/// What the server knows about a rule.
#[derive(Clone, Debug, Default)]
pub struct RuleReport {
    /// Why the rule is refused.
    pub error: Option<ExpressionError>,
    /// Why the message is refused.
    pub message_error: Option<ExpressionError>,
    /// Whether the rule has `oldSelf`.
    pub uses_old_self: bool,
    /// The most that one evaluation of the rule costs.
    pub cost: u64,
    /// The most that the message costs, if there is one.
    pub message_cost: Option<u64>,
    /// How often the value can be in an object if no limit is known.
    pub cardinality: u64,
    /// The part of the rule that has no form in Rust, though servers accept it.
    pub uncompiled: Option<Unsupported>,
    /// The same of the message.
    pub uncompiled_message: Option<Unsupported>,
}

/// Why an expression is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// The server's detail.
    pub detail: String,
    /// The problems and their offsets in code points.
    pub issues: Option<Issues>,
}

impl RuleCompiler {
    /// Compiles as the newest known server.
    #[must_use]
    pub fn new(declarations: Declarations) -> RuleCompiler {
        let scope = Scope { declarations, ..Scope::default() };
        RuleCompiler { environment: Environment::new(Minor::NEWEST), scope, root: None, older: None }
    }

    /// The same with the costs that another server estimates.
    #[must_use]
    pub(super) fn with_costs_of(self, server: Option<Minor>) -> RuleCompiler {
        let costs = server.unwrap_or(Minor::NEWEST);
        RuleCompiler { environment: self.environment.with_costs_of(costs), ..self }
    }

    /// Compiles for the values of a schema that is no resource; `None` if rules cannot see them.
    #[must_use]
    pub fn for_value(schema: &Schema) -> Option<(RuleCompiler, DeclaredId)> {
        let declare = Declare::of_value(schema);
        let root = declare.own(schema)?;
        Some((RuleCompiler::new(declare.declarations), root))
    }

    /// The types in use.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Compiles an expression whose `self` has this type.
    ///
    /// # Errors
    /// Why the server refuses it.
    pub fn expression(&mut self, text: &Text, root: DeclaredId, optional: bool) -> Result<Compiled, Refusal> {
        self.enter(root, optional);
        self.environment.compile(text, &mut self.scope)
    }

    /// Declares `self` and `oldSelf`.
    fn enter(&mut self, root: DeclaredId, optional: bool) {
        if self.root == Some((root, optional)) {
            return;
        }
        self.root = Some((root, optional));
        self.scope.set_self(root, optional);
    }

    /// The program of an expression whose `self` has this type; none if the server refuses it, or if it makes a message
    /// of a protocol buffer.
    pub fn program(&mut self, text: &str, root: DeclaredId, optional: bool) -> Option<Program> {
        let checked = self.checked(text, root, optional)?;
        lower(&checked, &self.scope).ok()
    }

    /// Compiles an expression, whose costs can then be estimated for other limits.
    pub(super) fn checked(&mut self, text: &str, root: DeclaredId, optional: bool) -> Option<Checked> {
        self.enter(root, optional);
        self.environment.check(&Text::new(text), &mut self.scope).ok()
    }

    /// Why another server refuses an expression, a rule or its message, in its words; none if it does not.
    pub(super) fn refusal_of(
        &mut self,
        server: Minor,
        (text, message): (&str, bool),
        root: DeclaredId,
        optional: bool,
    ) -> Option<String> {
        self.enter(root, optional);
        let older = match self.older.take().filter(|(minor, _)| *minor == server) {
            Some((_, older)) => older,
            None => Environment::new(server),
        };
        let text = Text::new(text);
        let refused = older.check(&text, &mut self.scope).err();
        self.older = Some((server, older));
        let prefix = if message { "messageExpression compilation failed: " } else { "compilation failed: " };
        Some(not_compiled(prefix, refused?, &text).detail)
    }

    /// The most that a checked expression costs whose `self` has this type, if its values had other limits.
    pub(super) fn max_cost_within(&self, checked: &Checked, root: DeclaredId, limits: Limits<'_>) -> u64 {
        self.environment.cost_within(checked, &self.scope, Some(root), limits).max
    }

    /// The most that a checked expression costs.
    pub(super) fn max_cost(&self, checked: &Checked) -> u64 {
        self.environment.cost(checked, &self.scope).max
    }

    /// The first server version on which a checked expression can be installed.
    pub(super) fn since(&self, checked: &Checked) -> Minor {
        self.environment.since(checked)
    }

    /// How often a value can be in an object if no limit is known.
    pub(super) fn cardinality(&self, of: DeclaredId) -> u64 {
        REQUEST / (self.scope.declarations.get(of).min_size + 1)
    }

    /// The functions in use.
    pub(super) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Compiles a rule and its message.
    pub fn rule(&mut self, rule: &Rule, root: DeclaredId) -> RuleReport {
        self.checked_rule(rule, root).0
    }

    /// Compiles a rule and its message, and returns the rule's typed tree too, if a server accepts it.
    pub(super) fn checked_rule(&mut self, rule: &Rule, root: DeclaredId) -> (RuleReport, Option<Checked>) {
        let mut report = RuleReport::default();
        let optional = rule.optional_old_self.as_ref().is_some_and(|at| at.value);
        let text = text_of(&rule.rule);
        if text.trim().is_empty() {
            return (report, None);
        }
        let text = Text::new(text);
        self.enter(root, optional);
        let checked = match self.environment.check(&text, &mut self.scope) {
            Ok(checked) => checked,
            Err(issues) => {
                report.error = Some(not_compiled("compilation failed: ", issues, &text));
                return (report, None);
            }
        };
        if checked.result != Type::BOOL {
            report.error = Some(plain("cel expression must evaluate to a bool"));
            return (report, None);
        }
        report.uses_old_self = checked.names("oldSelf");
        if let Err(message) = self.environment.program(&checked, &self.scope) {
            report.error = Some(plain(&format!("program instantiation failed: {message}")));
            return (report, None);
        }
        let Range { max, .. } = self.environment.cost(&checked, &self.scope);
        report.cost = max;
        report.uncompiled = lower(&checked, &self.scope).err();
        report.cardinality = self.cardinality(root);
        let message = text_of(&rule.message_expression);
        if !message.is_empty() {
            match self.message(&Text::new(message)) {
                Ok((cost, uncompiled)) => {
                    report.message_cost = Some(cost);
                    report.uncompiled_message = uncompiled;
                }
                Err(error) => report.message_error = Some(error),
            }
        }
        (report, Some(checked))
    }

    /// The cost of a message, and the part of it that has no form in Rust.
    fn message(&mut self, text: &Text) -> Result<(u64, Option<Unsupported>), ExpressionError> {
        let checked = self
            .environment
            .check(text, &mut self.scope)
            .map_err(|issues| not_compiled("messageExpression compilation failed: ", issues, text))?;
        if checked.result != Type::STRING {
            return Err(plain("messageExpression must evaluate to a string"));
        }
        self.environment
            .program(&checked, &self.scope)
            .map_err(|message| plain(&format!("messageExpression instantiation failed: {message}")))?;
        let uncompiled = lower(&checked, &self.scope).err();
        Ok((self.environment.cost(&checked, &self.scope).max, uncompiled))
    }

    /// The type of a field of an object.
    pub(super) fn field(&self, of: DeclaredId, name: &str) -> Option<DeclaredId> {
        match &self.scope.declarations.get(of).shape {
            Shape::Object(fields) => fields.get(&super::declare::escape(name)?).copied(),
            _ => None,
        }
    }

    /// The type of the items of a list or the values of a map.
    pub(super) fn element(&self, of: DeclaredId) -> Option<DeclaredId> {
        match self.scope.declarations.get(of).shape {
            Shape::List(of) | Shape::Map(of) => Some(of),
            _ => None,
        }
    }
}

fn text_of(at: &Option<At<String>>) -> &str {
    at.as_ref().map_or("", |at| &at.value)
}

fn not_compiled(prefix: &str, issues: Issues, text: &Text) -> ExpressionError {
    ExpressionError { detail: format!("{prefix}{}", issues.display(text)), issues: Some(issues) }
}

fn plain(detail: &str) -> ExpressionError {
    ExpressionError { detail: detail.to_owned(), issues: None }
}

impl ExpressionError {
    /// The first problem, without the excerpt.
    pub(super) fn summary(&self) -> String {
        let first = self
            .issues
            .as_ref()
            .and_then(|issues| issues.sorted().first().map(|issue| issue.message.clone()));
        first.unwrap_or_else(|| self.detail.clone())
    }
}
