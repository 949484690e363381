//! Evaluates loops of macros with two variables: the index and item of a list, or the key and value of a map.
//
// cel-go: ext/comprehensions.go

use alloc::format;

use super::accumulated::{Answers, Collected, Count};
use super::range::{Next, Range};
use crate::context::Context;
use crate::error::{EvalError, Evaluated};
use crate::values::Grown;
use crate::values::{Item, List, Map, Value};

/// `range.all(k, v, body)`
///
/// # Errors
/// As [`all`](super::all).
pub(crate) fn all_pairs<'a>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut answers = Answers::new(false);
    range?.each_pair(context, 2, |key, value| {
        context.add(1);
        answers.add(body(Item::Value(key), value))
    })?;
    context.add(1);
    answers.result()
}

/// `range.exists(k, v, body)`
///
/// # Errors
/// As [`exists`](super::exists).
pub(crate) fn exists_pair<'a>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut answers = Answers::new(true);
    range?.each_pair(context, 3, |key, value| {
        context.add(1);
        answers.add(body(Item::Value(key), value))
    })?;
    context.add(1);
    answers.result()
}

/// `range.existsOne(k, v, body)`
///
/// # Errors
/// As [`exists_one`](super::exists_one).
pub(crate) fn exists_one_pair<'a>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut count = Count { matches: 0, failed: None };
    range?.each_pair(context, 0, |key, value| count.add(context, body(Item::Value(key), value)))?;
    context.add(2);
    count.one()
}

/// `range.transformList(k, v, filter, value)`
///
/// # Errors
/// Errors of the range, the filter and the value.
pub(crate) fn collect_pairs<'a>(
    context: Context<'a>,
    cost: u64,
    range: Evaluated<Range<'a>>,
    filter: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<bool>,
    value: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<Value<'a>>,
) -> Evaluated<List<'a>> {
    let mut collected = Collected::new(context.arena);
    range?.each_pair(context, 0, |first, second| {
        let chosen = filter(Item::Value(first), second.clone());
        collected.add(chosen, || {
            context.add(cost);
            value(Item::Value(first), second)
        })
    })?;
    context.add(1);
    collected.result().map(List::made)
}

/// `range.transformMap(k, v, filter, value)`
///
/// # Errors
/// Errors of the range, the filter and the value.
pub(crate) fn transform_map<'a>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    filter: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<bool>,
    value: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<Value<'a>>,
) -> Evaluated<Map<'a>> {
    let mut collected = Collected::new(context.arena);
    range?.each_pair(context, 0, |first, second| {
        let chosen = filter(Item::Value(first), second.clone());
        // After an error, no entries are added.
        let failed = collected.failed.clone();
        collected.add(chosen, || {
            context.add(1);
            failed.map_or(Ok(()), Err)?;
            context.add(1);
            let value = value(Item::Value(first), second);
            context.add(1);
            Ok((first, value?))
        })
    })?;
    context.add(1);
    collected.result().map(Map::Made)
}

/// `range.transformMapEntry(k, v, filter, entries)`
///
/// # Errors
/// Errors of the range, the filter and the entries; a key that the map already has.
pub(crate) fn transform_map_entry<'a>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    filter: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<bool>,
    entries: impl Fn(Item<'a>, Evaluated<Item<'a>>) -> Evaluated<Map<'a>>,
) -> Evaluated<Map<'a>> {
    let mut collected: Collected<'a, (Value<'a>, Value<'a>)> = Collected::new(context.arena);
    let mut grown = Grown::default();
    range?.each_pair(context, 0, |first, second| {
        let chosen = filter(Item::Value(first), second.clone());
        if chosen == Ok(true) {
            context.add(2);
        }
        match chosen {
            Ok(true) => match entries(Item::Value(first), second) {
                Ok(made) => {
                    for (key, value) in made.entries(context.arena) {
                        let known = grown.contains(&collected.items, key);
                        let entry = match value {
                            _ if known => Err(duplicate(key)),
                            value => value.map(|value| (key, value)),
                        };
                        collected.add(Ok(true), || entry)?;
                    }
                    Ok(Next::Go)
                }
                Err(error) => collected.add(Ok(true), || Err(error)),
            },
            chosen => collected.add(chosen, || Err(EvalError::NoSuchOverload)),
        }
    })?;
    context.add(1);
    collected.result().map(Map::Made)
}

#[cold]
fn duplicate(key: Value<'_>) -> EvalError {
    match key {
        Value::String(key) => EvalError::text(format!("insert failed: key {key} already exists")),
        Value::Int(key) => EvalError::text(format!("insert failed: key {key} already exists")),
        Value::Uint(key) => EvalError::text(format!("insert failed: key {key} already exists")),
        Value::Bool(key) => EvalError::text(format!("insert failed: key {key} already exists")),
        key => EvalError::text(format!("insert failed: key {} already exists", key.type_name())),
    }
}
