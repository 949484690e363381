//! Converts a checked expression to the tree of a program.
//
// cel-go: interpreter/planner.go, interpreter/attributes.go (applyQualifiers)

use std::collections::HashMap;

use super::dispatch::operator_overloads;
use super::expr::{Expr, Local, Op, Program};
use super::messages;
use super::repr::Repr;
use super::untyped::{Untyped, untyped};
use crate::compile::ast::{Ast, Constant, ExprId, Field, Kind, Name};
use crate::compile::checker::Typing;
use crate::compile::environment::Checked;
use crate::compile::scope::Scope;
use crate::compile::types::{self, Declarations, Shape, Types};

/// A part of an expression that has no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The offsets of the first code point, and of one past the last.
    pub span: (u32, u32),
    /// The reason, as the end of a sentence that begins with the expression.
    pub what: String,
}

/// Builds the program of an expression. The declared variables of its scope, without `self` and `oldSelf`,
/// get the first numbers in the order of their declaration.
///
/// # Errors
/// The first part that has no program: a message such as `google.protobuf.Empty{}`.
pub fn lower(checked: &Checked, scope: &Scope) -> Result<Program, Unsupported> {
    let mut lower = Lower {
        ast: &checked.ast,
        typing: &checked.typing,
        types: &scope.types,
        declarations: &scope.declarations,
        untyped: untyped(&checked.ast, &checked.typing, scope),
        names: Vec::new(),
        locals: 0,
    };
    // Declared variables are treated like variables of loops around the whole expression.
    for name in scope.variables.names().filter(|name| !matches!(name.as_ref(), "self" | "oldSelf")) {
        lower.enter(name);
    }
    let root = checked.ast.root().ok_or_else(|| Unsupported { span: (0, 0), what: "is empty".to_owned() })?;
    let root = lower.expr(root)?;
    Ok(Program { root, locals: lower.locals })
}

pub(super) struct Lower<'l> {
    pub(super) ast: &'l Ast,
    pub(super) typing: &'l Typing,
    pub(super) types: &'l Types,
    declarations: &'l Declarations,
    /// The nodes that may have other types than the checker computed.
    untyped: HashMap<ExprId, Untyped>,
    /// The variables that were declared, and those of the loops around the expression, the innermost last.
    names: Vec<(Name, Local)>,
    locals: usize,
}

/// One step of a chain of selections.
enum SelectionStep {
    Name(String),
    Key(ExprId),
}

