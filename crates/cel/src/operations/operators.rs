//! Evaluates the operations of a program, apart from calls, loops and logic.
//
// cel-go: interpreter/interpretable.go

use alloc::format;

use super::call_cost::Cost;
use super::calls::applied;
use crate::context::Context;
use crate::equality::equal;
use crate::error::{EvalError, Evaluated};
use crate::values::{CelType, same};
use crate::values::{List, Map, Node, Value};

/// Converts an object of a document to a value.
///
/// # Errors
/// The value is no object.
pub(crate) fn object_value(node: Node<'_>) -> Evaluated<Value<'_>> {
    node.object().map(CelType::into_value)
}

/// Returns the value of a variable or of a chain of selections, and adds its cost of 1.
#[inline(always)]
pub(crate) fn attribute<T>(context: Context<'_>, value: T) -> T {
    context.add(1);
    value
}

/// Returns whether a part of `c ? a : b` exists, and subtracts a cost of 1: the server subtracts the cost of
/// a chain that it has not added.
#[inline(always)]
pub(crate) fn tested<T>(context: Context<'_>, value: T) -> T {
    context.take_back(1);
    value
}

/// `a == b`
///
/// # Errors
/// Errors of the operands; a value of the object that does not fit its schema.
pub(crate) fn equal_values<'a>(
    context: Context<'a>,
    operands: &[Evaluated<Value<'a>>; 2],
) -> Evaluated<Value<'a>> {
    let equal = |[a, b]: &[Value<'a>; 2]| equal(context.arena, *a, *b).map(Value::Bool);
    applied(context, Cost::Equality, operands, equal)
}

/// `a != b`. Values that cannot be compared differ.
///
/// # Errors
/// Errors of the operands.
pub(crate) fn differ_values<'a>(
    context: Context<'a>,
    operands: &[Evaluated<Value<'a>>; 2],
) -> Evaluated<Value<'a>> {
    let differ = |[a, b]: &[Value<'a>; 2]| match equal(context.arena, *a, *b) {
        Err(error) if !error.can_be_dropped() => Err(error),
        found => Ok(Value::Bool(found != Ok(true))),
    };
    applied(context, Cost::Comparison, operands, differ)
}

/// `a.or(b)`, which is `a` if that is no optional.
///
/// # Errors
/// Errors of the operands.
pub(crate) fn or_else<'a>(
    first: Evaluated<Value<'a>>,
    second: impl FnOnce() -> Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    match first? {
        Value::Optional(None) => second(),
        found => Ok(found),
    }
}

/// `a.orValue(b)`, which is `a` if that is no optional.
///
/// # Errors
/// Errors of the operands; the content does not fit its schema.
//
// cel-go: cel/library.go (evalOptionalOrValue)
pub(crate) fn or_value<'a>(
    first: Evaluated<Value<'a>>,
    second: impl FnOnce() -> Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    match first? {
        Value::Optional(None) => second(),
        Value::Optional(Some(content)) => content.content(),
        found => Ok(found),
    }
}

/// `?b` in a list: the content of the optional, if there is one.
///
/// # Errors
/// Errors of the item; it is no optional.
pub(crate) fn item(item: Evaluated<Value<'_>>) -> Evaluated<Option<Value<'_>>> {
    content("element", item?)
}

/// `?c: d` in a map: the content of the optional, if there is one.
///
/// # Errors
/// Errors of the value; it is no optional.
pub(crate) fn entry(value: Evaluated<Value<'_>>) -> Evaluated<Option<Value<'_>>> {
    content("key", value?)
}

fn content<'a>(what: &str, value: Value<'a>) -> Evaluated<Option<Value<'a>>> {
    match value {
        Value::Optional(content) => content.map(|content| content.content()).transpose(),
        value => Err(no_optional(what, value)),
    }
}

/// `[a, ?b]`, without the items that are `None`.
///
/// # Errors
/// Errors of the items.
pub(crate) fn make_list<'a>(
    context: Context<'a>,
    cost: u64,
    items: Evaluated<impl IntoIterator<Item = Option<Value<'a>>>>,
) -> Evaluated<List<'a>> {
    context.add(cost);
    let items = items?.into_iter();
    let mut made = bumpalo::collections::Vec::with_capacity_in(items.size_hint().0, context.arena);
    made.extend(items.flatten());
    Ok(List::made(made.into_bump_slice()))
}

/// `{a: b, ?c: d}`, without the entries whose value is `None`.
///
/// # Errors
/// Errors of the entries.
pub(crate) fn make_map<'a>(
    context: Context<'a>,
    cost: u64,
    entries: Evaluated<impl IntoIterator<Item = (Value<'a>, Option<Value<'a>>)>>,
) -> Evaluated<Map<'a>> {
    context.add(cost);
    let entries = entries?.into_iter();
    let mut made: bumpalo::collections::Vec<'a, (Value<'a>, Value<'a>)> =
        bumpalo::collections::Vec::with_capacity_in(entries.size_hint().0, context.arena);
    for (key, value) in entries {
        let Some(value) = value else { continue };
        match made.iter_mut().find(|(known, _)| same(*known, key)) {
            Some(entry) => entry.1 = value,
            None => made.push((key, value)),
        }
    }
    Ok(Map::Made(made.into_bump_slice()))
}

#[cold]
fn no_optional(what: &str, value: Value<'_>) -> EvalError {
    let _ = what;
    EvalError::text(format!(
        "cannot initialize optional list element from non-optional value {}",
        value.type_name()
    ))
}

/// A length as an integer.
#[must_use]
pub(crate) fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
