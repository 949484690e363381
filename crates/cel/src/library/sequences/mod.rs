//! The CEL extension of lists: `slice`, `flatten`, `lists.range`, `reverse`, `distinct`, `sort`, `sortBy`.
//!
//! Easy to break: results are ordinary lists, even if the operand is a set or a list map. Only `sort` and
//! `distinct` of an empty list return the list itself.
//
// cel-go: ext/lists.go (version 3)

use alloc::format;

use bumpalo::collections::Vec;

use super::limit::{affordable, size};
use super::order::{compare, has_order};
use super::pdqsort;
use crate::arena::Arena;
use crate::equality::equal;
use crate::equality::is_found;
use crate::error::{EvalError, Evaluated};
use crate::values::{List, Value};
use crate::values::{ListItems, Scalars, is_read, is_scalar};
use core::cmp::Ordering;

/// The cost of a call that makes a list, without the items.
const CALL: u64 = 11;

const NO_LIST: EvalError =
    EvalError::Internal("interface conversion: *types.Err is not traits.Lister: missing method Add");

/// `list.slice(start, end)`: the items from `start` up to, but without, `end`. A slice of a list that an
/// expression made shares its memory.
///
/// # Errors
/// There is no such part.
pub(crate) fn slice<'a>(arena: &'a Arena, list: List<'a>, start: i64, end: i64) -> Evaluated<List<'a>> {
    let wrong = |reason: &str| Err(EvalError::text(format!("cannot slice({start}, {end}), {reason}")));
    let (Ok(from), Ok(to)) = (usize::try_from(start), usize::try_from(end)) else {
        return wrong("negative indexes not supported");
    };
    if start > end {
        return wrong("start index must be less than or equal to end index");
    }
    let length = list.size();
    if length < end {
        return wrong(&format!("list is length {length}"));
    }
    if let List::Made { items, .. } = list {
        return Ok(List::made(items.get(from..to).unwrap_or_default()));
    }
    arena.take_values::<Value<'_>>(to - from)?;
    let mut items = Vec::with_capacity_in(to - from, arena);
    for index in start..end {
        let Some(item) = list.at(index) else { break };
        items.push(item.kept(arena)?);
    }
    Ok(List::made(items.into_bump_slice()))
}

/// `list.flatten(depth)`: the list with nested lists replaced by their items, down to this depth.
///
/// # Errors
/// The depth is negative; the call costs more than a rule can.
pub(crate) fn flatten<'a>(arena: &'a Arena, list: List<'a>, depth: i64) -> Evaluated<List<'a>> {
    if depth < 0 {
        return Err(EvalError::Static("level must be non-negative"));
    }
    affordable(size(list.size()).saturating_mul(size(depth)).saturating_add(CALL))?;
    let mut items = Vec::new_in(arena);
    // The lists around the next item: a stack, since data can be nested deeply.
    let mut around: Vec<'_, ListItems<'a>> = Vec::new_in(arena);
    around.push(list.items());
    while let Some(innermost) = around.last_mut() {
        match innermost.next().map(|item| item.kept(arena)).transpose()? {
            None => {
                around.pop();
            }
            Some(Value::List(nested)) if around.len() as u64 <= size(depth) => around.push(nested.items()),
            Some(item) => items.push(item),
        }
    }
    Ok(List::made(items.into_bump_slice()))
}

/// `lists.range(n)`: the integers from 0 up to before `n`.
///
/// # Errors
/// The call costs more than a rule can.
pub(crate) fn range(arena: &Arena, end: i64) -> Evaluated<List<'_>> {
    affordable(size(end).saturating_add(CALL))?;
    let mut items = Vec::with_capacity_in(usize::try_from(end).unwrap_or_default(), arena);
    items.extend((0..end).map(Value::Int));
    Ok(List::made(items.into_bump_slice()))
}

/// `list.reverse()`
///
/// # Errors
/// The evaluation takes too much memory.
pub(crate) fn reverse<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<List<'a>> {
    let count = usize::try_from(list.size()).unwrap_or_default();
    arena.take_values::<Value<'_>>(count)?;
    let mut items = Vec::with_capacity_in(count, arena);
    for item in list.items() {
        items.push(item.kept(arena)?);
    }
    items.reverse();
    Ok(List::made(items.into_bump_slice()))
}

