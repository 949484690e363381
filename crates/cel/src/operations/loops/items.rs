//! Evaluates loops of macros with one variable: the item of a list, or the key of a map.
//
// cel-go: parser/macro.go

use super::accumulated::{Answers, Collected, Count};
use super::range::Range;
use crate::context::Context;
use crate::error::Evaluated;
use crate::values::{Item, List, Value};

/// `range.all(x, body)`
///
/// # Errors
/// Errors of the range; the first one of the body, unless it is false for another element.
pub(crate) fn all<'a>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(Item<'a>) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut answers = Answers::new(false);
    range?.each(context, 2, |item| {
        context.add(1);
        answers.add(body(item))
    })?;
    context.add(1);
    answers.result()
}

/// `range.exists(x, body)`
///
/// # Errors
/// Errors of the range; the first one of the body, unless it is true for another element.
pub(crate) fn exists<'a>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(Item<'a>) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut answers = Answers::new(true);
    range?.each(context, 3, |item| {
        context.add(1);
        answers.add(body(item))
    })?;
    context.add(1);
    answers.result()
}

/// `range.exists_one(x, body)`
///
/// # Errors
/// Errors of the range; the last one of the body.
pub(crate) fn exists_one<'a>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(Item<'a>) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut count = Count { matches: 0, failed: None };
    range?.each(context, 0, |item| count.add(context, body(item)))?;
    context.add(2);
    count.one()
}

/// `range.map(x, filter, value)` and `range.filter(x, filter)`
///
/// # Errors
/// Errors of the range, the filter and the value.
pub(crate) fn collect<'a>(
    context: Context<'a>,
    cost: u64,
    range: Evaluated<Range<'a>>,
    filter: impl Fn(Item<'a>) -> Evaluated<bool>,
    value: impl Fn(Item<'a>) -> Evaluated<Value<'a>>,
) -> Evaluated<List<'a>> {
    let mut collected = Collected::new(context.arena);
    range?.each(context, 0, |item| {
        collected.add(filter(item), || {
            context.add(cost);
            value(item)
        })
    })?;
    context.add(1);
    collected.result().map(List::made)
}
