//! Finds the nodes of an expression whose values may have other types than the checker computed. In: a
//! checked expression. Out: these nodes, and which parts of their values are concerned.
//!
//! The server unwraps an optional variable to the plain Go value, which has no schema: a number may be an
//! integer, a date is a string, fields have their unescaped names. Also, items of lists and values of maps
//! can be null, which the checker does not consider.
//
// cel-go: interpreter/attributes.go (applyQualifiers, absoluteAttribute.Resolve); apiserver:
// pkg/cel/common/valuesunstructured.go (UnstructuredToVal)

use std::collections::HashMap;

use crate::compile::ast::{Ast, ExprId, Kind};
use crate::compile::checker::Typing;
use crate::compile::scope::Scope;
use crate::compile::types::{self, Declarations, Shape, Types};
use crate::functions::{self, Signature};

/// The parts of a value that may have another type than the checker computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Untyped {
    /// No part.
    #[default]
    Nothing,
    /// The items of a list or the values of a map, which can be null.
    Parts,
    /// The value, which can be null.
    Value,
    /// The value and all of its parts: the value has no schema.
    Schemaless,
}

/// The nodes of an expression whose values may have other types than the checker computed.
pub(super) fn untyped(ast: &Ast, typing: &Typing, scope: &Scope) -> HashMap<ExprId, Untyped> {
    let Scope { types, declarations, .. } = scope;
    let of_self = scope.root.filter(|root| declarations.has_nullable_parts(*root));
    let of_self = if of_self.is_some() { Untyped::Parts } else { Untyped::Nothing };
    let mut walk =
        Walk { ast, typing, types, declarations, of_self, variables: Vec::new(), found: HashMap::new() };
    if let Some(root) = ast.root() {
        walk.part(root);
    }
    walk.found
}

struct Walk<'w> {
    ast: &'w Ast,
    typing: &'w Typing,
    types: &'w Types,
    declarations: &'w Declarations,
    /// The untyped parts of `self` and `oldSelf`.
    of_self: Untyped,
    /// The variables of the loops around the part, the innermost last.
    variables: Vec<(&'w str, Untyped)>,
    found: HashMap<ExprId, Untyped>,
}

impl<'w> Walk<'w> {
    /// The untyped parts of the value of a node.
    fn part(&mut self, id: ExprId) -> Untyped {
        let untyped = match self.ast.kind(id) {
            Kind::Constant(_) | Kind::Invalid => Untyped::Nothing,
            Kind::Ident(name) => {
                let known = self.variables.iter().rev().find(|(known, _)| known == name);
                match known {
                    Some((_, untyped)) => *untyped,
                    None if self.is_optional(id) => Untyped::Schemaless,
                    None if matches!(name.as_ref(), "self" | "oldSelf") => self.of_self,
                    None => Untyped::Nothing,
                }
            }
            Kind::Select { operand, field, .. } => match self.part(*operand) {
                Untyped::Schemaless => Untyped::Schemaless,
                // Reading a field of null fails.
                of => self.field(*operand, field).unwrap_or_else(|| of.of_part()),
            },
            Kind::Call { target, args, .. } => {
                // A range of a loop stays a list or a map; what else is made of one may be any of its parts.
                self.all(target.iter().chain(args)).of_part()
            }
            Kind::List(items) => self.all(items.iter().map(|item| &item.value)),
            Kind::Map(entries) => self.all(entries.iter().flat_map(|entry| [&entry.key, &entry.value])),
            Kind::Struct { fields, .. } => self.all(fields.iter().map(|field| &field.value)),
            Kind::Comprehension(found) => {
                let around = self.variables.len();
                let [range, init] = [found.range, found.init].map(|id| self.part(id));
                self.variables.push((&found.accumulator, range.max(init).of_part()));
                self.variables.push((&found.variable, range.of_part()));
                self.variables.extend(found.second.iter().map(|name| (name.as_ref(), range.of_part())));
                let parts = [found.condition, found.step, found.result].map(|id| self.part(id));
                self.variables.truncate(around);
                parts.into_iter().fold(range.max(init).of_part(), Ord::max)
            }
        };
        let untyped = if self.is_condition(id) { Untyped::Nothing } else { untyped };
        if untyped != Untyped::Nothing {
            self.found.insert(id, untyped);
        }
        untyped
    }

    /// Visits all nodes, and returns the largest of their results.
    fn all<'i>(&mut self, parts: impl Iterator<Item = &'i ExprId>) -> Untyped {
        parts.fold(Untyped::Nothing, |most, part| most.max(self.part(*part)))
    }

    /// The untyped parts of an object's field. `None` if the operand has no schema with fields.
    fn field(&self, operand: ExprId, field: &str) -> Option<Untyped> {
        let types::Kind::Declared(object) = self.types.kind(self.typing.of(operand)?) else { return None };
        let Shape::Object(fields) = &self.declarations.get(*object).shape else { return None };
        // The name of a reserved word is escaped.
        let found = fields.get(field).or_else(|| fields.get(&format!("__{field}__")))?;
        let untyped = self.declarations.has_nullable_parts(*found);
        Some(if untyped { Untyped::Parts } else { Untyped::Nothing })
    }

    fn is_optional(&self, id: ExprId) -> bool {
        self.typing.of(id).is_some_and(|of| matches!(self.types.kind(of), types::Kind::Optional(_)))
    }

    /// Whether the value of a node is always a boolean or an error. A boolean that is read from an object may
    /// be null.
    fn is_condition(&self, id: ExprId) -> bool {
        let is_bool =
            |id| self.typing.of(id).is_some_and(|of| matches!(self.types.kind(of), types::Kind::Bool));
        let returns_bool = |overload: &&str| {
            functions::overload(overload).is_some_and(|(_, overload)| overload.result == Signature::Bool)
        };
        is_bool(id)
            && match self.ast.kind(id) {
                Kind::Select { test, .. } => *test,
                Kind::Call { .. } => self.typing.overloads(id).iter().all(returns_bool),
                // Loops accumulate the results of `&&`, `||` or `==`; a bound variable has any result.
                Kind::Comprehension(found) => {
                    let is_accumulator = matches!(self.ast.kind(found.result), Kind::Ident(name) if *name == found.accumulator);
                    is_accumulator || self.is_condition(found.result)
                }
                _ => false,
            }
    }
}

impl Untyped {
    /// The untyped parts of an item or field of a value with these untyped parts.
    fn of_part(self) -> Untyped {
        match self {
            Untyped::Parts => Untyped::Value,
            other => other,
        }
    }
}