/// `list.distinct()`: the first of equal items. Scalars are searched in logarithmic time. Other items are
/// compared with each other, at most as many as a rule can pay for. Items that do not fit their schema equal
/// no other.
///
/// # Errors
/// The call costs more than a rule can, or comparing items ends the evaluation.
pub(crate) fn distinct<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<List<'a>> {
    if list.size() == 0 {
        return Ok(list);
    }
    affordable(self_comparison(list.size(), 20))?;
    let values = list.kept(arena)?;
    let mut scalars = Scalars::new(arena, values);
    let mut others: Vec<'_, Value<'a>> = Vec::new_in(arena);
    let mut items = Vec::new_in(arena);
    for value in values {
        if is_scalar(*value) {
            if scalars.contains(*value) {
                continue;
            }
            scalars.insert(*value);
        } else if is_read(value) {
            let mut equals = others.iter().map(|other| is_found(equal(arena, *value, *other)));
            if equals.find(|found| *found != Ok(false)).unwrap_or(Ok(false))? {
                continue;
            }
            others.push(*value);
        }
        items.push(*value);
    }
    Ok(List::made(items.into_bump_slice()))
}

/// `list.sort()`
///
/// # Errors
/// The items have no order or different types; the call costs more than a rule can.
pub(crate) fn sort<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<List<'a>> {
    sort_by_keys(arena, list, list)
}

/// `list.sortBy(item, key)`, with the list of keys. Items with equal keys come in the order that Go's
/// algorithm gives them, which is not that of the list if there are more than twelve.
///
/// # Errors
/// The keys have no order or different types; the call costs more than a rule can.
pub(crate) fn sort_by_keys<'a>(arena: &'a Arena, list: List<'a>, keys: List<'a>) -> Evaluated<List<'a>> {
    let (length, key_count) = (list.size(), keys.size());
    if length != key_count {
        return Err(EvalError::text(format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got \
             {length} and {key_count} elements respectively"
        )));
    }
    if length == 0 {
        return Ok(list);
    }
    let keys = keys.kept(arena)?;
    let first = keys.first().copied().unwrap_or(Value::Null);
    let tenths = if matches!(first, Value::String(_) | Value::Bytes(_)) { 21 } else { 20 };
    affordable(self_comparison(length, tenths))?;
    if !has_order(first) {
        return Err(EvalError::Static("list elements must be comparable"));
    }
    // Keys that do not fit their schema count as keys of another type.
    let differs = |key: &Value<'_>| !is_read(key) || key.type_name() != first.type_name();
    if keys.iter().any(differs) {
        return Err(EvalError::Static("list elements must have the same type"));
    }
    let mut pairs = Vec::with_capacity_in(keys.len(), arena);
    pairs.extend(keys.iter().copied().zip(list.kept(arena)?.iter().copied()));
    pdqsort::sort(&mut pairs, |(a, _), (b, _)| compare(*a, *b) == Some(Ordering::Less));
    let mut items = Vec::with_capacity_in(pairs.len(), arena);
    items.extend(pairs.iter().map(|(_, item)| *item));
    Ok(List::made(items.into_bump_slice()))
}

/// The list operand of `sort` or `distinct`, or the list of keys. The server counts the cost of these calls
/// even if the operand is an error, and fails then.
///
/// # Errors
/// Any error becomes one that ends the evaluation.
#[inline]
pub(crate) fn counted<'a>(list: Evaluated<List<'a>>) -> Evaluated<List<'a>> {
    list.map_err(|error| if error.can_be_dropped() { NO_LIST } else { error })
}

/// The cost of comparing all items with each other, at this number of tenths for each pair.
fn self_comparison(length: i64, tenths: u64) -> u64 {
    size(length).saturating_mul(size(length)).saturating_mul(tenths) / 10 + CALL
}

#[cfg(test)]
mod tests;
