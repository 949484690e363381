//! Evaluates the tree of an expression. Macros were expanded to loops before, and functions have their full
//! names.
//
// cel-go: interpreter/interpretable.go, interpreter/attributes.go

use std::rc::Rc;

use crdc_cel::compile::ast::{Ast, Comprehension, Constant, ExprId, Kind, Name};
use crdc_cel::compile::checker::Typing;

use super::equality::equal;
use super::functions::call;
use super::list::go_text;
use super::map::{Map, same_key};
use super::object::native;
use super::operators::{binary, negate};
use super::value::{Evaluated, Failure, Value, error, no_such_overload, unknown};

/// Evaluates one expression.
pub(super) struct Evaluator<'a> {
    pub(super) ast: &'a Ast,
    pub(super) typing: &'a Typing,
    /// The variables, the innermost last. A variable can be an error.
    pub(super) variables: Vec<(&'a str, Evaluated<Value<'a>>)>,
}

/// The value that a chain of fields and indices has found.
enum Found<'a> {
    /// A value, and whether a step of the chain was optional.
    Value(Value<'a>, bool),
    /// No value, after an optional step.
    Nothing,
}

impl<'a> Evaluator<'a> {
    /// The value of a node.
    pub(super) fn value(&mut self, id: ExprId) -> Evaluated<Value<'a>> {
        match self.ast.kind(id) {
            Kind::Constant(constant) => Ok(of_constant(constant)),
            Kind::Ident(_) | Kind::Select { test: false, .. } => self.attribute(id),
            Kind::Select { operand, field, .. } => match self.found(*operand)? {
                Found::Nothing => Ok(false.into()),
                Found::Value(value, _) => {
                    Ok(member(&value, &Value::String(field.to_string()), true)?.is_some().into())
                }
            },
            Kind::Call { function, target, args } => {
                let args: Vec<ExprId> = target.iter().chain(args).copied().collect();
                self.call(id, function, &args)
            }
            Kind::List(items) => {
                let mut values = Vec::new();
                for item in items {
                    let value = self.value(item.value)?;
                    match value {
                        Value::Optional(content) if item.optional => {
                            values.extend(content.map(|content| (*content).clone()));
                        }
                        _ if item.optional => return unknown("an optional item that is no optional"),
                        value => values.push(value),
                    }
                }
                Ok(Value::list(values))
            }
            Kind::Map(entries) => {
                let mut known: Vec<(Value<'a>, Evaluated<Value<'a>>)> = Vec::new();
                for entry in entries {
                    let key = self.value(entry.key)?;
                    let mut value = self.value(entry.value)?;
                    // Keys of Go's map are compared with their types.
                    let same =
                        |known: &Value<'a>| known.type_name() == key.type_name() && same_key(known, &key);
                    known.retain(|(other, _)| !same(other));
                    if entry.optional {
                        match value {
                            Value::Optional(Some(content)) => value = (*content).clone(),
                            Value::Optional(None) => continue,
                            _ => return unknown("an optional entry that is no optional"),
                        }
                    }
                    known.push((key, Ok(value)));
                }
                Ok(Value::Map(Map::Made(Rc::new(known))))
            }
            Kind::Struct { .. } => unknown("a message"),
            Kind::Comprehension(found) => self.comprehension(found),
            Kind::Invalid => unknown("an expression that does not compile"),
        }
    }

    /// Evaluates a call. Some functions do not evaluate all of their arguments, or accept errors.
    fn call(&mut self, id: ExprId, function: &str, args: &[ExprId]) -> Evaluated<Value<'a>> {
        match (function, args) {
            ("_&&_", [a, b]) => self.logic(*a, *b, false),
            ("_||_", [a, b]) => self.logic(*a, *b, true),
            ("_?_:_" | "_[_]" | "_[?_]" | "_?._", _) => self.attribute(id),
            ("@not_strictly_false", [of]) => match self.value(*of) {
                Ok(Value::Bool(false)) => Ok(false.into()),
                Ok(_) | Err(Failure::Error(_)) => Ok(true.into()),
                Err(other) => Err(other),
            },
            ("or" | "orValue", [first, second]) => match self.value(*first)? {
                Value::Optional(None) => self.value(*second),
                Value::Optional(Some(content)) if function == "orValue" => Ok((*content).clone()),
                // A value that is not an optional is the result as it is.
                other => Ok(other),
            },
            // The server replaces a test of membership in an empty list before it evaluates the other
            // operand.
            ("@in", [_, list]) if matches!(self.ast.kind(*list), Kind::List(items) if items.is_empty()) => {
                Ok(false.into())
            }
            _ => {
                let overload = match self.typing.overloads(id) {
                    [one] => Some(*one),
                    _ => None,
                };
                let mut values = Vec::new();
                for (index, arg) in args.iter().enumerate() {
                    let value = self.value(*arg).map_err(|failure| counted(failure, overload, index));
                    // Of two operands, the second is evaluated even if the first is an error, since its own
                    // failure may end the evaluation (`Internal`), or may be one that is not modelled
                    // (`Unknown`).
                    if !matches!(value, Ok(_) | Err(Failure::Error(_))) || value.is_err() && args.len() != 2 {
                        return value;
                    }
                    values.push(value);
                }
                let values = values.into_iter().collect::<Evaluated<Vec<_>>>()?;
                match (function, values.as_slice()) {
                    // The server compiles a constant pattern before the evaluation, and the error of such a
                    // call does not name the types.
                    ("matches" | "find" | "findAll", [text, Value::String(_), ..])
                        if matches!(self.ast.kind(args[1]), Kind::Constant(_))
                            && !matches!(text, Value::String(_)) =>
                    {
                        no_such_overload()
                    }
                    ("sum", [Value::List(list)]) if list.len() == 0 => empty_sum(overload),
                    _ => self.strict(function, &values),
                }
            }
        }
    }

    /// A call whose arguments are values.
    fn strict(&mut self, function: &str, args: &[Value<'a>]) -> Evaluated<Value<'a>> {
        match (function, args) {
            ("!_", [Value::Bool(value)]) => Ok((!value).into()),
            ("!_", _) => no_such_overload(),
            ("-_", [value]) => negate(value),
            ("_==_", [a, b]) => Ok(equal(&Ok(a.clone()), &Ok(b.clone()))?.into()),
            ("_!=_", [a, b]) => match equal(&Ok(a.clone()), &Ok(b.clone())) {
                Ok(equal) => Ok((!equal).into()),
                // Values that cannot be compared are not equal.
                Err(Failure::Error(_)) => Ok(true.into()),
                Err(other) => Err(other),
            },
            ("@in", [value, Value::List(list)]) => Ok(list.contains(value)?.into()),
            ("@in", [key, Value::Map(map)]) => Ok(map.find(key)?.is_some().into()),
            ("@in", _) => no_such_overload(),
            ("_+_" | "_-_" | "_*_" | "_/_" | "_%_" | "_<_" | "_<=_" | "_>_" | "_>=_", [a, b]) => {
                binary(function, a, b)
            }
            _ => call(function, args),
        }
    }

    /// `&&` and `||`: one side that decides is enough, whatever the other is.
    fn logic(&mut self, a: ExprId, b: ExprId, decisive: bool) -> Evaluated<Value<'a>> {
        let mut failed = None;
        for side in [a, b] {
            match self.value(side) {
                Ok(Value::Bool(value)) if value == decisive => return Ok(value.into()),
                Ok(Value::Bool(_)) => {}
                Ok(_) => failed = failed.or(Some("no such overload".to_owned())),
                Err(Failure::Error(text)) => failed = failed.or(Some(text)),
                Err(other) => return Err(other),
            }
        }
        failed.map_or(Ok((!decisive).into()), error)
    }

    /// The value of a variable, or of a chain of fields and indices; an optional if a step was optional.
    fn attribute(&mut self, id: ExprId) -> Evaluated<Value<'a>> {
        Ok(match self.found(id)? {
            Found::Value(value, false) => value,
            Found::Value(value, true) => value.some(),
            Found::Nothing => Value::Optional(None),
        })
    }

    /// The value that a variable, or a chain of fields and indices, finds.
    fn found(&mut self, id: ExprId) -> Evaluated<Found<'a>> {
        match self.ast.kind(id) {
            Kind::Ident(name) => {
                let found = self.variables.iter().rev().find(|(known, _)| known == name);
                match found {
                    Some((_, value)) => unwrapped(value.clone()?),
                    None if name == "oldSelf" => error("no such attribute(s): oldSelf"),
                    None => Ok(Found::Value(Value::Type(name.to_string()), false)),
                }
            }
            Kind::Select { operand, field, test: false } => {
                let field = Value::String(field.to_string());
                let found = self.found(*operand)?;
                step(found, &mut |_| Ok(field.clone()), self, false)
            }
            Kind::Call { function, args, target: None } => match (function.as_ref(), args.as_slice()) {
                ("_[_]", [of, index]) => {
                    let found = self.found(*of)?;
                    step(found, &mut |evaluator| evaluator.value(*index), self, false)
                }
                ("_[?_]" | "_?._", [of, index]) => {
                    let found = self.found(*of)?;
                    step(found, &mut |evaluator| evaluator.value(*index), self, true)
                }
                ("_?_:_", [condition, then, otherwise]) => match self.value(*condition)? {
                    Value::Bool(true) => self.found(*then),
                    Value::Bool(false) => self.found(*otherwise),
                    _ => no_such_overload(),
                },
                _ => unwrapped(self.value(id)?),
            },
            _ => unwrapped(self.value(id)?),
        }
    }

    /// Evaluates a loop.
    fn comprehension(&mut self, parts: &'a Comprehension) -> Evaluated<Value<'a>> {
        let range = self.value(parts.range)?;
        let elements = elements(range, parts.second.is_some())?;
        let mut accumulated = self.value(parts.init);
        // A loop that begins with an empty list adds to that list: its result is in one piece.
        let grows = matches!(&accumulated, Ok(Value::List(list)) if list.len() == 0);
        for (first, second) in elements {
            let mut variables = vec![(&parts.accumulator, accumulated.clone()), (&parts.variable, first)];
            variables.extend(parts.second.iter().zip(second));
            let next = self.within(variables, |evaluator| match evaluator.value(parts.condition) {
                Ok(Value::Bool(false)) => Ok(None),
                Ok(_) | Err(Failure::Error(_)) => Ok(Some(evaluator.value(parts.step))),
                Err(other) => Err(other),
            })?;
            match next {
                None => break,
                Some(Err(failure @ (Failure::Unknown(_) | Failure::Internal(_)))) => return Err(failure),
                Some(Ok(Value::List(list))) if grows => accumulated = Ok(Value::List(list.in_one_piece())),
                Some(next) => accumulated = next,
            }
        }
        self.within(vec![(&parts.accumulator, accumulated)], |evaluator| evaluator.value(parts.result))
    }

    /// Evaluates with these variables in addition.
    fn within<T>(
        &mut self,
        variables: Vec<(&'a Name, Evaluated<Value<'a>>)>,
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outside = self.variables.len();
        self.variables.extend(variables.into_iter().map(|(name, value)| (name.as_ref(), value)));
        let value = evaluate(self);
        self.variables.truncate(outside);
        value
    }
}

