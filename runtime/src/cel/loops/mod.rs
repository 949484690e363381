//! Loops: what `all`, `exists`, `exists_one`, `map`, `filter` and their forms with two variables are.
//!
//! The costs are those of the steps into which the server expands these macros: reading the accumulator, testing
//! the condition, joining lists.
//
// cel-go: parser/macro.go, ext/comprehensions.go, interpreter/interpretable.go (evalFold)

mod pairs;

use alloc::format;

pub use pairs::*;

use super::cost::Meter;
use super::list::Item;
use super::typed::{Element, of_item};
use super::{Arena, Context, EvalError, Evaluated, List, Map, Node, Value};

/// What a loop goes over.
#[derive(Clone, Copy, Debug)]
pub enum Range<'a> {
    /// The items of a list.
    List(List<'a>),
    /// The keys of a map.
    Map(Map<'a>),
}

impl<'a> From<List<'a>> for Range<'a> {
    fn from(list: List<'a>) -> Self {
        Range::List(list)
    }
}

impl<'a> From<Map<'a>> for Range<'a> {
    fn from(map: Map<'a>) -> Self {
        Range::Map(map)
    }
}

impl<'a> From<Node<'a>> for Range<'a> {
    fn from(object: Node<'a>) -> Self {
        Range::Map(Map::Node(object))
    }
}

/// What a value gives to loop over.
///
/// # Errors
/// It is no list and no map.
pub fn range(value: Value<'_>) -> Evaluated<Range<'_>> {
    match value {
        Value::List(list) => Ok(Range::List(list)),
        Value::Map(map) => Ok(Range::Map(map)),
        value => Err(EvalError::text(format!("got '{}', expected iterable type", go_type(value)))),
    }
}

/// The name of the type in the server's program.
// cel-go: interpreter/interpretable.go (evalFold), which prints `%T`
fn go_type(value: Value<'_>) -> &'static str {
    match value {
        Value::Null => "types.Null",
        Value::Bool(_) => "types.Bool",
        Value::Int(_) => "types.Int",
        Value::Uint(_) => "types.Uint",
        Value::Double(_) => "types.Double",
        Value::String(_) => "types.String",
        Value::Bytes(_) => "types.Bytes",
        Value::Duration(_) => "types.Duration",
        Value::Timestamp(_) => "types.Timestamp",
        Value::Optional(_) => "*types.Optional",
        Value::Type(_) => "*types.Type",
        other => other.type_name(),
    }
}

/// Whether a loop goes on.
enum Next {
    Go,
    Stop,
}

impl<'a> Range<'a> {
    /// Visits items or keys. Each visit costs what the condition of the loop does, also the one that would come
    /// after the last.
    #[inline]
    fn each<M: Meter>(
        self,
        context: Context<'a, M>,
        condition: u64,
        mut visit: impl FnMut(Item<'a>) -> Evaluated<Next>,
    ) -> Evaluated<()> {
        let mut stopped = false;
        match self {
            Range::List(list) => {
                for item in list.items() {
                    context.add(condition);
                    context.check()?;
                    if stopped {
                        break;
                    }
                    match visit(item)? {
                        Next::Go => {}
                        Next::Stop if M::COUNTS => stopped = true,
                        Next::Stop => break,
                    }
                }
            }
            Range::Map(map) => {
                for (key, _) in map.entries(context.arena) {
                    context.add(condition);
                    context.check()?;
                    if stopped {
                        break;
                    }
                    match visit(Item::Value(key))? {
                        Next::Go => {}
                        Next::Stop if M::COUNTS => stopped = true,
                        Next::Stop => break,
                    }
                }
            }
        }
        Ok(())
    }

    /// Visits indices and items, or keys and values.
    fn each_pair<M: Meter>(
        self,
        context: Context<'a, M>,
        condition: u64,
        mut visit: impl FnMut(Value<'a>, Evaluated<Item<'a>>) -> Evaluated<Next>,
    ) -> Evaluated<()> {
        let mut stopped = false;
        match self {
            Range::List(list) => {
                for (index, item) in (0..).zip(list.items()) {
                    context.add(condition);
                    context.check()?;
                    if stopped {
                        break;
                    }
                    match visit(Value::Int(index), Ok(item))? {
                        Next::Go => {}
                        Next::Stop if M::COUNTS => stopped = true,
                        Next::Stop => break,
                    }
                }
            }
            Range::Map(map) => {
                for (key, value) in map.items(context.arena) {
                    context.add(condition);
                    context.check()?;
                    if stopped {
                        break;
                    }
                    match visit(key, value)? {
                        Next::Go => {}
                        Next::Stop if M::COUNTS => stopped = true,
                        Next::Stop => break,
                    }
                }
            }
        }
        Ok(())
    }
}

/// The state of a loop that asks a question of each element.
struct Answers {
    /// What ends the loop.
    decided: bool,
    failed: Option<EvalError>,
    ended: bool,
}

impl Answers {
    fn new(decided: bool) -> Self {
        Answers { decided, failed: None, ended: false }
    }

    #[inline]
    fn add(&mut self, answer: Evaluated<bool>) -> Evaluated<Next> {
        match answer {
            Ok(answer) if answer == self.decided => {
                self.ended = true;
                return Ok(Next::Stop);
            }
            Ok(_) => {}
            Err(error) if !error.can_be_dropped() => return Err(error),
            Err(error) => {
                self.failed.get_or_insert(error);
            }
        }
        Ok(Next::Go)
    }

    fn result(self) -> Evaluated<bool> {
        match self.failed {
            _ if self.ended => Ok(self.decided),
            Some(error) => Err(error),
            None => Ok(!self.decided),
        }
    }
}

/// `range.all(x, body)`
///
/// # Errors
/// Those of the range; the first one of the body, unless it is false for another element.
#[inline]
pub fn all<'a, T: Element<'a>, M: Meter>(
    context: Context<'a, M>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(T) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut answers = Answers::new(false);
    range?.each(context, 2, |item| {
        context.add(1);
        answers.add(of_item(item, context.arena).and_then(&body))
    })?;
    context.add(1);
    answers.result()
}

/// `range.exists(x, body)`
///
/// # Errors
/// Those of the range; the first one of the body, unless it is true for another element.
#[inline]
pub fn exists<'a, T: Element<'a>, M: Meter>(
    context: Context<'a, M>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(T) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut answers = Answers::new(true);
    range?.each(context, 3, |item| {
        context.add(1);
        answers.add(of_item(item, context.arena).and_then(&body))
    })?;
    context.add(1);
    answers.result()
}

/// The number of elements for which a question is true; an error is dropped by a later one.
struct Count {
    matches: u64,
    failed: Option<EvalError>,
}

impl Count {
    #[inline]
    fn add<M: Meter>(&mut self, context: Context<'_, M>, answer: Evaluated<bool>) -> Evaluated<Next> {
        match answer {
            Ok(true) => {
                context.add(2);
                self.matches += 1;
            }
            Ok(false) => {}
            Err(error) if !error.can_be_dropped() => return Err(error),
            Err(error) => self.failed = Some(error),
        }
        Ok(Next::Go)
    }

    fn one(self) -> Evaluated<bool> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.matches == 1),
        }
    }
}

