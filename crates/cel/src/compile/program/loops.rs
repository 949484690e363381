//! Recognizes loops in expanded macros: by the accumulator's first value and its step.
//
// cel-go: parser/macro.go, ext/comprehensions.go

use super::expr::{Expr, Loop, LoopKind, Op};
use super::lower::{Lower, Unsupported};
use super::repr::Repr;
use super::untyped::Untyped;
use crate::compile::ast::{Comprehension, Constant, ExprId, Kind};
use crate::compile::types;

impl Lower<'_> {
    pub(super) fn comprehension(&mut self, id: ExprId, found: &Comprehension) -> Result<Op, Unsupported> {
        if let Kind::Constant(Constant::Bool(false)) = self.ast.kind(found.condition) {
            // A loop over an empty list binds a value to a name.
            let value = self.expr(found.init)?;
            let local = self.enter(&found.accumulator);
            let body = self.expr(found.result);
            self.leave(1);
            return Ok(Op::Let { local, value: Box::new(value), body: Box::new(body?) });
        }
        let range = self.expr(found.range)?;
        let reprs = self.elements(found);
        let first = (self.enter(&found.variable), reprs[0].clone());
        let second = found.second.as_ref().map(|name| (self.enter(name), reprs[1].clone()));
        let parts = self.parts(id, found);
        self.leave(1 + usize::from(second.is_some()));
        let (kind, filter, body) = parts?;
        Ok(Op::Loop(Box::new(Loop { kind, range, first, second, filter, body })))
    }

    /// The representations of the variables.
    fn elements(&self, found: &Comprehension) -> [Repr; 2] {
        let untyped = self.untyped(found.range);
        let range = self.typing.of(found.range).filter(|_| untyped <= Untyped::Parts);
        let of = |of| Repr::of(of, self.types);
        let part = |part| if untyped == Untyped::Nothing { of(part) } else { Repr::Dynamic };
        match range.map(|range| self.types.kind(range)) {
            Some(types::Kind::List(item)) if found.second.is_some() => [Repr::Int, part(*item)],
            Some(types::Kind::List(item)) => [part(*item), Repr::Dynamic],
            Some(types::Kind::Map(key, value)) => [of(*key), part(*value)],
            _ => [Repr::Dynamic, Repr::Dynamic],
        }
    }

    fn parts(
        &mut self,
        id: ExprId,
        found: &Comprehension,
    ) -> Result<(LoopKind, Option<Expr>, Expr), Unsupported> {
        let Kind::Call { function, args, .. } = self.ast.kind(found.step) else {
            return Err(self.refuse(id));
        };
        match (function.as_ref(), args.as_slice(), self.ast.kind(found.init)) {
            ("_&&_", [_, body], _) => Ok((LoopKind::All, None, self.expr(*body)?)),
            ("_||_", [_, body], _) => Ok((LoopKind::Exists, None, self.expr(*body)?)),
            ("_?_:_", [body, ..], Kind::Constant(Constant::Int(_))) => {
                Ok((LoopKind::ExistsOne, None, self.expr(*body)?))
            }
            ("_?_:_", [filter, step, _], _) => {
                let filter = self.expr(*filter)?;
                let (kind, body) = self.step(*step)?;
                Ok((kind, Some(filter), body))
            }
            _ => {
                let (kind, body) = self.step(found.step)?;
                Ok((kind, None, body))
            }
        }
    }

    /// The value that a step adds to the accumulator.
    fn step(&mut self, id: ExprId) -> Result<(LoopKind, Expr), Unsupported> {
        let Kind::Call { function, args, .. } = self.ast.kind(id) else { return Err(self.refuse(id)) };
        match (function.as_ref(), args.as_slice()) {
            ("_+_", [_, item]) => match self.ast.kind(*item) {
                Kind::List(items) if items.len() == 1 => Ok((LoopKind::Collect, self.expr(items[0].value)?)),
                _ => Err(self.refuse(id)),
            },
            ("cel.@mapInsert", [_, _, value]) => Ok((LoopKind::TransformMap, self.expr(*value)?)),
            ("cel.@mapInsert", [_, entries]) => Ok((LoopKind::TransformMapEntry, self.expr(*entries)?)),
            _ => Err(self.refuse(id)),
        }
    }
}
