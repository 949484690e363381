//! Evaluates the parts of a program.
//!
//! Easy to break: costs are counted where cel-go counts them.

use alloc::vec::Vec;

use super::expr::{Attribute, Call};
use crate::context::Context;
use crate::error::{EvalError, Evaluated};
use crate::operations::rule_variables::{self, Pair};
use crate::operations::select::{self, Step};
use crate::operations::{logic, message, operators};
use crate::program::expr::{At, Constant, Expr, Local, OldSelf, Op, Program};
use crate::program::repr::Repr;
use crate::values::{self, CelType, Item, Map, Node, Value};

/// One evaluation.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) program: Program<'a>,
    pub(super) context: Context<'a>,
    pub(super) pair: Pair<'a>,
}

/// The variables around a part, the innermost first.
#[derive(Clone, Copy)]
pub(super) struct Variable<'v, 'a> {
    pub(super) local: Local,
    pub(super) value: &'v Evaluated<Value<'a>>,
    pub(super) outer: Variables<'v, 'a>,
}

pub(super) type Variables<'v, 'a> = Option<&'v Variable<'v, 'a>>;

impl<'a> Run<'a> {
    /// The value of a part.
    pub(super) fn value(&self, at: At, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        let part = self.part(at)?;
        let value = self.part_value(part, variables);
        match self.program.attribute(part) {
            Attribute::Free => value,
            Attribute::Unit => operators::attribute(self.context, value),
            Attribute::TakenBack => operators::tested(self.context, value),
        }
    }

    /// The value of a part in another representation.
    pub(super) fn value_as(&self, at: At, repr: Repr, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        repr.convert_from(self.part(at)?.1, self.value(at, variables))
    }

    /// The value of a part that the server evaluates within a chain of selections, or as one branch of `c ? a
    /// : b`, so that it costs nothing as a chain of its own.
    fn uncounted_as(&self, at: At, repr: Repr, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        let part = self.part(at)?;
        repr.convert_from(part.1, self.part_value(part, variables))
    }

    pub(super) fn bool(&self, at: At, variables: Variables<'_, 'a>) -> Evaluated<bool> {
        self.value_as(at, Repr::Bool, variables).and_then(values::of)
    }

    pub(super) fn dynamic(&self, at: At, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        self.value_as(at, Repr::Dynamic, variables)
    }

    /// A part of a chain of selections.
    fn link(&self, at: At, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        self.uncounted_as(at, Repr::Dynamic, variables)
    }

    /// The part at an index. Programs contain only valid indices.
    pub(super) fn part(&self, at: At) -> Evaluated<&'a Expr<'a>> {
        self.program.part(at).ok_or(EvalError::NoSuchOverload)
    }

