//! Which parts of an expression may be values without their schema. In: a checked expression. Out: those parts, whose values may
//! have other types than the checker says.
//!
//! The server unwraps an optional variable to the plain Go value, which knows no schema: a number may be an integer, a
//! date is a string, fields have their names in the object.
//
// cel-go: interpreter/attributes.go (applyQualifiers, absoluteAttribute.Resolve)

use std::collections::HashSet;

use crate::cel::ast::{Ast, ExprId, Kind};
use crate::cel::checker::Typing;
use crate::cel::library;
use crate::cel::types::{self, Signature, Types};

/// The parts of an expression that may be values without their schema.
pub(super) fn schemaless(ast: &Ast, typing: &Typing, types: &Types) -> HashSet<ExprId> {
    let mut walk = Walk { ast, typing, types, variables: Vec::new(), found: HashSet::new() };
    if let Some(root) = ast.root() {
        walk.part(root);
    }
    walk.found
}

struct Walk<'w> {
    ast: &'w Ast,
    typing: &'w Typing,
    types: &'w Types,
    /// The variables of the loops around the part, the innermost last, and whether they may have no schema.
    variables: Vec<(&'w str, bool)>,
    found: HashSet<ExprId>,
}

impl<'w> Walk<'w> {
    /// Whether the value of a part may have no schema.
    fn part(&mut self, id: ExprId) -> bool {
        let is_schemaless = match self.ast.kind(id) {
            Kind::Constant(_) | Kind::Invalid => false,
            Kind::Ident(name) => {
                let known = self.variables.iter().rev().find(|(known, _)| known == name);
                known.is_some_and(|(_, is_schemaless)| *is_schemaless) || self.is_optional(id)
            }
            Kind::Select { operand, .. } => self.part(*operand),
            Kind::Call { target, args, .. } => self.any(target.iter().chain(args)),
            Kind::List(items) => self.any(items.iter().map(|item| &item.value)),
            Kind::Map(entries) => self.any(entries.iter().flat_map(|entry| [&entry.key, &entry.value])),
            Kind::Struct { fields, .. } => self.any(fields.iter().map(|field| &field.value)),
            Kind::Comprehension(found) => {
                let around = self.variables.len();
                let [range, init] = [found.range, found.init].map(|id| self.part(id));
                self.variables.push((&found.accumulator, range || init));
                self.variables.push((&found.variable, range));
                self.variables.extend(found.second.iter().map(|name| (name.as_ref(), range)));
                let parts = [found.condition, found.step, found.result].map(|id| self.part(id));
                self.variables.truncate(around);
                range || init || parts.contains(&true)
            }
        };
        let is_schemaless = is_schemaless && !self.is_condition(id);
        if is_schemaless {
            self.found.insert(id);
        }
        is_schemaless
    }

    /// Visits all parts; whether one may have no schema.
    fn any<'i>(&mut self, parts: impl Iterator<Item = &'i ExprId>) -> bool {
        let mut any = false;
        for part in parts {
            any |= self.part(*part);
        }
        any
    }

    fn is_optional(&self, id: ExprId) -> bool {
        self.typing.of(id).is_some_and(|of| matches!(self.types.kind(of), types::Kind::Optional(_)))
    }

    /// Whether a part is a boolean or fails. A boolean that is read may be null.
    fn is_condition(&self, id: ExprId) -> bool {
        let is_bool =
            |id| self.typing.of(id).is_some_and(|of| matches!(self.types.kind(of), types::Kind::Bool));
        let returns_bool = |overload: &&str| {
            library::overload(overload).is_some_and(|overload| overload.result == Signature::Bool)
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
