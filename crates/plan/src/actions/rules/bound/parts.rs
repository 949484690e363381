//! Computes bounds of the costs of a program's parts, as `crates/cel/src/operations/` counts them with the
//! meter of `crates/cel/src/context/meter.rs`.
//!
//! Easy to break: operands that are errors have the size 1, and costs that the server subtracts were added
//! before.

use std::collections::HashMap;

use super::limits::Limits;
use super::linear::{Linear, Maxima, OLD, SELF, Variable, times};
use super::values::Bounded;
use crate::actions::rules::builder::RuleBuilder;
use crdc_cel::compile::ast::Constant;
use crdc_cel::compile::program::{Expr, Loop, LoopKind, Op, Repr, attribute, is_constant};
use crdc_cel::program::Attribute;
use crdc_check::rule_compiler::Seen;

/// Bounds the cost of one program.
pub(super) struct Parts<'r, 'p> {
    rules: &'r RuleBuilder<'p>,
    limits: Limits,
    this: Bounded,
    old: Bounded,
    locals: HashMap<usize, Bounded>,
    pub(super) maxima: Maxima,
}

/// The cost of a part, and its value.
pub(super) type Cost = (Linear, Bounded);

impl<'r, 'p> Parts<'r, 'p> {
    /// Creates the bounds for a value of this schema in an object of a given size. `trusted` is whether the
    /// value fits its schema; an old value may not.
    pub(super) fn new(
        rules: &'r RuleBuilder<'p>,
        of: Seen,
        trusted: bool,
        limits: Limits,
        size: f64,
    ) -> Self {
        let this = Bounded::of_schema(rules, of, Linear::of(SELF), limits, trusted);
        let old = Bounded::of_schema(rules, of, Linear::of(OLD), limits, false);
        Parts { rules, limits, this, old, locals: HashMap::new(), maxima: vec![size, size] }
    }

    /// The bounds of a part that is not within a chain of selections.
    pub(super) fn expr(&mut self, expr: &Expr) -> Cost {
        let (cost, value) = self.uncounted(expr);
        let chain = match attribute(expr) {
            Attribute::Unit => 1.0,
            Attribute::Free | Attribute::TakenBack => 0.0,
        };
        (cost.plus(chain), value)
    }

