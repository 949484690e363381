//! Compares, unites and merges sets and list maps, whose order does not matter.
//!
//! Few items are compared with each other. For many items, each gets a number that equal items share, so that
//! no list takes longer than sorting it does.
//!
//! Easy to break: numbering items must have the same result as comparing them pair by pair.
//
// apiserver: pkg/cel/common/values.go, pkg/cel/common/valuesunstructured.go

use bumpalo::collections::Vec;

use super::hashes;
use super::identity::{Scalar, number};
use super::nodes::plain;
use super::parts::{Parts, results};
use crate::arena::Arena;
use crate::document::schema::{Form, ValueType};
use crate::error::Evaluated;
use crate::values::{Item, List, Node, Value};
use crate::values::{hashable, same};

/// The number of items up to which all items are compared with each other.
const FEW_ITEMS: usize = 16;

/// Whether two sets of an object are equal, if both have only simple items and no item twice. Otherwise
/// `None`.
///
/// # Errors
/// The evaluation takes more work than its limit.
pub(super) fn same_sets<'a>(arena: &'a Arena, own: Node<'a>, other: Node<'a>) -> Evaluated<Option<bool>> {
    // Numbers of different types are different items: an integer in a set does not equal the float that rules
    // read.
    let simple = |set: Node<'a>| {
        let form = set.of.each().map(|each| each.form);
        matches!(form, Some(Form::String | Form::Int | Form::Bool | Form::IntOrString))
    };
    if !simple(own) || !simple(other) {
        return Ok(None);
    }
    // Usually both lists are equal and in the same order.
    let in_step = |two: (Node<'a>, Node<'a>)| match plain(arena, two.0, two.1) {
        Ok(Some(true)) => None,
        Err(error) => Some(Err(error)),
        _ => Some(Ok(())),
    };
    match own.children().zip(other.children()).find_map(in_step) {
        None => return Ok(Some(true)),
        Some(Err(error)) => return Err(error),
        Some(Ok(())) if own.len() <= FEW_ITEMS => return Ok(None),
        Some(Ok(())) => {}
    }
    let (Some(own), Some(other)) = (sorted(arena, own)?, sorted(arena, other)?) else { return Ok(None) };
    for ((one, a), (two, b)) in own.iter().zip(&other) {
        if one != two || plain(arena, *a, *b)? != Some(true) {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

/// The items of a set, sorted by their hashes. `None` if an item is not simple, or if two have the same hash.
fn sorted<'a>(arena: &'a Arena, set: Node<'a>) -> Evaluated<Option<Vec<'a, (u64, Node<'a>)>>> {
    /// The number of steps for sorting an item.
    const SORTED: usize = 8;
    arena.work(set.len().saturating_mul(SORTED))?;
    arena.take_values::<(u64, Node<'_>)>(set.len())?;
    let mut items = Vec::with_capacity_in(set.len(), arena);
    for item in set.children() {
        let Some(hash) = hashes::identity(arena, item)? else { return Ok(None) };
        items.push((hash, item));
    }
    items.sort_unstable_by_key(|(hash, _)| *hash);
    let is_unique = items.windows(2).all(|two| match two {
        [(one, _), (next, _)] => one != next,
        _ => true,
    });
    Ok(is_unique.then_some(items))
}

/// Whether a set or list map with these items equals a list of the same size: whether it contains each item
/// of the list.
///
/// # Errors
/// An item that does not fit its schema.
pub(super) fn equal<'a>(
    arena: &'a Arena,
    of: &'a ValueType<'a>,
    own: &[Value<'a>],
    other: List<'a>,
    parts: impl Parts<'a>,
) -> Evaluated<bool> {
    if own.len() <= FEW_ITEMS {
        for item in other.items() {
            let Some(item) = searchable(arena, of, item)? else { return Ok(false) };
            let held = match position(arena, own, item, of).and_then(|at| own.get(at)) {
                None => false,
                Some(_) if of.form == Form::Set => true,
                Some(found) => results(arena, Ok(*found), Ok(item), parts)?,
            };
            if !held {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let mut all = Numbered::new(arena, of);
    all.extend(own)?;
    // The items before one that decides are compared first.
    let mut end = Ok(true);
    for item in other.items() {
        match searchable(arena, of, item) {
            Ok(Some(item)) => all.push(item)?,
            Ok(None) => end = Ok(false),
            Err(error) => end = Err(error),
        }
        if end != Ok(true) {
            break;
        }
    }
    let search = all.search(own.len());
    for (item, at) in all.items.iter().zip(0..).skip(own.len()) {
        let held = match search.find(&all, at) {
            None => false,
            Some(_) if of.form == Form::Set => true,
            Some(found) => {
                let found = own.get(found).copied().unwrap_or(Value::Null);
                results(arena, Ok(found), Ok(*item), parts)?
            }
        };
        if !held {
            return Ok(false);
        }
    }
    end
}

/// The value of an item that a set or list map may contain. `None` if no set or list map can contain it: an
/// error is in no set and has no keys.
fn searchable<'a>(arena: &'a Arena, of: &'a ValueType<'a>, item: Item<'a>) -> Evaluated<Option<Value<'a>>> {
    let item = item.value(arena);
    hashable(arena, item.clone(), of)?;
    Ok(match item {
        Ok(Value::Map(map)) => Some(Value::Map(map)),
        Err(_) => None,
        Ok(value) => (of.form == Form::Set).then_some(value),
    })
}

/// The union of a set and a list: the items of the set, and those of the list that the set lacks. Or the
/// merge of a list map and a list: items with the same keys are replaced, others are added. Items of a list
/// map that are no objects have no keys that could be the same. `held` are the list's own items as they are
/// compared, `own` as they become items.
///
/// # Errors
/// An error that ends the evaluation.
pub(crate) fn union<'a>(
    arena: &'a Arena,
    of: &'a ValueType<'a>,
    (held, own): (&[Value<'a>], &[Value<'a>]),
    added: &[Value<'a>],
) -> Evaluated<&'a [Value<'a>]> {
    arena.take_values::<Value<'_>>(own.len() + added.len())?;
    let mut items = Vec::with_capacity_in(own.len() + added.len(), arena);
    items.extend_from_slice(own);
    if own.len().max(added.len()) <= FEW_ITEMS {
        let mut known = Vec::with_capacity_in(own.len() + added.len(), arena);
        known.extend_from_slice(held);
        for item in added {
            match position(arena, &known, *item, of) {
                None => {
                    known.push(*item);
                    items.push(*item);
                }
                Some(at) => replace(of, &mut items, at, *item),
            }
        }
        return Ok(items.into_bump_slice());
    }
    let mut all = Numbered::new(arena, of);
    all.extend(held)?;
    all.extend(added)?;
    let mut search = all.search(held.len());
    for (item, at) in added.iter().zip(held.len()..) {
        match search.find(&all, at) {
            None => {
                search.add(&all, at, items.len());
                items.push(*item);
            }
            Some(at) => replace(of, &mut items, at, *item),
        }
    }
    Ok(items.into_bump_slice())
}

fn replace<'a>(of: &ValueType<'_>, items: &mut [Value<'a>], at: usize, item: Value<'a>) {
    if of.form == Form::ListMap
        && let Some(slot) = items.get_mut(at)
    {
        *slot = item;
    }
}

/// The position of the last item that equals an item, or has the same keys.
fn position<'a>(arena: &'a Arena, items: &[Value<'a>], item: Value<'a>, of: &ValueType<'_>) -> Option<usize> {
    // Scalars are compared as in Go: their types must be equal.
    if of.form == Form::Set {
        return items.iter().position(|own| same(*own, item));
    }
    items.iter().rposition(|own| same_keys(arena, *own, item, of.keys))
}

/// Whether two objects have the same keys. The server looks for the escaped names in the raw objects, so a
/// key whose name is escaped is never found and equals any other.
fn same_keys<'a>(arena: &'a Arena, a: Value<'a>, b: Value<'a>, keys: &[&str]) -> bool {
    let (Value::Map(a), Value::Map(b)) = (a, b) else { return false };
    keys.iter().all(|key| match (a.raw_member(arena, key), b.raw_member(arena, key)) {
        (Some(x), Some(y)) => same(x, y),
        (None, None) => true,
        _ => false,
    })
}

/// Items of two lists, with the scalars by which they are compared.
struct Numbered<'a> {
    arena: &'a Arena,
    of: &'a ValueType<'a>,
    items: Vec<'a, Value<'a>>,
    /// For each item one scalar for each key of the list, or a single scalar.
    scalars: Vec<'a, Scalar<'a>>,
    numbers: Vec<'a, Option<u32>>,
}

impl<'a> Numbered<'a> {
    fn new(arena: &'a Arena, of: &'a ValueType<'a>) -> Self {
        let (items, scalars, numbers) = (Vec::new_in(arena), Vec::new_in(arena), Vec::new_in(arena));
        Numbered { arena, of, items, scalars, numbers }
    }

    fn extend(&mut self, items: &[Value<'a>]) -> Evaluated<()> {
        items.iter().try_for_each(|item| self.push(*item))
    }

    /// The keys of a list map.
    fn keys(&self) -> &'a [&'a str] {
        if self.of.form == Form::Set { &[] } else { self.of.keys }
    }

    fn push(&mut self, item: Value<'a>) -> Evaluated<()> {
        /// The number of steps for numbering an item, for the item itself and each of its keys.
        const NUMBERED: usize = 12;
        self.arena.work(NUMBERED * (1 + self.keys().len()))?;
        self.arena.take_values::<(Value<'_>, Scalar<'_>)>(1)?;
        self.items.push(item);
        let is_object = matches!(item, Value::Map(_));
        match (self.of.form, self.of.keys) {
            (Form::Set, _) => self.scalars.push(Scalar::of(item)),
            // All objects equal each other if the list has no keys.
            (_, []) => self.scalars.push(if is_object { Scalar::Null } else { Scalar::Unequal }),
            _ => {}
        }
        for key in self.keys() {
            self.scalars.push(match item {
                Value::Map(map) => map.raw_member(self.arena, key).map_or(Scalar::Absent, Scalar::of),
                _ => Scalar::Unequal,
            });
        }
        Ok(())
    }

    /// Numbers the items, and prepares a search in the first ones.
    fn search(&mut self, own: usize) -> Search<'a> {
        self.numbers = number(self.arena, &self.scalars, self.keys().len());
        let mut search = Search { last: Vec::new_in(self.arena) };
        search.last.resize(self.items.len(), None);
        for at in 0..own {
            search.add(self, at, at);
        }
        search
    }
}

/// A list in which items are searched.
struct Search<'a> {
    /// The last item with each number.
    last: Vec<'a, Option<u32>>,
}

impl Search<'_> {
    /// Adds one of the numbered items at a position.
    fn add(&mut self, all: &Numbered<'_>, item: usize, place: usize) {
        let number = all.numbers.get(item).copied().flatten();
        if let Some(slot) = number.and_then(|number| self.last.get_mut(number as usize)) {
            *slot = u32::try_from(place).ok();
        }
    }

    /// Finds one of the numbered items, or one with the same keys.
    fn find(&self, all: &Numbered<'_>, item: usize) -> Option<usize> {
        let number = all.numbers.get(item).copied().flatten();
        let found = number.and_then(|number| self.last.get(number as usize).copied().flatten());
        found.map(|at| at as usize)
    }
}

#[cfg(test)]
mod tests;