/// The failure of an argument. The server computes the costs of some calls from their list, and fails with an
/// internal error if that is an error.
//
// cel-go: ext/lists.go trackListDistinct, trackListSort, trackListSortBy
fn counted(failure: Failure, overload: Option<&str>, index: usize) -> Failure {
    let list = overload.and_then(|overload| match overload {
        "list_distinct" => Some(0),
        _ if overload.ends_with("_sortByAssociatedKeys") => Some(1),
        _ if overload.ends_with("_sort") => Some(0),
        _ => None,
    });
    match failure {
        Failure::Error(_) if list == Some(index) => {
            let reason = "interface conversion: *types.Err is not traits.Lister: missing method Add";
            Failure::Internal(format!("internal error: {reason}"))
        }
        other => other,
    }
}

/// The sum of no items, which depends on the type of the list.
fn empty_sum<'a>(overload: Option<&str>) -> Evaluated<Value<'a>> {
    Ok(match overload {
        Some("list_int_sum_int") => Value::Int(0),
        Some("list_uint_sum_uint") => Value::Uint(0),
        Some("list_double_sum_double") => Value::Double(0.0),
        Some("list_duration_sum_duration") => Value::Duration(0),
        _ => return unknown("the sum of an empty list"),
    })
}

/// The variables of each round of a loop.
type Rounds<'a> = Vec<(Evaluated<Value<'a>>, Option<Evaluated<Value<'a>>>)>;