    /// The bounds of a part within a chain of selections.
    fn uncounted(&mut self, expr: &Expr) -> Cost {
        let free = Linear::constant(0.0);
        let (cost, value) = match &expr.op {
            Op::Constant(constant) => (free, of_constant(constant)),
            Op::Type(_) => (free, Bounded::scalar()),
            Op::SelfValue => return (free, self.this.clone()),
            Op::OldSelf => return (free, self.old.clone()),
            Op::Local(index) => {
                return (free, self.locals.get(index).cloned().unwrap_or_else(Bounded::unknown));
            }
            Op::Field { of, name, .. } => {
                let (cost, of) = self.uncounted(of);
                (cost.plus(1.0), of.field(self.rules, name, self.limits))
            }
            Op::HasField { of, .. } | Op::HasPart { of, .. } => {
                (self.uncounted(of).0.plus(1.0), Bounded::scalar())
            }
            Op::Part { of, key } => {
                let (cost, of) = self.uncounted(of);
                let (more, part) = self.step(&of, key);
                (cost.add(&more), part)
            }
            Op::Path { of, steps, .. } => {
                let (mut cost, mut at) = self.uncounted(of);
                for (key, _) in steps {
                    let (more, part) = self.step(&at, key);
                    (cost, at) = (cost.add(&more), part);
                }
                (cost, at)
            }
            Op::And(a, b) | Op::Or(a, b) => (self.expr(a).0.add(&self.expr(b).0), Bounded::scalar()),
            Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = self.expr(condition).0;
                let (then, otherwise) = (self.uncounted(then), self.uncounted(otherwise));
                (condition.add(&then.0.either(&otherwise.0)), then.1.either(&otherwise.1))
            }
            Op::Equal { values, .. } => {
                let [a, b] = &**values;
                let (a, b) = (self.expr(a), self.expr(b));
                let compared = self.compared(&a.1, &b.1);
                (a.0.add(&b.0).add(&compared), Bounded::scalar())
            }
            Op::Call { function, overloads, args, .. } => self.call(expr, function, overloads, args),
            Op::OrElse { values, .. } => {
                let [first, second] = &**values;
                let (first, second) = (self.expr(first), self.expr(second));
                (first.0.add(&second.0), first.1.either(&second.1))
            }
            Op::List(items) => {
                let own = if is_constant(expr) { 0.0 } else { 10.0 };
                self.literal(own, items.len(), items.iter().map(|(item, _)| (None, item)))
            }
            Op::Map(entries) => {
                let own = if is_constant(expr) { 0.0 } else { 30.0 };
                let parts = entries.iter().map(|(key, value, _)| (Some(key), value));
                self.literal(own, entries.len(), parts)
            }
            Op::Message { field: None, .. } => (Linear::constant(40.0), Bounded::scalar()),
            Op::Message { field: Some((_, value, _)), .. } => {
                let (cost, value) = self.expr(value);
                (cost.plus(40.0), value)
            }
            Op::Let { local, value, body } => {
                let (cost, value) = self.expr(value);
                self.locals.insert(*local, value);
                let (more, body) = self.expr(body);
                (cost.add(&more), body)
            }
            Op::Loop(found) => self.looped(found),
        };
        // A value of the object keeps its weight.
        let value = if value.of.is_none() && is_scalar(&expr.repr) { Bounded::scalar() } else { value };
        (cost, value)
    }

    /// The bounds of a step from a value to a part of it.
    fn step(&mut self, of: &Bounded, key: &Expr) -> Cost {
        let (cost, _) = self.uncounted(key);
        let part = match &key.op {
            Op::Constant(Constant::String(name)) => of.field(self.rules, name, self.limits),
            _ => of.any_part(self.rules, self.limits),
        };
        (cost.plus(1.0), part)
    }

    fn literal<'e>(
        &mut self,
        own: f64,
        count: usize,
        parts: impl Iterator<Item = (Option<&'e Expr>, &'e Expr)>,
    ) -> Cost {
        let count = times(1.0, f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
        let (mut cost, mut weight) = (Linear::constant(own), Linear::constant(count));
        let mut any: Option<Bounded> = None;
        for (key, part) in parts {
            if let Some(key) = key {
                let (more, key) = self.expr(key);
                (cost, weight) = (cost.add(&more), weight.add(&key.weight));
            }
            let (more, part) = self.expr(part);
            (cost, weight) = (cost.add(&more), weight.add(&part.weight));
            any = Some(any.map_or_else(|| part.clone(), |any| any.either(&part)));
        }
        (cost, Bounded::made(weight, Linear::constant(count), any))
    }

    /// The cost of comparing two values.
    pub(super) fn compared(&self, a: &Bounded, b: &Bounded) -> Linear {
        traversed(&a.operand().smaller(&b.operand(), &self.maxima))
    }

    fn looped(&mut self, found: &Loop) -> Cost {
        let Loop { kind, range: over, first, second, filter, body } = found;
        let (cost, range) = self.expr(over);
        let count = range.count(&self.maxima);
        let item: Variable = first.0 + 2;
        if self.maxima.len() <= item {
            self.maxima.resize(item + 1, 0.0);
        }
        let heaviest = match &range.parts {
            Some(parts) if matches!(over.repr, Repr::List(_)) => parts.weight.most(&self.maxima),
            _ => f64::INFINITY,
        };
        self.maxima[item] = heaviest.min(range.weight.most(&self.maxima));
        let weight = Linear::of(item);
        let (key, part) = match &over.repr {
            Repr::List(_) if second.is_some() => {
                (Bounded::scalar(), range.part(self.rules, weight.clone(), self.limits))
            }
            Repr::List(_) => (range.part(self.rules, weight.clone(), self.limits), Bounded::scalar()),
            Repr::Map(_) => {
                (Bounded::any(weight.clone()), range.part(self.rules, weight.clone(), self.limits))
            }
            // The fields of an object have different types.
            _ => (Bounded::any(weight.clone()), Bounded::any(weight.clone())),
        };
        self.locals.insert(first.0, key);
        if let Some((second, _)) = second {
            self.locals.insert(*second, part);
        }
        let filter = filter.as_ref().map_or_else(|| Linear::constant(0.0), |filter| self.expr(filter).0);
        let (each, value) = self.expr(body);
        let (step, end) = match kind {
            LoopKind::All => (3.0, 1.0),
            LoopKind::Exists => (4.0, 1.0),
            LoopKind::ExistsOne => (2.0, 2.0),
            LoopKind::Collect => (if is_constant(body) { 2.0 } else { 12.0 }, 1.0),
            LoopKind::TransformMap => (3.0, 1.0),
            LoopKind::TransformMapEntry => (2.0, 1.0),
        };
        let sum = |each: &Linear| each.over(item, &count, &range.weight, &self.maxima);
        let all = sum(&filter.add(&each).plus(step)).plus(end);
        let value = match kind {
            LoopKind::All | LoopKind::Exists | LoopKind::ExistsOne => Bounded::scalar(),
            LoopKind::Collect => {
                let weight = sum(&value.weight.plus(1.0));
                Bounded::made(weight, count.clone(), Some(value.for_any(item, &range.weight)))
            }
            LoopKind::TransformMap => {
                let weight = sum(&value.weight.add(&Linear::of(item)).plus(2.0));
                Bounded::made(weight, count.clone(), Some(value.for_any(item, &range.weight)))
            }
            LoopKind::TransformMapEntry => {
                let parts = value.parts.as_ref().map(|parts| parts.for_any(item, &range.weight));
                Bounded::made(sum(&value.weight.plus(1.0)), sum(&value.count(&self.maxima)), parts)
            }
        };
        (cost.add(&all), value)
    }

    pub(super) fn any_part(&self, value: &Bounded) -> Bounded {
        value.any_part(self.rules, self.limits)
    }
}

/// The cost of traversing a text.
pub(super) fn traversed(size: &Linear) -> Linear {
    if size.is_constant() {
        return Linear::constant((size.constant * 0.1).ceil());
    }
    size.scaled(0.1).plus(1.0)
}

fn of_constant(constant: &Constant) -> Bounded {
    let size = |size: usize| f64::from(u32::try_from(size).unwrap_or(u32::MAX));
    match constant {
        Constant::String(text) => Bounded::text(size(text.len()), size(text.chars().count())),
        Constant::Bytes(bytes) => Bounded::text(size(bytes.len()), size(bytes.len())),
        _ => Bounded::scalar(),
    }
}

/// Whether values of a representation have no size.
pub(super) fn is_scalar(repr: &Repr) -> bool {
    matches!(repr, Repr::Bool | Repr::Int | Repr::Uint | Repr::Double | Repr::Duration | Repr::Timestamp)
}