impl Lower<'_> {
    pub(super) fn refuse(&self, id: ExprId) -> Unsupported {
        let node = self.ast.node(id);
        let what = match &node.kind {
            Kind::Struct { name, .. } => format!("makes a message, `{name}`"),
            _ => "has a part without a program".to_owned(),
        };
        Unsupported { span: node.span, what }
    }

    /// Declares a variable.
    pub(super) fn enter(&mut self, name: &Name) -> Local {
        let local = self.locals;
        self.locals += 1;
        self.names.push((name.clone(), local));
        local
    }

    /// Removes the innermost variables.
    pub(super) fn leave(&mut self, count: usize) {
        self.names.truncate(self.names.len().saturating_sub(count));
    }

    /// The parts of a node's value that may have another type than the checker computed.
    pub(super) fn untyped(&self, id: ExprId) -> Untyped {
        self.untyped.get(&id).copied().unwrap_or_default()
    }

    fn repr(&self, id: ExprId) -> Repr {
        let Some(of) = self.typing.of(id) else { return Repr::Dynamic };
        // A value that the expression makes is a list or a map, whatever its items are.
        let is_made = matches!(self.ast.kind(id), Kind::List(_) | Kind::Map(_) | Kind::Comprehension(_));
        match (self.untyped(id), self.types.kind(of)) {
            (Untyped::Nothing, _) => Repr::of(of, self.types),
            (Untyped::Parts, types::Kind::Map(key, _)) => {
                Repr::Map(Box::new([Repr::of(*key, self.types), Repr::Dynamic]))
            }
            (untyped, types::Kind::List(_)) if is_made || untyped == Untyped::Parts => {
                Repr::List(Box::new(Repr::Dynamic))
            }
            (_, types::Kind::Map(..)) if is_made => Repr::Map(Box::new([Repr::Dynamic, Repr::Dynamic])),
            _ => Repr::Dynamic,
        }
    }

    pub(super) fn expr(&mut self, id: ExprId) -> Result<Expr, Unsupported> {
        let repr = self.repr(id);
        let op = match self.ast.kind(id) {
            Kind::Constant(constant) => Op::Constant(constant.clone()),
            Kind::Ident(name) => return Ok(self.ident(id, name)),
            Kind::Select { .. } => return self.chain(id),
            Kind::Call { function, target, args } => {
                if matches!(function.as_ref(), "_[_]" | "_[?_]" | "_?._") {
                    return self.chain(id);
                }
                let operands: Vec<ExprId> = target.iter().chain(args).copied().collect();
                return self.call(id, function, &operands);
            }
            Kind::List(items) => {
                let items = items.iter().map(|item| Ok((self.expr(item.value)?, item.optional)));
                Op::List(items.collect::<Result<_, _>>()?)
            }
            Kind::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|entry| Ok((self.expr(entry.key)?, self.expr(entry.value)?, entry.optional)));
                Op::Map(entries.collect::<Result<_, _>>()?)
            }
            Kind::Comprehension(found) => self.comprehension(id, found)?,
            Kind::Struct { name, fields } => self.message(id, name, fields)?,
            Kind::Invalid => return Err(self.refuse(id)),
        };
        Ok(Expr { op, repr, span: self.span(id) })
    }

    fn span(&self, id: ExprId) -> (u32, u32) {
        self.ast.node(id).span
    }

    fn ident(&self, id: ExprId, name: &Name) -> Expr {
        let (repr, span) = (self.repr(id), self.span(id));
        if let Some((_, local)) = self.names.iter().rev().find(|(known, _)| known == name) {
            return Expr { op: Op::Local(*local), repr, span };
        }
        let op = match name.as_ref() {
            "self" => Op::SelfValue,
            "oldSelf" => Op::OldSelf,
            "google.protobuf.NullValue.NULL_VALUE" => Op::Constant(Constant::Int(0)),
            name => Op::Type(self.type_name(id, name)),
        };
        Expr { op, repr, span }
    }

    /// The name of the type that a type expression denotes.
    fn type_name(&self, id: ExprId, name: &str) -> String {
        let of = self.typing.of(id).map(|of| self.types.kind(of));
        let Some(types::Kind::TypeOf(Some(of))) = of else { return name.to_owned() };
        match self.types.kind(*of) {
            types::Kind::Duration => "google.protobuf.Duration".to_owned(),
            types::Kind::Timestamp => "google.protobuf.Timestamp".to_owned(),
            _ => name.to_owned(),
        }
    }

    fn call(&mut self, id: ExprId, function: &Name, operands: &[ExprId]) -> Result<Expr, Unsupported> {
        let repr = self.repr(id);
        let mut args = operands.iter().map(|id| self.expr(*id)).collect::<Result<Vec<_>, _>>()?;
        let op = match function.as_ref() {
            "_&&_" | "_||_" | "_==_" | "_!=_" | "or" | "orValue" if args.len() == 2 => {
                let second = args.pop();
                let (Some(second), Some(first)) = (second, args.pop()) else { return Err(self.refuse(id)) };
                match function.as_ref() {
                    "_&&_" => Op::And(Box::new(first), Box::new(second)),
                    "_||_" => Op::Or(Box::new(first), Box::new(second)),
                    "or" | "orValue" => {
                        Op::OrElse { values: Box::new([first, second]), unwrap: function == "orValue" }
                    }
                    _ => Op::Equal { values: Box::new([first, second]), negated: function == "_!=_" },
                }
            }
            "_?_:_" => {
                let args: [Expr; 3] = args.try_into().map_err(|_| self.refuse(id))?;
                Op::Conditional(Box::new(args))
            }
            _ => {
                // Names with a leading dot are the same functions.
                let function = function.trim_start_matches('.').to_owned();
                let overloads = self.typing.overloads(id).to_vec();
                let meant = if operands.iter().any(|id| self.untyped(*id) >= Untyped::Value) {
                    operator_overloads(&function, args.len())
                } else {
                    None
                };
                Op::Call { function, overloads, meant, args }
            }
        };
        Ok(Expr { op, repr, span: self.span(id) })
    }

    /// Converts a message that stands for a scalar.
    fn message(&mut self, id: ExprId, name: &Name, fields: &[Field]) -> Result<Op, Unsupported> {
        let name = name.trim_start_matches('.');
        let (scalar, field) = match fields {
            [] => (messages::empty(name), None),
            [field] => {
                let value = Box::new(self.expr(field.value)?);
                let path = format!("{name}.{}", field.name);
                (messages::with(name, &field.name), Some((path, value, field.optional)))
            }
            _ => (None, None),
        };
        let scalar = scalar.ok_or_else(|| self.refuse(id))?;
        Ok(Op::Message { scalar, field })
    }

    /// Converts a chain of selections. The server evaluates a chain as a whole, so everything after an
    /// optional step is optional.
    fn chain(&mut self, id: ExprId) -> Result<Expr, Unsupported> {
        let mut steps = Vec::new();
        let mut at = id;
        loop {
            match self.ast.kind(at) {
                Kind::Select { operand, field, test } => {
                    steps.push((at, SelectionStep::Name(field.clone().into_owned()), false, *test));
                    // Only the last step of a chain can be a test.
                    if *test && at != id {
                        steps.pop();
                        break;
                    }
                    at = *operand;
                }
                Kind::Call { function, args, .. }
                    if matches!(function.as_ref(), "_[_]" | "_[?_]" | "_?._") && args.len() == 2 =>
                {
                    steps.push((at, SelectionStep::Key(args[1]), function != "_[_]", false));
                    at = args[0];
                }
                _ => break,
            }
        }
        steps.reverse();
        let mut expr = self.expr(at)?;
        let mut optional = self.is_optional(at);
        let mut path: Option<(Expr, Vec<(Expr, bool)>)> = None;
        for (at, step, may_miss, test) in steps {
            let (repr, span) = (self.repr(at), self.span(at));
            optional |= may_miss;
            let key = match step {
                SelectionStep::Name(name) => {
                    let object = match expr.repr {
                        Repr::Object(object) if path.is_none() && !optional => Some(object),
                        _ => None,
                    };
                    if let Some(object) = object {
                        let of = Box::new(expr);
                        let name = self.field_name(object, name);
                        let op = if test {
                            Op::HasField { of, object, name }
                        } else {
                            Op::Field { of, object, name }
                        };
                        expr = Expr { op, repr, span };
                        continue;
                    }
                    Expr { op: Op::Constant(Constant::String(name)), repr: Repr::String, span }
                }
                SelectionStep::Key(key) => self.expr(key)?,
            };
            if optional {
                let (of, mut steps) = path.take().unwrap_or_else(|| {
                    let empty = Expr { op: Op::Constant(Constant::Null), repr: Repr::Dynamic, span };
                    (std::mem::replace(&mut expr, empty), Vec::new())
                });
                steps.push((key, may_miss));
                if test {
                    expr = Expr { op: Op::Path { of: Box::new(of), steps, test }, repr, span };
                } else {
                    path = Some((of, steps));
                }
                continue;
            }
            let of = Box::new(expr);
            let op = match (test, &key.op) {
                (true, Op::Constant(Constant::String(name))) => Op::HasPart { of, name: name.clone() },
                _ => Op::Part { of, key: Box::new(key) },
            };
            expr = Expr { op, repr, span };
        }
        Ok(match path {
            Some((of, steps)) => {
                let op = Op::Path { of: Box::new(of), steps, test: false };
                Expr { op, repr: Repr::Dynamic, span: self.span(id) }
            }
            None => expr,
        })
    }

    fn is_optional(&self, id: ExprId) -> bool {
        self.typing.of(id).is_some_and(|of| matches!(self.types.kind(of), types::Kind::Optional(_)))
    }

    /// The name of a field in the declaration, where reserved words are escaped.
    fn field_name(&self, object: types::DeclaredId, name: String) -> String {
        match &self.declarations.get(object).shape {
            Shape::Object(fields) if !fields.contains_key(&name) => format!("__{name}__"),
            _ => name,
        }
    }
}
