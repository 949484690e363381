//! A program as constants in an arena.
//!
//! Easy to break: crdc-codegen (`emit/rules/program.rs`) writes the same as Rust.

use super::cel::program::{
    Constant, Expr, Field, Loop, LoopKind, OldSelf, Op, Overload, Program, Repr, overloads,
};
use bumpalo::Bump;
use crdc_codegen::cel::ast;
use crdc_codegen::cel::program::{self, Local, is_constant};
use crdc_codegen::check::cel::Purpose;

/// Makes programs.
pub(crate) struct Programs<'p> {
    arena: &'p Bump,
}

impl<'p> Programs<'p> {
    pub(crate) fn new(arena: &'p Bump) -> Self {
        Programs { arena }
    }

    /// A program.
    pub(crate) fn program(&self, of: &program::Program, purpose: Purpose) -> &'p Program<'p> {
        let old = match purpose {
            Purpose::Rule { optional_old_self: false } => OldSelf::Value,
            Purpose::Rule { optional_old_self: true } => OldSelf::Optional,
            Purpose::Message => OldSelf::InMessage,
        };
        self.arena.alloc(Program { root: self.expr(&of.root), old })
    }

    pub(super) fn expr(&self, of: &program::Expr) -> Expr<'p> {
        Expr(self.op(of), repr(&of.repr))
    }

    fn boxed(&self, of: &program::Expr) -> &'p Expr<'p> {
        self.arena.alloc(self.expr(of))
    }

    fn two(&self, a: &program::Expr, b: &program::Expr) -> &'p [Expr<'p>; 2] {
        self.arena.alloc([self.expr(a), self.expr(b)])
    }

    pub(super) fn text(&self, text: &str) -> &'p str {
        self.arena.alloc_str(text)
    }

    pub(super) fn slice<T: Copy>(&self, of: impl Iterator<Item = T>) -> &'p [T] {
        let items: Vec<T> = of.collect();
        self.arena.alloc_slice_copy(&items)
    }

    fn op(&self, expr: &program::Expr) -> Op<'p> {
        match &expr.op {
            program::Op::Constant(constant) => Op::Constant(self.constant(constant)),
            program::Op::Type(name) => Op::Type(self.text(name)),
            program::Op::SelfValue => Op::SelfValue,
            program::Op::OldSelf => Op::OldSelf,
            program::Op::Local(number) => Op::Local(local(*number)),
            program::Op::Field { of, name, .. } => Op::Field(self.boxed(of), self.text(name)),
            program::Op::HasField { of, name, .. } => Op::HasField(self.boxed(of), self.text(name)),
            program::Op::Part { of, key } => Op::Part(self.two(of, key)),
            program::Op::HasPart { of, name } => Op::HasPart(self.boxed(of), self.text(name)),
            program::Op::Path { of, steps, test } => {
                let steps = self.slice(steps.iter().map(|(key, may_miss)| (self.expr(key), *may_miss)));
                let of = self.boxed(of);
                if *test { Op::HasPath(of, steps) } else { Op::Path(of, steps) }
            }
            program::Op::And(a, b) => Op::And(self.two(a, b)),
            program::Op::Or(a, b) => Op::Or(self.two(a, b)),
            program::Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                Op::Conditional(self.arena.alloc([condition, then, otherwise].map(|part| self.expr(part))))
            }
            program::Op::Equal { values, negated } => {
                let values = self.two(&values[0], &values[1]);
                if *negated { Op::Unequal(values) } else { Op::Equal(values) }
            }
            program::Op::Call { function, overloads, meant, args } => {
                let meant = meant.as_deref().unwrap_or(overloads);
                Op::Call(self.arena.alloc(self.call(function, [overloads, meant], args)))
            }
            program::Op::OrElse { values, unwrap } => {
                let values = self.two(&values[0], &values[1]);
                if *unwrap { Op::OrValue(values) } else { Op::OrElse(values) }
            }
            program::Op::List(items) => {
                let items = items.iter().map(|(item, optional)| (self.expr(item), *optional));
                Op::List(self.slice(items), if is_constant(expr) { 0 } else { 10 })
            }
            program::Op::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value, optional)| (self.expr(key), self.expr(value), *optional));
                Op::Map(self.slice(entries), if is_constant(expr) { 0 } else { 30 })
            }
            program::Op::Message { scalar, field } => {
                let field = field.as_ref().map(|(path, value, optional)| {
                    let (path, value) = (self.text(path), self.expr(value));
                    &*self.arena.alloc(Field { path, value, optional: *optional })
                });
                Op::Message(*scalar, field)
            }
            program::Op::Let { local: number, value, body } => Op::Let(local(*number), self.two(value, body)),
            program::Op::Loop(found) => Op::Loop(self.arena.alloc(self.looped(found))),
        }
    }

    fn looped(&self, found: &program::Loop) -> Loop<'p> {
        let variable = |(number, of): &(Local, program::Repr)| (local(*number), repr(of));
        Loop {
            kind: match found.kind {
                program::LoopKind::All => LoopKind::All,
                program::LoopKind::Exists => LoopKind::Exists,
                program::LoopKind::ExistsOne => LoopKind::ExistsOne,
                program::LoopKind::Collect => LoopKind::Collect,
                program::LoopKind::TransformMap => LoopKind::TransformMap,
                program::LoopKind::TransformMapEntry => LoopKind::TransformMapEntry,
            },
            range: self.expr(&found.range),
            first: variable(&found.first),
            second: found.second.as_ref().map(variable),
            filter: found.filter.as_ref().map(|filter| self.expr(filter)),
            body: self.expr(&found.body),
            appended: if is_constant(&found.body) { 2 } else { 12 },
        }
    }

    fn constant(&self, of: &ast::Constant) -> Constant<'p> {
        match of {
            ast::Constant::Null => Constant::Null,
            ast::Constant::Bool(value) => Constant::Bool(*value),
            ast::Constant::Int(value) => Constant::Int(*value),
            ast::Constant::Uint(value) => Constant::Uint(*value),
            ast::Constant::Double(value) => Constant::Double(*value),
            ast::Constant::String(text) => Constant::String(self.text(text)),
            ast::Constant::Bytes(bytes) => Constant::Bytes(self.arena.alloc_slice_copy(bytes)),
        }
    }
}

/// A variable. An expression has at most a million parts.
fn local(number: Local) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The code of an overload.
pub(super) fn overload(id: &str) -> Option<Overload> {
    let at = overloads::ALL.binary_search_by_key(&id, |(known, _)| known).ok()?;
    overloads::ALL.get(at).map(|(_, code)| *code)
}

pub(super) fn repr(of: &program::Repr) -> Repr {
    match of {
        program::Repr::Bool => Repr::Bool,
        program::Repr::Int => Repr::Int,
        program::Repr::Uint => Repr::Uint,
        program::Repr::Double => Repr::Double,
        program::Repr::String => Repr::String,
        program::Repr::Bytes => Repr::Bytes,
        program::Repr::Duration => Repr::Duration,
        program::Repr::Timestamp => Repr::Timestamp,
        program::Repr::List(_) => Repr::List,
        program::Repr::Map(_) => Repr::Map,
        program::Repr::Object(_) => Repr::Object,
        program::Repr::Dynamic => Repr::Dynamic,
    }
}
