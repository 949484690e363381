//! The parts of a program.
//!
//! Easy to break: what counts is where the compiled form counts (`crdc-codegen`: `emit/rules/expr.rs`).

use super::calls::Calls;
use super::cel::{self, CelType, Context, Counted, Evaluated, Item, Map, Node, Pair, Step, Value};
use super::read::{checked, converted, read};
use crdc_codegen::cel::ast::Constant;
use crdc_codegen::cel::program::{Attribute, Expr, Local, Op, Program, Repr, is_constant};
use crdc_codegen::check::cel::Purpose;

/// One evaluation.
pub(crate) struct Run<'a> {
    pub(crate) context: Context<'a, Counted>,
    pub(crate) pair: Pair<'a>,
    pub(crate) purpose: Purpose,
    pub(crate) calls: &'a Calls<'a>,
}

/// The variables of the loops around a part, the innermost first.
#[derive(Clone, Copy)]
pub(super) struct Variable<'v, 'a> {
    pub(super) local: Local,
    pub(super) value: &'v Evaluated<Value<'a>>,
    pub(super) outer: Variables<'v, 'a>,
}

pub(super) type Variables<'v, 'a> = Option<&'v Variable<'v, 'a>>;

impl<'a> Run<'a> {
    /// The value of a program in a representation.
    pub(crate) fn root(&self, program: &'a Program, repr: &Repr) -> Evaluated<Value<'a>> {
        self.value_as(&program.root, repr, None)
    }

    /// The value of a part.
    pub(super) fn value(&self, expr: &'a Expr, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        let value = self.uncounted(expr, variables);
        match Attribute::of(expr) {
            Attribute::Free => value,
            Attribute::Unit => cel::attribute(self.context, value),
            Attribute::TakenBack => cel::tested(self.context, value),
        }
    }

    /// The value of a part in another representation.
    pub(super) fn value_as(
        &self,
        expr: &'a Expr,
        repr: &Repr,
        variables: Variables<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        as_repr(expr, self.value(expr, variables), repr)
    }

    /// The value of a part that the server evaluates within a chain of selections, or as one side of `c ? a : b`.
    fn uncounted_as(
        &self,
        expr: &'a Expr,
        repr: &Repr,
        variables: Variables<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        as_repr(expr, self.uncounted(expr, variables), repr)
    }

    pub(super) fn bool(&self, expr: &'a Expr, variables: Variables<'_, 'a>) -> Evaluated<bool> {
        self.value_as(expr, &Repr::Bool, variables).and_then(cel::of)
    }

    pub(super) fn dynamic(&self, expr: &'a Expr, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        self.value_as(expr, &Repr::Dynamic, variables)
    }

    fn uncounted(&self, expr: &'a Expr, variables: Variables<'_, 'a>) -> Evaluated<Value<'a>> {
        let (c, repr) = (self.context, &expr.repr);
        match &expr.op {
            Op::Constant(constant) => Ok(literal(constant)),
            Op::Type(name) => Ok(Value::Type(name)),
            Op::SelfValue => self.of_node(self.pair.new, repr),
            Op::OldSelf => self.old(repr),
            Op::Local(local) => variable(variables, *local),
            Op::Field { of, name, .. } => {
                let of = self.object(of, variables);
                read(Item::Node(cel::named_field(c, of, name)?), repr, c.arena)
            }
            Op::HasField { of, name, .. } => {
                cel::has_named_field(c, self.object(of, variables), name).map(Value::Bool)
            }
            Op::Part { of, key } => {
                let of = self.uncounted_as(of, &Repr::Dynamic, variables);
                let key = || self.uncounted_as(key, &Repr::Dynamic, variables);
                converted(cel::part(c, of, key)?, repr)
            }
            Op::HasPart { of, name } => {
                let of = self.uncounted_as(of, &Repr::Dynamic, variables);
                cel::has_part(c, of, name).map(Value::Bool)
            }
            Op::Path { of, steps, test } => self.path(of, steps, *test, repr, variables),
            Op::And(a, b) => cel::and(self.bool(a, variables), || self.bool(b, variables)).map(Value::Bool),
            Op::Or(a, b) => cel::or(self.bool(a, variables), || self.bool(b, variables)).map(Value::Bool),
            Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                cel::conditional(
                    self.bool(condition, variables),
                    || self.uncounted_as(then, repr, variables),
                    || self.uncounted_as(otherwise, repr, variables),
                )
            }
            Op::Equal { values, negated } => {
                let [a, b] = &**values;
                let (a, b) = (self.dynamic(a, variables), self.dynamic(b, variables));
                let equal = if *negated { cel::differ_values(c, a, b) } else { cel::equal_values(c, a, b) };
                equal.map(Value::Bool)
            }
            Op::Call { function, overloads, meant, args } => {
                let meant = meant.as_deref().unwrap_or(overloads);
                self.call(function, [overloads, meant], args, repr, variables)
            }
            Op::OrElse { values, unwrap } => {
                let [first, second] = &**values;
                let (first, second) = (self.dynamic(first, variables), || self.dynamic(second, variables));
                let value = if *unwrap { cel::or_value(first, second) } else { cel::or_else(first, second) };
                converted(value?, repr)
            }
            Op::List(items) => {
                let cost = if is_constant(expr) { 0 } else { 10 };
                let values = c.arena.alloc_slice_fill_copy(items.len(), None);
                let evaluated = values.iter_mut().zip(items).try_for_each(|(place, (item, optional))| {
                    *place = match self.dynamic(item, variables) {
                        value if *optional => cel::item(value)?,
                        value => Some(value?),
                    };
                    Ok(())
                });
                cel::make_list(c, cost, evaluated.map(|()| values.iter().copied())).map(Value::List)
            }
            Op::Map(entries) => {
                let cost = if is_constant(expr) { 0 } else { 30 };
                let entries: Evaluated<Vec<_>> = entries
                    .iter()
                    .map(|(key, value, optional)| {
                        let key = self.dynamic(key, variables)?;
                        match self.dynamic(value, variables) {
                            value if *optional => Ok((key, cel::entry(value)?)),
                            value => Ok((key, Some(value?))),
                        }
                    })
                    .collect();
                cel::make_map(c, cost, entries).map(Value::Map)
            }
            Op::Message { scalar, field } => {
                let (path, value) = match field {
                    None => ("", Ok(None)),
                    Some((path, value, true)) => (path.as_str(), cel::entry(self.dynamic(value, variables))),
                    Some((path, value, false)) => (path.as_str(), self.dynamic(value, variables).map(Some)),
                };
                converted(cel::message(c, *scalar, path, value)?, repr)
            }
            Op::Let { local, value, body } => {
                let value = self.value(value, variables);
                let inner = Variable { local: *local, value: &value, outer: variables };
                self.value(body, Some(&inner))
            }
            Op::Loop(found) => self.looped(found, variables),
        }
    }

    /// A value of the object as a variable. An object is read when a part of it is.
    fn of_node(&self, node: Node<'a>, repr: &Repr) -> Evaluated<Value<'a>> {
        match repr {
            Repr::Object(_) => Ok(Value::Map(Map::Node(node))),
            repr => read(Item::Node(node), repr, self.context.arena),
        }
    }

    fn old(&self, repr: &Repr) -> Evaluated<Value<'a>> {
        match self.purpose {
            Purpose::Rule { optional_old_self: true } => cel::optional_old(self.context, self.pair),
            // Without an old value the rule does not run.
            Purpose::Rule { optional_old_self: false } => {
                self.of_node(self.pair.old.unwrap_or(self.pair.new), repr)
            }
            Purpose::Message => match self.pair.old {
                Some(old) => read(Item::Node(old), repr, self.context.arena),
                None => cel::old_of_message(self.context, self.pair),
            },
        }
    }

    fn object(&self, expr: &'a Expr, variables: Variables<'_, 'a>) -> Evaluated<Node<'a>> {
        self.uncounted(expr, variables).and_then(CelType::from_value)
    }

    fn path(
        &self,
        of: &'a Expr,
        steps: &'a [(Expr, bool)],
        test: bool,
        repr: &Repr,
        variables: Variables<'_, 'a>,
    ) -> Evaluated<Value<'a>> {
        let c = self.context;
        let of = self.uncounted_as(of, &Repr::Dynamic, variables);
        let keys: Vec<_> =
            steps.iter().map(|(key, _)| move || self.uncounted_as(key, &Repr::Dynamic, variables)).collect();
        let steps: Vec<Step<'_, 'a>> =
            keys.iter().zip(steps).map(|(key, (_, may_miss))| (key as _, *may_miss)).collect();
        if test {
            return cel::has_path(c, of, &steps).map(Value::Bool);
        }
        converted(cel::follow(c, of, &steps)?, repr)
    }
}

/// The value of a part in another representation.
fn as_repr<'a>(expr: &Expr, value: Evaluated<Value<'a>>, repr: &Repr) -> Evaluated<Value<'a>> {
    match (&expr.repr, repr) {
        (Repr::Object(_), Repr::Object(_)) => value,
        (Repr::Object(_), repr) => converted(checked(value?)?, repr),
        (_, repr) => converted(value?, repr),
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
    Err(cel::EvalError::NoSuchOverload)
}

pub(super) fn literal(constant: &Constant) -> Value<'_> {
    match constant {
        Constant::Null => Value::Null,
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Int(value) => Value::Int(*value),
        Constant::Uint(value) => Value::Uint(*value),
        Constant::Double(value) => Value::Double(*value),
        Constant::String(text) => Value::String(text),
        Constant::Bytes(bytes) => Value::Bytes(bytes),
    }
}
