//! Items of sets and list maps as the server holds them in a map of Go.
//!
//! Easy to break: items of sets have no schema there, so the whole number of a float and the text of a date
//! are compared.
//
// apiserver: pkg/cel/common/valuesunstructured.go

use super::list::Item;
use super::node::NULL;
use super::same::same;
use super::value::{Added, List, Value};
use crate::arena::Arena;
use crate::document::schema::{Form, ValueType};
use crate::error::{EvalError, Evaluated};

impl<'a> List<'a> {
    /// The items among which the server searches those of another list, all in a map of Go: items of a set as
    /// they are in the object, and those items of a list map that are objects.
    pub(crate) fn searched(self, arena: &'a Arena, of: &ValueType<'_>) -> Evaluated<&'a [Value<'a>]> {
        let count = usize::try_from(self.size()).unwrap_or_default();
        arena.take_values::<Value<'_>>(count)?;
        let mut values = bumpalo::collections::Vec::with_capacity_in(count, arena);
        for item in self.items() {
            let value = as_held(arena, item, of);
            hashable(arena, value.clone(), of)?;
            match value {
                Ok(Value::Map(_)) => values.extend(value),
                Ok(_) if of.form == Form::Set => values.extend(value),
                _ => {}
            }
        }
        Ok(values.into_bump_slice())
    }

    /// The items of a set or list map in two forms: as the server holds them, and as they are in a list that
    /// an expression makes of them.
    pub(crate) fn held(
        self,
        arena: &'a Arena,
        of: &ValueType<'_>,
    ) -> Evaluated<(&'a [Value<'a>], &'a [Value<'a>])> {
        let count = usize::try_from(self.size()).unwrap_or_default();
        arena.take_values::<[Value<'_>; 2]>(count)?;
        let mut all = [(); 2].map(|()| bumpalo::collections::Vec::with_capacity_in(count, arena));
        for item in self.items() {
            let held = as_held(arena, item, of);
            hashable(arena, held.clone(), of)?;
            let kept = item.kept(arena)?;
            // What the server compares is another value than rules see: the whole number of a float, the text
            // of a date.
            let kept = match (item, held.as_ref().ok()) {
                (Item::Value(value), _) => value,
                (Item::Node(node), Some(held)) if of.form == Form::Set && !same(*held, kept) => {
                    Value::Unread(node)
                }
                _ => kept,
            };
            all[0].push(held.unwrap_or(kept));
            all[1].push(kept);
        }
        let [held, kept] = all.map(bumpalo::collections::Vec::into_bump_slice);
        Ok((held, kept))
    }
}

/// An item of a set or list map as the server holds it: those of sets have no schema.
fn as_held<'a>(arena: &'a Arena, item: Item<'a>, of: &ValueType<'_>) -> Evaluated<Value<'a>> {
    match item {
        Item::Node(node) | Item::Value(Value::Unread(node)) if of.form == Form::Set => {
            match node.raw().value(arena)? {
                // Go's nil, which is not the null of an expression.
                Value::Null => Err(EvalError::Static(NULL)),
                value => Ok(value),
            }
        }
        Item::Value(Value::Added(Added { held: Some(held), .. })) if of.form == Form::Set => Ok(*held),
        item => item.value(arena),
    }
}

/// Fails as the server does if Go cannot hash an item of a set, or the keys of an item of a list map. Errors
/// are hashed.
///
/// # Errors
/// Go cannot hash the item; an error that ends the evaluation.
pub(crate) fn hashable<'a>(
    arena: &'a Arena,
    item: Evaluated<Value<'a>>,
    of: &ValueType<'_>,
) -> Evaluated<()> {
    match item {
        Ok(Value::Map(map)) if of.form == Form::ListMap => {
            of.keys.iter().filter_map(|key| map.raw_member(arena, key)).try_for_each(hashable_scalar)
        }
        // An item that is no map has no keys.
        Ok(_) if of.form == Form::ListMap => Ok(()),
        Ok(item) => hashable_scalar(item),
        Err(error) if error.can_be_dropped() => Ok(()),
        Err(error) => Err(error),
    }
}

fn hashable_scalar(value: Value<'_>) -> Evaluated<()> {
    Err(EvalError::Internal(match value {
        Value::List(_) => "runtime error: hash of unhashable type []interface {}",
        Value::Map(_) => "runtime error: hash of unhashable type map[string]interface {}",
        Value::Bytes(_) => "runtime error: hash of unhashable type []uint8",
        Value::Added(Added { held: Some(held), .. }) => return hashable_scalar(*held),
        _ => return Ok(()),
    }))
}
