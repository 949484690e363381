//! Compiles expressions of rules as a server does. In: the text of a rule or message, and the type of its
//! value. Out: the server's error, or the typed tree, cost and program of the expression.

use std::collections::HashMap;

use super::schemas::{Schemas, Seen};
use super::types::{Declare, Known, REQUEST};
use super::written::Written;
use crdc_cel::compile::cost::Limits;
use crdc_cel::compile::program::program_of;
use crdc_cel::compile::program::{Program, Repr, Unsupported, lower};
use crdc_cel::compile::types::{DeclaredId, Shape, Type};
use crdc_cel::compile::{
    Checked, CompileError, Compiled, Environment, IssueKind, Issues, Scope, Text, escape,
};
use crdc_schema::{Rule, Schema};
use crdc_vocabulary::Minor;

/// Compiles the rules of schemas, all with the same functions.
pub struct RuleCompiler {
    environment: Environment,
    scope: Scope,
    root: Option<(DeclaredId, bool)>,
    /// The server version whose limits apply. `None` for the newest.
    server: Option<Minor>,
    /// The types of values.
    known: Known,
    /// The types of the schemas of a document, regardless of the schemas around each.
    own: HashMap<*const Schema, DeclaredId>,
    /// The functions of another server version, created when they are first used.
    older: Option<(Minor, Environment)>,
}

/// The use of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A rule: whether a value is valid.
    Rule,
    /// The message for an invalid value.
    Message,
    /// An expression of any type, for tools.
    Any,
}

/// The server's report about a rule.
#[derive(Clone, Debug, Default)]
pub struct RuleReport {
    /// The reason why the rule is refused.
    pub error: Option<ExpressionError>,
    /// The reason why the message is refused.
    pub message_error: Option<ExpressionError>,
    /// Whether the rule has `oldSelf`.
    pub uses_old_self: bool,
    /// The most that one evaluation of the rule costs.
    pub cost: u64,
    /// The most that the message costs, if there is one.
    pub message_cost: Option<u64>,
    /// The number of times that the value can occur in an object if no limit is known.
    pub cardinality: u64,
    /// The program of the rule, or the part of it that has no form in Rust, if servers accept it.
    pub program: Option<Result<Program, Unsupported>>,
    /// The program of the message, or the part of it that has no form in Rust, if servers accept it.
    pub message: Option<Result<Program, Unsupported>>,
}

/// The error for which an expression is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// The server's detail.
    pub detail: String,
    /// The problem.
    pub problem: ExpressionProblem,
}

/// A problem of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionProblem {
    /// The expression does not compile: the problems and their offsets in code points.
    Compile(Issues),
    /// A rule is no bool, or a message no string.
    Type,
    /// A part that is computed before the expression runs always fails.
    Constant,
}

impl RuleCompiler {
    /// Creates a compiler with the functions of the newest known server version, and the limits and costs of
    /// `server`.
    pub fn new(server: Option<Minor>) -> RuleCompiler {
        let environment = Environment::new(Minor::NEWEST).with_costs_of(server.unwrap_or(Minor::NEWEST));
        let (scope, known, own) = (Scope::default(), Known::default(), HashMap::new());
        RuleCompiler { environment, scope, root: None, server, known, own, older: None }
    }

    /// Creates a compiler for a schema and all schemas below it. `resource` is whether its values are
    /// resources.
    pub fn of(root: &Schema, resource: bool, server: Option<Minor>) -> RuleCompiler {
        let (written, mut compiler) = (Written::of(root, resource), RuleCompiler::new(server));
        let own = written.all().filter_map(|(schema, seen)| Some((schema, compiler.see(&written, seen)?)));
        let own = own.collect();
        RuleCompiler { own, ..compiler }
    }

    /// Creates a compiler for the values of a schema that are not resources. `None` if rules cannot read
    /// them.
    #[must_use]
    pub fn for_value(schema: &Schema) -> Option<(RuleCompiler, DeclaredId)> {
        let compiler = RuleCompiler::of(schema, false, None);
        let root = compiler.own(schema)?;
        Some((compiler, root))
    }