/// `range.exists_one(x, body)`
///
/// # Errors
/// Those of the range; the last one of the body.
#[inline]
pub fn exists_one<'a, T: Element<'a>, M: Meter>(
    context: Context<'a, M>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(T) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut count = Count { matches: 0, failed: None };
    range?.each(context, 0, |item| count.add(context, of_item(item, context.arena).and_then(&body)))?;
    context.add(2);
    count.one()
}

/// What a loop collects.
struct Collected<'a, T> {
    items: bumpalo::collections::Vec<'a, T>,
    failed: Option<EvalError>,
}

impl<'a, T: Copy> Collected<'a, T> {
    fn new(arena: &'a Arena) -> Self {
        Collected { items: bumpalo::collections::Vec::new_in(arena), failed: None }
    }

    /// Adds what the filter lets through. A filter that fails replaces an earlier error; a value that fails does
    /// not.
    fn add(&mut self, chosen: Evaluated<bool>, value: impl FnOnce() -> Evaluated<T>) -> Evaluated<Next> {
        match chosen {
            Ok(false) => {}
            Ok(true) => match value() {
                Ok(value) => self.items.push(value),
                Err(error) if !error.can_be_dropped() => return Err(error),
                Err(error) => {
                    self.failed.get_or_insert(error);
                }
            },
            Err(error) if !error.can_be_dropped() => return Err(error),
            Err(error) => self.failed = Some(error),
        }
        Ok(Next::Go)
    }

    fn result(self) -> Evaluated<&'a [T]> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.items.into_bump_slice()),
        }
    }
}

/// `range.map(x, filter, value)` and `range.filter(x, filter)`
///
/// # Errors
/// Those of the range, the filter and the value.
#[inline]
pub fn collect<'a, T: Element<'a>, M: Meter>(
    context: Context<'a, M>,
    cost: u64,
    range: Evaluated<Range<'a>>,
    filter: impl Fn(T) -> Evaluated<bool>,
    value: impl Fn(T) -> Evaluated<Value<'a>>,
) -> Evaluated<List<'a>> {
    let mut collected = Collected::new(context.arena);
    range?.each(context, 0, |item| {
        let item = of_item::<T>(item, context.arena);
        let chosen = item.clone().and_then(&filter);
        collected.add(chosen, || {
            context.add(cost);
            item.and_then(&value)
        })
    })?;
    context.add(1);
    collected.result().map(List::made)
}