/// The rounds of a loop over `range`. `pairs` is whether the loop has two variables.
fn elements<'a>(range: Value<'a>, pairs: bool) -> Evaluated<Rounds<'a>> {
    Ok(match (&range, pairs) {
        (Value::List(list), false) => list.items().into_iter().map(|item| (item, None)).collect(),
        (Value::List(list), true) => {
            let round = |(index, item)| (Ok(Value::Int(index as i64)), Some(item));
            list.items().into_iter().enumerate().map(round).collect()
        }
        (Value::Map(map), false) => map.keys()?.into_iter().map(|key| (Ok(key), None)).collect(),
        (Value::Map(map), true) => {
            let round = |key: Value<'a>| {
                let value = map.find(&key).and_then(|found| match found {
                    Some(value) => Ok(value),
                    None => error(format!("no such key: {}", go_text(&key)?)),
                });
                (Ok(key), Some(value))
            };
            map.keys()?.into_iter().map(round).collect()
        }
        _ => return unknown(format!("a loop over a {}", range.type_name())),
    })
}

/// An optional variable, or an optional to which fields or indices are applied, loses the schema of its
/// content.
fn unwrapped<'a>(value: Value<'a>) -> Evaluated<Found<'a>> {
    match value {
        Value::Optional(Some(content)) => Ok(Found::Value(native((*content).clone())?, true)),
        Value::Optional(None) => Ok(Found::Nothing),
        value => Ok(Found::Value(value, false)),
    }
}