    /// The type of a schema, regardless of the schemas around it. `None` if rules cannot read its values.
    pub(crate) fn own(&self, schema: &Schema) -> Option<DeclaredId> {
        self.own.get(&std::ptr::from_ref(schema)).copied()
    }

    /// The type of a value. `None` if rules cannot read the value.
    pub fn see(&mut self, schemas: &dyn Schemas, seen: Seen) -> Option<DeclaredId> {
        let RuleCompiler { known, server, scope, .. } = self;
        Declare { schemas, server: *server, known, declarations: &mut scope.declarations }.of(seen)
    }

    /// The value that a type was declared for.
    pub fn seen(&self, of: DeclaredId) -> Option<Seen> {
        self.known.seen.get(&of).copied()
    }

    /// The representation of values of a type.
    pub fn repr(&mut self, of: DeclaredId) -> Repr {
        let Scope { types, declarations, .. } = &mut self.scope;
        Repr::of(types.declared(of, declarations), types)
    }

    /// The types in use.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Compiles an expression whose `self` has this type.
    ///
    /// # Errors
    /// The reason why the server refuses the expression.
    pub fn expression(
        &mut self,
        text: &Text,
        root: DeclaredId,
        optional: bool,
    ) -> Result<Compiled, CompileError> {
        self.enter(root, optional);
        self.environment.compile(text, &mut self.scope)
    }

    /// Declares `self` and `oldSelf`.
    fn enter(&mut self, root: DeclaredId, optional: bool) {
        if self.root.replace((root, optional)) != Some((root, optional)) {
            self.scope.set_self(root, optional);
        }
    }

    /// The program of an expression whose `self` has this type. `None` if the server refuses the expression,
    /// or if it contains a protocol buffer message.
    pub fn program(&mut self, text: &str, root: DeclaredId, optional: bool) -> Option<Program> {
        let checked = self.checked(text, root, optional)?;
        lower(&checked, &self.scope).ok()
    }

    /// The program of a rule or message whose `self` has this type, or the reason why it has no program, as
    /// the end of a sentence that begins with the text.
    pub fn compiled(
        &mut self,
        (text, kind): (&str, Kind),
        root: DeclaredId,
        optional: bool,
    ) -> Result<Program, String> {
        self.enter(root, optional);
        let checked = self.accepted(text, kind);
        let checked = checked.map_err(|error| format!("does not compile: {}", error.summary()))?;
        program_of(&checked, &self.scope)
    }

    /// Compiles an expression, whose costs can then be estimated for other limits.
    pub(crate) fn checked(&mut self, text: &str, root: DeclaredId, optional: bool) -> Option<Checked> {
        self.enter(root, optional);
        self.environment.check(&Text::new(text), &mut self.scope).ok()
    }

    /// The error of another server version for a rule or its message. `None` if that version accepts it.
    pub(crate) fn refusal_of(
        &mut self,
        server: Minor,
        (text, kind): (&str, Kind),
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
        Some(not_compiled(kind, refused?, &text).detail)
    }

    /// The maximum cost of a checked expression whose `self` has this type, assuming other limits for its
    /// values.
    pub(crate) fn max_cost_within(&self, checked: &Checked, root: DeclaredId, limits: Limits<'_>) -> u64 {
        self.environment.cost_within(checked, &self.scope, Some(root), limits).max
    }

    /// The maximum cost of a checked expression.
    pub(crate) fn max_cost(&self, checked: &Checked) -> u64 {
        self.environment.cost(checked, &self.scope).max
    }

    /// The first server version on which a checked expression can be installed.
    pub(crate) fn since(&self, checked: &Checked) -> Minor {
        self.environment.since(checked)
    }

    /// The number of a value's occurrences in an object if no limit is known.
    pub(crate) fn cardinality(&self, of: DeclaredId) -> u64 {
        REQUEST / (self.scope.declarations.get(of).min_size + 1)
    }

