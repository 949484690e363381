//! The type checker. In: a parsed expression. Out: the type of each node, the variables and overloads that
//! names refer to, and compile errors with cel-go's messages.
//!
//! `select` resolves fields, `call` overloads, `aggregate` lists, maps and messages, `names` identifiers.
//!
//! Easy to break: the order in which types are compared, since each comparison may bind a type parameter.
//
// cel-go: checker/checker.go, checker/env.go, checker/errors.go

mod aggregate;
mod call;
mod names;
mod patches;
mod select;
mod variables;
mod well_known;

pub use variables::Variables;

use super::ast::{Ast, Comprehension, Constant, ExprId, Kind, Name};
use super::issues::{IssueKind, Issues, ShownType};
use super::registry::Registry;
use super::types::{self, Bindings, Declarations, Type, Types};

/// What the name of a node refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// The node has no reference, only a type.
    #[default]
    None,
    /// A variable, or a type.
    Name,
    /// One of these overloads.
    Overloads(Vec<&'static str>),
}

/// The types and references of the nodes of an expression.
#[derive(Clone, Debug, Default)]
pub struct Typing {
    types: Vec<Option<Type>>,
    references: Vec<Reference>,
}

impl Typing {
    /// The type of a node. `None` for nodes that are not values, such as the field of `a.?field`.
    #[must_use]
    pub fn of(&self, id: ExprId) -> Option<Type> {
        self.types.get(id.index()).copied().flatten()
    }

    /// What the name of a node refers to.
    #[must_use]
    pub fn reference(&self, id: ExprId) -> &Reference {
        self.references.get(id.index()).unwrap_or(&Reference::None)
    }

    /// The overloads that a call may resolve to.
    #[must_use]
    pub fn overloads(&self, id: ExprId) -> &[&'static str] {
        match self.reference(id) {
            Reference::Overloads(ids) => ids,
            _ => &[],
        }
    }
}

/// Checks an expression. Qualified names of functions, which the parser reads as selections, are rewritten in
/// the tree.
pub(super) fn check(
    ast: &mut Ast,
    types: &mut Types,
    registry: &Registry,
    declarations: &Declarations,
    variables: &Variables,
) -> (Typing, Issues) {
    types.restart();
    let typing = Typing { types: vec![None; ast.len()], references: vec![Reference::None; ast.len()] };
    let mut checker = Checker {
        ast,
        types,
        registry,
        declarations,
        variables,
        locals: Vec::new(),
        bindings: Bindings::default(),
        typing,
        issues: Issues::default(),
    };
    if let Some(root) = checker.ast.root() {
        checker.check(root);
    }
    for index in 0..checker.typing.types.len() {
        if let Some(of) = checker.typing.types[index] {
            checker.typing.types[index] = Some(checker.types.substitute(&checker.bindings, of, true));
        }
    }
    (checker.typing, checker.issues)
}

struct Checker<'c> {
    ast: &'c mut Ast,
    types: &'c mut Types,
    registry: &'c Registry,
    declarations: &'c Declarations,
    variables: &'c Variables,
    /// The variables of the loops around the node, the innermost last.
    locals: Vec<(Name, Type)>,
    bindings: Bindings,
    typing: Typing,
    issues: Issues,
}

impl Checker<'_> {
    fn check(&mut self, id: ExprId) {
        match self.ast.kind(id) {
            Kind::Constant(constant) => {
                let of = of_constant(constant);
                self.set(id, of);
            }
            Kind::Ident(_) => self.check_ident(id),
            Kind::Select { .. } => self.check_select(id),
            Kind::Call { .. } => self.check_call(id),
            Kind::List(_) => self.check_list(id),
            Kind::Map(_) => self.check_map(id),
            Kind::Struct { .. } => self.check_message(id),
            Kind::Comprehension(found) => {
                let found = Comprehension::clone(found);
                self.check_comprehension(id, found);
            }
            // The parser has reported the error.
            Kind::Invalid => self.set(id, Type::ERROR),
        }
    }

    fn set(&mut self, id: ExprId, of: Type) {
        self.typing.types[id.index()] = Some(of);
    }

    fn refer(&mut self, id: ExprId, reference: Reference) {
        self.typing.references[id.index()] = reference;
    }

    /// The type of a node that was checked.
    fn get(&self, id: ExprId) -> Type {
        self.typing.of(id).unwrap_or(Type::ERROR)
    }

    fn substitute(&mut self, of: Type) -> Type {
        self.types.substitute(&self.bindings, of, false)
    }

    fn assign(&mut self, to: Type, from: Type) -> bool {
        self.types.assign(&mut self.bindings, to, from)
    }

    fn shown(&self, of: Type) -> ShownType {
        ShownType::new(of, self.types, self.declarations)
    }

    fn report(&mut self, at: u32, kind: IssueKind) {
        self.issues.report(at, kind);
    }

    fn report_undeclared(&mut self, id: ExprId, name: &str) {
        let at = self.ast.at(id);
        self.report(at, IssueKind::Undeclared { name: name.to_owned() });
    }

    fn report_mismatch(&mut self, id: ExprId, expected: Type, found: Type) {
        let at = self.ast.at(id);
        let (expected, found) = (self.shown(expected), self.shown(found));
        self.report(at, IssueKind::Mismatch { expected, found });
    }

    fn check_comprehension(&mut self, id: ExprId, found: Comprehension) {
        self.check(found.range);
        self.check(found.init);
        let range = self.get(found.range);
        let range = self.substitute(range);
        let accumulated = self.get(found.init);
        let outside = self.locals.len();
        self.locals.push((found.accumulator, accumulated));
        let inside = self.locals.len();
        let (first, second) = self.element_types(&found.range, range, found.second.is_some());
        self.locals.push((found.variable, first));
        if let Some(name) = found.second {
            self.locals.push((name, second));
        }
        self.check(found.condition);
        self.expect(found.condition, Type::BOOL);
        self.check(found.step);
        self.expect(found.step, accumulated);
        self.locals.truncate(inside);
        self.check(found.result);
        self.locals.truncate(outside);
        let result = self.get(found.result);
        let result = self.substitute(result);
        self.set(id, result);
    }

    /// The types of the variables of a loop.
    fn element_types(&mut self, range: &ExprId, of: Type, pairs: bool) -> (Type, Type) {
        match *self.types.kind(of) {
            types::Kind::List(item) if pairs => (Type::INT, item),
            types::Kind::List(item) => (item, item),
            types::Kind::Map(key, value) => (key, value),
            types::Kind::Dyn | types::Kind::Error | types::Kind::Param(_) => {
                self.assign(Type::DYN, of);
                (Type::DYN, Type::DYN)
            }
            _ => {
                let at = self.ast.at(*range);
                let of = self.shown(of);
                self.report(at, IssueKind::NotIterable { of });
                (Type::ERROR, Type::ERROR)
            }
        }
    }

    /// Checks that a node has a type.
    fn expect(&mut self, id: ExprId, expected: Type) {
        let found = self.get(id);
        if !self.assign(expected, found) {
            self.report_mismatch(id, expected, found);
        }
    }
}

fn of_constant(constant: &Constant) -> Type {
    match constant {
        Constant::Null => Type::NULL,
        Constant::Bool(_) => Type::BOOL,
        Constant::Int(_) => Type::INT,
        Constant::Uint(_) => Type::UINT,
        Constant::Double(_) => Type::DOUBLE,
        Constant::String(_) => Type::STRING,
        Constant::Bytes(_) => Type::BYTES,
    }
}