/// Applies a field or an index to the value that a chain has found.
fn step<'a>(
    found: Found<'a>,
    key: &mut dyn FnMut(&mut Evaluator<'a>) -> Evaluated<Value<'a>>,
    evaluator: &mut Evaluator<'a>,
    optional: bool,
) -> Evaluated<Found<'a>> {
    let Found::Value(value, before) = found else { return Ok(Found::Nothing) };
    let optional = optional || before;
    let key = key(evaluator)?;
    Ok(match member(&value, &key, optional)? {
        Some(value) => Found::Value(value, optional),
        None => Found::Nothing,
    })
}

/// A field, an entry or an item of a value. An absent one is an error, or `None` if the step is `optional`.
fn member<'a>(value: &Value<'a>, key: &Value<'a>, optional: bool) -> Evaluated<Option<Value<'a>>> {
    if matches!(key, Value::List(_) | Value::Map(_) | Value::Bytes(_) | Value::Null | Value::Optional(_)) {
        return unknown(format!("a {} as a key", key.type_name()));
    }
    let (found, missing) = match value {
        Value::Map(map) => (map.find(key)?, "no such key"),
        Value::List(list) => (list.index(key)?, "index out of bounds"),
        _ => (None, "no such key"),
    };
    match found {
        Some(value) => Ok(Some(value)),
        None if optional => Ok(None),
        None => error(format!("{missing}: {}", go_text(key)?)),
    }
}

fn of_constant<'a>(constant: &Constant) -> Value<'a> {
    match constant {
        Constant::Null => Value::Null,
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Int(value) => Value::Int(*value),
        Constant::Uint(value) => Value::Uint(*value),
        Constant::Double(value) => Value::Double(*value),
        Constant::String(text) => Value::String(text.clone()),
        Constant::Bytes(bytes) => Value::Bytes(bytes.clone()),
    }
}
