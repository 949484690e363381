//! CEL rules as a server compiles them. In: the text of an expression, the types that its schema declares, a
//! server version. Out: a typed tree with its worst-case cost, or the server's error.
//!
//! The files in the order of the data: [`text`](Text) has places, `parse` builds an [`ast`], expanding [`macros`];
//! [`types`] and `checker` give each node a type and resolve overloads of the [`library`]; `validate` checks
//! literals; [`cost`] estimates; `constants` computes conversions of literals.
//!
//! Nothing here knows documents or Rust types: a front end describes the values in [`types::Declarations`].
//!
//! Easy to break: messages and costs are the server's, including what looks like a mistake.
//
// cel-go v0.26.0; apiserver and apiextensions-apiserver v0.36.3

pub mod ast;
pub mod checker;
mod constants;
pub mod cost;
mod escaping;
mod issues;
pub mod library;
pub mod macros;
mod parse;
pub mod program;
mod since;
#[cfg(test)]
mod tests;
mod text;
pub mod types;
mod validate;

pub use crate::server;
pub(crate) use escaping::{escape, unescape};
pub use issues::{Issue, Issues};
pub use text::Text;

use ast::Ast;
use checker::{Typing, Variables};
use cost::{Limits, Range};
use library::Registry;
use macros::Expander;
use server::Minor;
use types::{Declarations, DeclaredId, Type, Types};

/// The first server version that accepts reserved words as fields.
pub use checker::RESERVED_FIELDS;
/// Words that are no names in expressions.
pub use parse::RESERVED;
pub use since::Newer;

/// An expression with one space between its tokens and without comments, so that texts that differ only in them
/// are equal; `None` if it cannot be split into tokens.
#[must_use]
pub fn normalized(text: &str) -> Option<String> {
    parse::normalized(text)
}

/// The functions and macros of one server version.
#[derive(Clone, Debug)]
pub struct Environment {
    minor: Minor,
    /// The server that estimates costs.
    costs: Minor,
    registry: Registry,
    macros: Expander,
}

/// The types of a schema, and the variables of its rules.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The types that the schema declares.
    pub declarations: Declarations,
    /// All types in use.
    pub types: Types,
    /// The variables, such as `self`.
    pub variables: Variables,
    /// The declared type of `self`, whose limits bound the cost.
    pub root: Option<DeclaredId>,
}

/// An expression that a server accepts.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Its tree.
    pub ast: Ast,
    /// The types of its nodes.
    pub typing: Typing,
    /// Its type.
    pub result: Type,
    /// Its cost.
    pub cost: Range,
}

/// Why a server refuses an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It does not compile.
    Issues(Issues),
    /// It compiles, but a conversion in it always fails.
    Program(String),
}

impl Environment {
    /// The environment for new rules on a server of this minor version.
    #[must_use]
    pub fn new(minor: Minor) -> Environment {
        let (registry, macros) = (Registry::new(minor), Expander::new(minor));
        Environment { minor, costs: minor, registry, macros }
    }

    /// The same functions with the costs that another server estimates, and its checks of literals if it has fewer.
    #[must_use]
    pub fn with_costs_of(self, server: Minor) -> Environment {
        Environment { costs: server, ..self }
    }

    /// Parses and checks an expression.
    ///
    /// # Errors
    /// What is wrong with it.
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
        let issues = validate::validate(&ast, types, &typing, declarations, server);
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

    /// Estimates the cost of a checked expression whose `self` has a type, if its values had other limits.
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

    /// Computes what is known before the expression runs.
    ///
    /// # Errors
    /// Why this always fails.
    pub fn program(&self, checked: &Checked, scope: &Scope) -> Result<(), String> {
        constants::fold(&checked.ast, &scope.types, &checked.typing)
    }

    /// An overload that a call may mean.
    #[must_use]
    pub fn overload(&self, id: &str) -> Option<&'static library::Overload> {
        self.registry.overload(id).map(|(overload, _)| overload)
    }

    /// Compiles an expression.
    ///
    /// # Errors
    /// Why a server refuses it.
    pub fn compile(&self, text: &Text, scope: &mut Scope) -> Result<Compiled, Refusal> {
        let checked = self.check(text, scope).map_err(Refusal::Issues)?;
        self.program(&checked, scope).map_err(Refusal::Program)?;
        let cost = self.cost(&checked, scope);
        let Checked { ast, typing, result } = checked;
        Ok(Compiled { ast, typing, result, cost })
    }
}

/// An expression whose types are right.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its tree.
    pub ast: Ast,
    /// The types of its nodes.
    pub typing: Typing,
    /// Its type.
    pub result: Type,
}

impl Checked {
    /// Whether a name is used, as a variable or otherwise.
    #[must_use]
    pub fn names(&self, name: &str) -> bool {
        self.ast.post_order().into_iter().any(|id| {
            self.ast.ident(id).is_some_and(|found| found == name)
                && *self.typing.reference(id) == checker::Reference::Name
        })
    }
}
