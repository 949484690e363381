//! Macros with two variables: the index and the item, or the key and the value.
//
// cel-go: ext/comprehensions.go

use alloc::format;

use super::accumulated::{Answers, Collected, Count};
use super::range::{Next, Range};
use crate::values::Grown;
use crate::{Arena, Context, Element, EvalError, Evaluated, Item, List, Map, Value};

/// `range.all(k, v, body)`
///
/// # Errors
/// As [`all`](super::all).
pub fn all_pairs<'a, K: Element<'a>, V: Element<'a>>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(K, V) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut answers = Answers::new(false);
    range?.each_pair(context, 2, |key, value| {
        context.add(1);
        answers.add(on_pair(context.arena, key, value, &body))
    })?;
    context.add(1);
    answers.result()
}

/// `range.exists(k, v, body)`
///
/// # Errors
/// As [`exists`](super::exists).
pub fn exists_pair<'a, K: Element<'a>, V: Element<'a>>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(K, V) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut answers = Answers::new(true);
    range?.each_pair(context, 3, |key, value| {
        context.add(1);
        answers.add(on_pair(context.arena, key, value, &body))
    })?;
    context.add(1);
    answers.result()
}

fn on_pair<'a, K: Element<'a>, V: Element<'a>, R>(
    arena: &'a Arena,
    key: Value<'a>,
    value: Evaluated<Item<'a>>,
    body: impl Fn(K, V) -> Evaluated<R>,
) -> Evaluated<R> {
    body(K::of_value(key)?, V::of_result(value, arena)?)
}

/// `range.existsOne(k, v, body)`
///
/// # Errors
/// As [`exists_one`](super::exists_one).
pub fn exists_one_pair<'a, K: Element<'a>, V: Element<'a>>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(K, V) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut count = Count { matches: 0, failed: None };
    range?
        .each_pair(context, 0, |key, value| count.add(context, on_pair(context.arena, key, value, &body)))?;
    context.add(2);
    count.one()
}

/// `range.transformList(k, v, filter, value)`
///
/// # Errors
/// Those of the range, the filter and the value.
pub fn collect_pairs<'a, K: Element<'a>, V: Element<'a>>(
    context: Context<'a>,
    cost: u64,
    range: Evaluated<Range<'a>>,
    filter: impl Fn(K, V) -> Evaluated<bool>,
    value: impl Fn(K, V) -> Evaluated<Value<'a>>,
) -> Evaluated<List<'a>> {
    let mut collected = Collected::new(context.arena);
    range?.each_pair(context, 0, |first, second| {
        let chosen = on_pair(context.arena, first, second.clone(), &filter);
        collected.add(chosen, || {
            context.add(cost);
            on_pair(context.arena, first, second, &value)
        })
    })?;
    context.add(1);
    collected.result().map(List::made)
}

/// `range.transformMap(k, v, filter, value)`
///
/// # Errors
/// Those of the range, the filter and the value.
pub fn transform_map<'a, K: Element<'a>, V: Element<'a>>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    filter: impl Fn(K, V) -> Evaluated<bool>,
    value: impl Fn(K, V) -> Evaluated<Value<'a>>,
) -> Evaluated<Map<'a>> {
    let mut collected = Collected::new(context.arena);
    range?.each_pair(context, 0, |first, second| {
        let chosen = on_pair(context.arena, first, second.clone(), &filter);
        // A map that failed gets no more entries.
        let failed = collected.failed.clone();
        collected.add(chosen, || {
            context.add(1);
            failed.map_or(Ok(()), Err)?;
            context.add(1);
            let value = on_pair(context.arena, first, second, &value);
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
/// Those of the range, the filter and the entries; a key that is there already.
pub fn transform_map_entry<'a, K: Element<'a>, V: Element<'a>>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    filter: impl Fn(K, V) -> Evaluated<bool>,
    entries: impl Fn(K, V) -> Evaluated<Map<'a>>,
) -> Evaluated<Map<'a>> {
    let mut collected: Collected<'a, (Value<'a>, Value<'a>)> = Collected::new(context.arena);
    let mut grown = Grown::default();
    range?.each_pair(context, 0, |first, second| {
        let chosen = on_pair(context.arena, first, second.clone(), &filter);
        if chosen == Ok(true) {
            context.add(2);
        }
        match chosen {
            Ok(true) => match on_pair(context.arena, first, second, &entries) {
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