    /// The functions in use.
    pub(crate) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Compiles a rule and its message, and returns the rule's typed tree too, if a server accepts it.
    pub(crate) fn rule(&mut self, rule: &Rule, root: DeclaredId) -> (RuleReport, Option<Checked>) {
        let mut report = RuleReport::default();
        let text = rule.expression(false);
        if text.trim().is_empty() {
            return (report, None);
        }
        self.enter(root, rule.has_optional_old_self());
        let typed = self.typed(text, Kind::Rule);
        report.uses_old_self = typed.as_ref().is_ok_and(|checked| checked.names("oldSelf"));
        let checked = match typed.and_then(|checked| self.folded(checked, Kind::Rule)) {
            Ok(checked) => checked,
            Err(error) => return (RuleReport { error: Some(error), ..report }, None),
        };
        report.cost = self.max_cost(&checked);
        report.program = Some(lower(&checked, &self.scope));
        report.cardinality = self.cardinality(root);
        let message = rule.expression(true);
        if !message.is_empty() {
            match self.accepted(message, Kind::Message) {
                Ok(checked) => {
                    report.message_cost = Some(self.max_cost(&checked));
                    report.message = Some(lower(&checked, &self.scope));
                }
                Err(error) => report.message_error = Some(error),
            }
        }
        (report, Some(checked))
    }

    /// The typed tree of an expression that a server accepts.
    fn accepted(&mut self, text: &str, kind: Kind) -> Result<Checked, ExpressionError> {
        let checked = self.typed(text, kind)?;
        self.folded(checked, kind)
    }

    /// The typed tree of an expression.
    fn typed(&mut self, text: &str, kind: Kind) -> Result<Checked, ExpressionError> {
        let text = Text::new(text);
        let checked = self.environment.check(&text, &mut self.scope);
        let checked = checked.map_err(|issues| not_compiled(kind, issues, &text))?;
        match kind {
            Kind::Rule if checked.result != Type::BOOL => {
                Err(wrong_type("cel expression must evaluate to a bool"))
            }
            Kind::Message if checked.result != Type::STRING => {
                Err(wrong_type("messageExpression must evaluate to a string"))
            }
            _ => Ok(checked),
        }
    }

    /// Returns the typed tree, or an error if a constant part of it always fails.
    fn folded(&self, checked: Checked, kind: Kind) -> Result<Checked, ExpressionError> {
        let what = match kind {
            Kind::Rule => "program",
            Kind::Message => "messageExpression",
            Kind::Any => return Ok(checked),
        };
        match self.environment.program(&checked, &self.scope) {
            Ok(()) => Ok(checked),
            Err(message) => Err(ExpressionError {
                detail: format!("{what} instantiation failed: {message}"),
                problem: ExpressionProblem::Constant,
            }),
        }
    }

    /// The type of a field of an object.
    pub fn field(&self, of: DeclaredId, name: &str) -> Option<DeclaredId> {
        match &self.scope.declarations.get(of).shape {
            Shape::Object(fields) => fields.get(&escape(name)?).copied(),
            _ => None,
        }
    }

    /// The type of the items of a list or the values of a map.
    pub(crate) fn element(&self, of: DeclaredId) -> Option<DeclaredId> {
        match self.scope.declarations.get(of).shape {
            Shape::List(of) | Shape::Map(of) => Some(of),
            _ => None,
        }
    }
}

fn not_compiled(kind: Kind, issues: Issues, text: &Text) -> ExpressionError {
    let prefix = match kind {
        Kind::Message => "messageExpression compilation failed: ",
        Kind::Rule | Kind::Any => "compilation failed: ",
    };
    let detail = format!("{prefix}{}", issues.display(text));
    ExpressionError { detail, problem: ExpressionProblem::Compile(issues) }
}

fn wrong_type(detail: &str) -> ExpressionError {
    ExpressionError { detail: detail.to_owned(), problem: ExpressionProblem::Type }
}

impl ExpressionError {
    /// The kind of the first problem, if the expression does not compile.
    pub(crate) fn first(&self) -> Option<&IssueKind> {
        match &self.problem {
            ExpressionProblem::Compile(issues) => issues.sorted().first().map(|issue| &issue.kind),
            ExpressionProblem::Type | ExpressionProblem::Constant => None,
        }
    }

    /// The first problem, without the excerpt.
    pub(crate) fn summary(&self) -> String {
        self.first().map_or_else(|| self.detail.clone(), IssueKind::to_string)
    }
}
