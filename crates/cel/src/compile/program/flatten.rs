//! Converts the tree of a program to the array of parts that is evaluated, in an arena.
//!
//! Easy to break: a part comes before the parts that use it. `self`, a variable, or a field of one of them is
//! a single part, however often the program uses it.

use std::collections::HashMap;

use bumpalo::Bump;

use super::constants::is_constant;
use super::expr::{self, Local};
use super::repr;
use crate::compile::ast;
use crate::program::{At, Constant, Expr, Loop, OldSelf, Op, Program, Repr};

/// Returns the number of a condition that tests record.
pub type Points<'f> = &'f mut dyn FnMut(&expr::Expr) -> Option<u32>;

/// Converts a program. `old` is the form of `oldSelf`, `points` numbers the conditions of `&&`, `||` and `c ?
/// a : b`.
pub fn flatten<'p>(arena: &'p Bump, of: &expr::Program, old: OldSelf, points: Points<'_>) -> Program<'p> {
    let mut parts = Parts { arena, made: Vec::new(), known: HashMap::new(), points };
    parts.add(&of.root);
    Program { parts: arena.alloc_slice_copy(&parts.made), old, recorded: None }
}

/// The parts of a program that were added so far.
pub(super) struct Parts<'p, 'f> {
    arena: &'p Bump,
    made: Vec<Expr<'p>>,
    /// The indices of variables and their fields, which rules often use several times.
    known: HashMap<(PartKey, Repr), At>,
    points: Points<'f>,
}

/// The identity of a part that may be used several times, apart from its representation.
#[derive(PartialEq, Eq, Hash)]
enum PartKey {
    This,
    Old,
    Local(Local),
    Field(At, String),
}

impl<'p> Parts<'p, '_> {
    /// Adds a part, and returns its index.
    pub(super) fn add(&mut self, of: &expr::Expr) -> At {
        let (op, repr) = (self.op(of), repr(&of.repr));
        let known = match (&of.op, op) {
            (expr::Op::SelfValue, _) => PartKey::This,
            (expr::Op::OldSelf, _) => PartKey::Old,
            (expr::Op::Local(number), _) => PartKey::Local(*number),
            (expr::Op::Field { name, .. }, Op::Field(of, _)) => PartKey::Field(of, name.clone()),
            _ => return self.push(op, repr),
        };
        let next = self.made.len() as At;
        match *self.known.entry((known, repr)).or_insert(next) {
            at if at == next => self.push(op, repr),
            at => at,
        }
    }

    /// Adds a condition: an operand of `&&` or `||`, or the condition of `c ? a : b`.
    fn condition(&mut self, of: &expr::Expr) -> At {
        let at = self.add(of);
        match (self.points)(of) {
            Some(number) => self.push(Op::Point(number, at), Repr::Bool),
            None => at,
        }
    }

    fn push(&mut self, op: Op<'p>, repr: Repr) -> At {
        self.made.push(Expr(op, repr));
        self.made.len() as At - 1
    }

    pub(super) fn text(&self, text: &str) -> &'p str {
        self.arena.alloc_str(text)
    }

    pub(super) fn slice<T: Copy>(&self, of: &[T]) -> &'p [T] {
        self.arena.alloc_slice_copy(of)
    }

    fn op(&mut self, expr: &expr::Expr) -> Op<'p> {
        match &expr.op {
            expr::Op::Constant(constant) => Op::Constant(self.constant(constant)),
            expr::Op::Type(name) => Op::Type(self.text(name)),
            expr::Op::SelfValue => Op::SelfValue,
            expr::Op::OldSelf => Op::OldSelf,
            expr::Op::Local(number) => Op::Local(local(*number)),
            expr::Op::Field { of, name, .. } => Op::Field(self.add(of), self.text(name)),
            expr::Op::HasField { of, name, .. } => Op::HasField(self.add(of), self.text(name)),
            expr::Op::Part { of, key } => Op::Part(self.add(of), self.add(key)),
            expr::Op::HasPart { of, name } => Op::HasPart(self.add(of), self.text(name)),
            expr::Op::Path { of, steps, test } => {
                let of = self.add(of);
                let steps: Vec<_> = steps.iter().map(|(key, may_miss)| (self.add(key), *may_miss)).collect();
                let steps = self.slice(&steps);
                if *test { Op::HasPath(of, steps) } else { Op::Path(of, steps) }
            }
            expr::Op::And(a, b) => Op::And(self.condition(a), self.condition(b)),
            expr::Op::Or(a, b) => Op::Or(self.condition(a), self.condition(b)),
            expr::Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                Op::Conditional(self.condition(condition), self.add(then), self.add(otherwise))
            }
            expr::Op::Equal { values, negated } => {
                let [a, b] = [self.add(&values[0]), self.add(&values[1])];
                if *negated { Op::Unequal(a, b) } else { Op::Equal(a, b) }
            }
            expr::Op::Call { function, overloads, meant, args } => {
                let meant = meant.as_deref().unwrap_or(overloads);
                self.call(function, [overloads, meant], args)
            }
            expr::Op::OrElse { values, unwrap } => {
                let [a, b] = [self.add(&values[0]), self.add(&values[1])];
                if *unwrap { Op::OrValue(a, b) } else { Op::OrElse(a, b) }
            }
            expr::Op::List(items) => {
                let items: Vec<_> =
                    items.iter().map(|(item, optional)| (self.add(item), *optional)).collect();
                Op::List(self.slice(&items), if is_constant(expr) { 0 } else { 10 })
            }
            expr::Op::Map(entries) => {
                let entries = entries.iter();
                let entries: Vec<_> =
                    entries.map(|(key, value, flag)| (self.add(key), self.add(value), *flag)).collect();
                Op::Map(self.slice(&entries), if is_constant(expr) { 0 } else { 30 })
            }
            expr::Op::Message { scalar, field } => {
                let field = field.as_ref();
                let field =
                    field.map(|(path, value, optional)| (self.text(path), self.add(value), *optional));
                Op::Message(*scalar, field)
            }
            expr::Op::Let { local: number, value, body } => {
                Op::Let(local(*number), self.add(value), self.add(body))
            }
            expr::Op::Loop(found) => {
                let found = self.looped(found);
                Op::Loop(self.arena.alloc(found))
            }
        }
    }

    fn looped(&mut self, found: &expr::Loop) -> Loop {
        let variable = |(number, of): &(Local, repr::Repr)| (local(*number), repr(of));
        Loop {
            kind: found.kind,
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

/// Converts the number of a variable. An expression has at most a million parts, so it fits.
fn local(number: Local) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Converts a representation. Evaluations do not use the representations of items, so these are left out.
pub(super) fn repr(of: &repr::Repr) -> Repr {
    match of {
        repr::Repr::Bool => Repr::Bool,
        repr::Repr::Int => Repr::Int,
        repr::Repr::Uint => Repr::Uint,
        repr::Repr::Double => Repr::Double,
        repr::Repr::String => Repr::String,
        repr::Repr::Bytes => Repr::Bytes,
        repr::Repr::Duration => Repr::Duration,
        repr::Repr::Timestamp => Repr::Timestamp,
        repr::Repr::List(_) => Repr::List,
        repr::Repr::Map(_) => Repr::Map,
        repr::Repr::Object(_) => Repr::Object,
        repr::Repr::Dynamic => Repr::Dynamic,
    }
}
