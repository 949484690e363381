//! A program as constants in an arena.
//!
//! Easy to break: crdc-codegen (`emit/rules/program.rs`) writes the same as Rust.

use bumpalo::Bump;
use crdc::__private::plan::program::{
    At, Constant, Expr, Loop, LoopKind, OldSelf, Op, Overload, Program, Repr, overloads,
};
use crdc_codegen::cel::ast;
use crdc_codegen::cel::program::{self, Local, is_constant};
use crdc_codegen::check::cel::Purpose;

/// A program in an arena.
pub(crate) fn constants<'p>(arena: &'p Bump, of: &program::Program, purpose: Purpose) -> &'p Program<'p> {
    let old = match purpose {
        Purpose::Rule { optional_old_self: false } => OldSelf::Plain,
        Purpose::Rule { optional_old_self: true } => OldSelf::Optional,
        Purpose::Message => OldSelf::InMessage,
    };
    let mut parts = Parts { arena, made: Vec::new() };
    parts.add(&of.root);
    arena.alloc(Program { parts: arena.alloc_slice_copy(&parts.made), old, recorded: None })
}

/// The parts of a program that were made, each behind those that it is made of.
pub(super) struct Parts<'p> {
    arena: &'p Bump,
    made: Vec<Expr<'p>>,
}

impl<'p> Parts<'p> {
    pub(super) fn add(&mut self, of: &program::Expr) -> At {
        let part = Expr(self.op(of), repr(&of.repr));
        self.made.push(part);
        self.made.len() as At - 1
    }

    pub(super) fn text(&self, text: &str) -> &'p str {
        self.arena.alloc_str(text)
    }

    pub(super) fn slice<T: Copy>(&self, of: &[T]) -> &'p [T] {
        self.arena.alloc_slice_copy(of)
    }

    fn op(&mut self, expr: &program::Expr) -> Op<'p> {
        match &expr.op {
            program::Op::Constant(constant) => Op::Constant(self.constant(constant)),
            program::Op::Type(name) => Op::Type(self.text(name)),
            program::Op::SelfValue => Op::SelfValue,
            program::Op::OldSelf => Op::OldSelf,
            program::Op::Local(number) => Op::Local(local(*number)),
            program::Op::Field { of, name, .. } => Op::Field(self.add(of), self.text(name)),
            program::Op::HasField { of, name, .. } => Op::HasField(self.add(of), self.text(name)),
            program::Op::Part { of, key } => Op::Part(self.add(of), self.add(key)),
            program::Op::HasPart { of, name } => Op::HasPart(self.add(of), self.text(name)),
            program::Op::Path { of, steps, test } => {
                let of = self.add(of);
                let steps: Vec<_> = steps.iter().map(|(key, may_miss)| (self.add(key), *may_miss)).collect();
                let steps = self.slice(&steps);
                if *test { Op::HasPath(of, steps) } else { Op::Path(of, steps) }
            }
            program::Op::And(a, b) => Op::And(self.add(a), self.add(b)),
            program::Op::Or(a, b) => Op::Or(self.add(a), self.add(b)),
            program::Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                Op::Conditional(self.add(condition), self.add(then), self.add(otherwise))
            }
            program::Op::Equal { values, negated } => {
                let [a, b] = [self.add(&values[0]), self.add(&values[1])];
                if *negated { Op::Unequal(a, b) } else { Op::Equal(a, b) }
            }
            program::Op::Call { function, overloads, meant, args } => {
                let meant = meant.as_deref().unwrap_or(overloads);
                self.call(function, [overloads, meant], args)
            }
            program::Op::OrElse { values, unwrap } => {
                let [a, b] = [self.add(&values[0]), self.add(&values[1])];
                if *unwrap { Op::OrValue(a, b) } else { Op::OrElse(a, b) }
            }
            program::Op::List(items) => {
                let items: Vec<_> =
                    items.iter().map(|(item, optional)| (self.add(item), *optional)).collect();
                Op::List(self.slice(&items), if is_constant(expr) { 0 } else { 10 })
            }
            program::Op::Map(entries) => {
                let entries = entries.iter();
                let entries: Vec<_> =
                    entries.map(|(key, value, flag)| (self.add(key), self.add(value), *flag)).collect();
                Op::Map(self.slice(&entries), if is_constant(expr) { 0 } else { 30 })
            }
            program::Op::Message { scalar, field } => {
                let field = field.as_ref();
                let field =
                    field.map(|(path, value, optional)| (self.text(path), self.add(value), *optional));
                Op::Message(*scalar, field)
            }
            program::Op::Let { local: number, value, body } => {
                Op::Let(local(*number), self.add(value), self.add(body))
            }
            program::Op::Loop(found) => {
                let found = self.looped(found);
                Op::Loop(self.arena.alloc(found))
            }
        }
    }

    fn looped(&mut self, found: &program::Loop) -> Loop {
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
            range: self.add(&found.range),
            first: variable(&found.first),
            second: found.second.as_ref().map(variable),
            filter: found.filter.as_ref().map(|filter| self.add(filter)),
            body: self.add(&found.body),
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