    /// The value of a part, without the cost of a chain of selections.
    fn part_value(&self, part: &Expr<'a>, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        let (c, Expr(op, repr)) = (self.context, *part);
        match op {
            Op::Constant(constant) => Ok(literal(constant)),
            Op::Type(name) => Ok(Value::Type(name)),
            Op::SelfValue => self.of_node(self.pair.new, repr),
            Op::OldSelf => self.old(repr),
            Op::Local(local) => variable(variables, local),
            Op::Field(of, name) => {
                let of = self.object(of, variables);
                repr.read(Item::Node(select::named_field(c, of, name)?), c.arena)
            }
            Op::HasField(of, name) => {
                select::has_named_field(c, self.object(of, variables), name).map(Value::Bool)
            }
            Op::Part(of, key) => {
                let of = self.link(of, variables);
                repr.convert(select::part(c, of, || self.link(key, variables)))
            }
            Op::HasPart(of, name) => select::has_part(c, self.link(of, variables), name).map(Value::Bool),
            Op::Path(of, steps) => self.path(steps, variables, |steps| {
                repr.convert(select::follow(c, self.link(of, variables), steps))
            }),
            Op::HasPath(of, steps) => self.path(steps, variables, |steps| {
                select::has_path(c, self.link(of, variables), steps).map(Value::Bool)
            }),
            Op::And(a, b) => logic::and(self.bool(a, variables), || self.bool(b, variables)).map(Value::Bool),
            Op::Or(a, b) => logic::or(self.bool(a, variables), || self.bool(b, variables)).map(Value::Bool),
            Op::Conditional(condition, then, otherwise) => logic::conditional(
                self.bool(condition, variables),
                || self.uncounted_as(then, repr, variables),
                || self.uncounted_as(otherwise, repr, variables),
            ),
            Op::Point(number, condition) => {
                let value = self.bool(condition, variables);
                self.program.record(c, number, &value);
                value.map(Value::Bool)
            }
            Op::Equal(a, b) => {
                operators::equal_values(c, &[self.dynamic(a, variables), self.dynamic(b, variables)])
            }
            Op::Unequal(a, b) => {
                operators::differ_values(c, &[self.dynamic(a, variables), self.dynamic(b, variables)])
            }
            Op::Call(code, cost, stops, operands) => {
                let call = Call { code, cost, stops, operands };
                repr.convert(self.call(call, variables))
            }
            Op::OrElse(first, second) => {
                let (first, second) = (self.dynamic(first, variables), || self.dynamic(second, variables));
                repr.convert(operators::or_else(first, second))
            }
            Op::OrValue(first, second) => {
                let (first, second) = (self.dynamic(first, variables), || self.dynamic(second, variables));
                repr.convert(operators::or_value(first, second))
            }
            Op::List(items, cost) => {
                let values = c.arena.alloc_slice_fill_copy(items.len(), None);
                let evaluated = values.iter_mut().zip(items).try_for_each(|(place, (item, optional))| {
                    *place = match self.dynamic(*item, variables) {
                        value if *optional => operators::item(value)?,
                        value => Some(value?),
                    };
                    Ok(())
                });
                operators::make_list(c, cost, evaluated.map(|()| values.iter().copied())).map(Value::List)
            }
            Op::Map(entries, cost) => {
                let entries: Evaluated<Vec<_>> = entries
                    .iter()
                    .map(|(key, value, optional)| {
                        let key = self.dynamic(*key, variables)?;
                        match self.dynamic(*value, variables) {
                            value if *optional => Ok((key, operators::entry(value)?)),
                            value => Ok((key, Some(value?))),
                        }
                    })
                    .collect();
                operators::make_map(c, cost, entries).map(Value::Map)
            }
            Op::Message(scalar, field) => {
                let (path, value) = match field {
                    None => ("", Ok(None)),
                    Some((path, value, optional)) => {
                        let value = self.dynamic(value, variables);
                        (path, if optional { operators::entry(value) } else { value.map(Some) })
                    }
                };
                repr.convert(message::message(c, scalar, path, value))
            }
            Op::Let(local, value, body) => {
                let value = self.value(value, variables);
                let inner = Variable { local, value: &value, outer: variables };
                self.value(body, Some(&inner))
            }
            Op::Loop(found) => self.looped(found, variables),
        }
    }

    /// The value of a node, read as a variable. An object is read only when one of its parts is read.
    fn of_node(&self, node: Node<'a>, repr: Repr) -> Evaluated<Value<'a>> {
        match repr {
            Repr::Object => Ok(Value::Map(Map::Node(node))),
            repr => repr.read(Item::Node(node), self.context.arena),
        }
    }

    fn old(&self, repr: Repr) -> Evaluated<Value<'a>> {
        match (self.program.old, self.pair.old) {
            (OldSelf::Optional, _) => rule_variables::optional_old(self.context, self.pair),
            // Without an old value the rule does not run.
            (OldSelf::Plain, old) => self.of_node(old.unwrap_or(self.pair.new), repr),
            (OldSelf::InMessage, Some(old)) => repr.read(Item::Node(old), self.context.arena),
            (OldSelf::InMessage, None) => rule_variables::old_of_message(self.context, self.pair),
        }
    }

    fn object(&self, at: At, variables: Variables<'_, 'a>) -> Evaluated<Node<'a>> {
        self.part_value(self.part(at)?, variables).and_then(CelType::from_value)
    }

    /// Follows steps. The key of a step is evaluated when the step is reached.
    fn path<T>(
        &self,
        steps: &'a [(At, bool)],
        variables: Variables<'_, 'a>,
        follow: impl FnOnce(&[Step<'_, 'a>]) -> T,
    ) -> T {
        let keys: Vec<_> = steps.iter().map(|(key, _)| move || self.link(*key, variables)).collect();
        let steps: Vec<Step<'_, 'a>> =
            keys.iter().zip(steps).map(|(key, (_, may_miss))| (key as _, *may_miss)).collect();
        follow(&steps)
    }
}

fn variable<'a>(variables: Variables<'_, 'a>, local: Local) -> Evaluated<Value<'a>> {
    let mut next = variables;
    while let Some(found) = next {
        if found.local == local {
            return found.value.clone();
        }
        next = found.outer;
    }
    // Every variable is within its loop.
    Err(EvalError::NoSuchOverload)
}

fn literal(constant: Constant<'_>) -> Value<'_> {
    match constant {
        Constant::Null => Value::Null,
        Constant::Bool(value) => Value::Bool(value),
        Constant::Int(value) => Value::Int(value),
        Constant::Uint(value) => Value::Uint(value),
        Constant::Double(value) => Value::Double(value),
        Constant::String(text) => Value::String(text),
        Constant::Bytes(bytes) => Value::Bytes(bytes),
    }
}
