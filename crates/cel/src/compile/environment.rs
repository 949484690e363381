//! Compiles expressions with the functions and macros of one server version.
//!
//! Easy to break: the functions and the estimates of costs may be those of two different server versions.

use std::collections::HashMap;

use super::ast::{Ast, ExprId, Kind};
use super::checker::Typing;
use super::cost::{Limits, Range};
use super::issues::Issues;
use super::macros::Expander;
use super::registry::Registry;
use super::scope::Scope;
use super::text::Text;
use super::types::{DeclaredId, Type};
use super::{checker, constants, cost, parse, validate};
use crdc_vocabulary::Minor;

/// The functions and macros of one server version.
#[derive(Clone, Debug)]
pub struct Environment {
    minor: Minor,
    /// The server version whose estimates of costs are used.
    costs: Minor,
    pub(super) registry: Registry,
    macros: Expander,
}

/// An expression that a server accepts.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The tree.
    pub ast: Ast,
    /// The types of its nodes.
    pub typing: Typing,
    /// The type of the whole expression.
    pub result: Type,
    /// The cost.
    pub cost: Range,
}

/// The reason why a server refuses an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The expression does not compile.
    Issues(Issues),
    /// The expression compiles, but a conversion in it always fails.
    Program(String),
}

impl Environment {
    /// Creates the environment for new rules on a server of this minor version.
    #[must_use]
    pub fn new(minor: Minor) -> Environment {
        let (registry, macros) = (Registry::new(minor), Expander::new(minor));
        Environment { minor, costs: minor, registry, macros }
    }

    /// Adds the macro `cel.bind`, which expressions of device selectors have.
    #[must_use]
    pub fn with_bind(self) -> Environment {
        Environment { macros: self.macros.with_bind(), ..self }
    }

    /// Replaces the estimates of costs by those of another server version, and the checks of literals too if
    /// that version has fewer.
    #[must_use]
    pub fn with_costs_of(self, server: Minor) -> Environment {
        Environment { costs: server, ..self }
    }

    /// Parses and checks an expression.
    ///
    /// # Errors
    /// The issues of the expression.
    pub fn check(&self, text: &Text, scope: &mut Scope) -> Result<Checked, Issues> {
        let (mut ast, issues) = parse::parse(text, &self.macros);
        if !issues.is_empty() {
            return Err(issues);
        }
        let Scope { declarations, types, variables, .. } = scope;
        let (typing, issues) = checker::check(&mut ast, types, &self.registry, declarations, variables);
        if !issues.is_empty() {
            return Err(issues);
        }
        let server = self.minor.min(self.costs);
        let issues = validate::validate(&ast, &typing, scope, server);
        if !issues.is_empty() {
            return Err(issues);
        }
        let result = ast.root().and_then(|root| typing.of(root)).unwrap_or(Type::ERROR);
        Ok(Checked { ast, typing, result })
    }

    /// Estimates the cost of a checked expression.
    #[must_use]
    pub fn cost(&self, checked: &Checked, scope: &Scope) -> Range {
        let limits = |id| scope.declarations.get(id).max_elements;
        self.cost_within(checked, scope, scope.root, &limits)
    }

    /// Estimates the cost of a checked expression with a given type of `self`, assuming other limits for its
    /// values.
    #[must_use]
    pub fn cost_within(
        &self,
        checked: &Checked,
        scope: &Scope,
        root: Option<DeclaredId>,
        limits: Limits<'_>,
    ) -> Range {
        let Scope { declarations, types, .. } = scope;
        let Checked { ast, typing, .. } = checked;
        cost::cost(self.costs, ast, types, typing, &self.registry, declarations, root, limits)
    }

    /// Computes the constant parts of an expression, as a server does before the expression runs.
    ///
    /// # Errors
    /// The reason why the conversion always fails.
    pub fn program(&self, checked: &Checked, scope: &Scope) -> Result<(), String> {
        constants::fold(&checked.ast, &scope.types, &checked.typing)
    }

    /// The overload with this identifier, if the environment has it.
    #[must_use]
    pub fn overload(&self, id: &str) -> Option<&'static crate::functions::Overload> {
        self.registry.overload(id).map(|(overload, _)| overload)
    }

    /// Compiles an expression.
    ///
    /// # Errors
    /// The reason why a server refuses the expression.
    pub fn compile(&self, text: &Text, scope: &mut Scope) -> Result<Compiled, CompileError> {
        let checked = self.check(text, scope).map_err(CompileError::Issues)?;
        self.program(&checked, scope).map_err(CompileError::Program)?;
        let cost = self.cost(&checked, scope);
        let Checked { ast, typing, result } = checked;
        Ok(Compiled { ast, typing, result, cost })
    }
}

/// An expression whose types are right.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The tree.
    pub ast: Ast,
    /// The types of its nodes.
    pub typing: Typing,
    /// The type of the whole expression.
    pub result: Type,
}

impl Checked {
    /// Whether a name is used, as a variable or otherwise.
    #[must_use]
    pub fn names(&self, name: &str) -> bool {
        self.used().any(|used| used == name)
    }

    /// The highest depth of the value in lists, maps and optionals that the expression makes, above the
    /// values of its variables.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut depths: HashMap<ExprId, usize> = HashMap::new();
        let mut depth = 0;
        for id in self.ast.post_order() {
            let children = self.ast.children(id);
            let parts = children.iter().filter_map(|part| depths.get(part).copied());
            let is_simple =
                [Type::BOOL, Type::INT, Type::STRING].contains(&self.typing.of(id).unwrap_or(Type::DYN));
            depth = match self.ast.kind(id) {
                _ if is_simple => 0,
                // A variable of the loop can be as deep as what is looped over.
                Kind::Comprehension(_) => parts.sum(),
                Kind::List(_) | Kind::Map(_) | Kind::Struct { .. } => 1 + parts.max().unwrap_or(0),
                Kind::Call { function, .. } if function.contains("optional") => 1 + parts.max().unwrap_or(0),
                _ => parts.max().unwrap_or(0),
            };
            depths.insert(id, depth);
        }
        depth
    }

    /// The names that are used, as variables or otherwise, each as often as it is.
    pub fn used(&self) -> impl Iterator<Item = &str> {
        let is_name = |id: &ExprId| *self.typing.reference(*id) == checker::Reference::Name;
        self.ast
            .post_order()
            .into_iter()
            .filter(is_name)
            .filter_map(|id| self.ast.ident(id).map(|name| &**name))
    }
}
