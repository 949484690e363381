//! Macros with one variable: the item, or the key.
//
// cel-go: parser/macro.go

use super::accumulated::{Answers, Collected, Count};
use super::range::Range;
use crate::values::of_item;
use crate::{Context, Element, Evaluated, List, Value};

/// `range.all(x, body)`
///
/// # Errors
/// Those of the range; the first one of the body, unless it is false for another element.
#[inline]
pub fn all<'a, T: Element<'a>>(
    context: Context<'a>,
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
pub fn exists<'a, T: Element<'a>>(
    context: Context<'a>,
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

/// `range.exists_one(x, body)`
///
/// # Errors
/// Those of the range; the last one of the body.
#[inline]
pub fn exists_one<'a, T: Element<'a>>(
    context: Context<'a>,
    range: Evaluated<Range<'a>>,
    body: impl Fn(T) -> Evaluated<bool>,
) -> Evaluated<bool> {
    let mut count = Count { matches: 0, failed: None };
    range?.each(context, 0, |item| count.add(context, of_item(item, context.arena).and_then(&body)))?;
    context.add(2);
    count.one()
}

/// `range.map(x, filter, value)` and `range.filter(x, filter)`
///
/// # Errors
/// Those of the range, the filter and the value.
#[inline]
pub fn collect<'a, T: Element<'a>>(
    context: Context<'a>,
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
