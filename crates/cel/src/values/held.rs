//! Items of sets and list maps as the server holds them: as plain Go values, which it keeps in a Go map to
//! find equal items.
//!
//! Easy to break: the server reads the items of sets without their schema. So for a schema of floats it
//! compares the integer `1`, not the float `1.0`, and for a schema of dates the string, not the time.
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
    /// The items of this list that the server puts in a Go map, to look up the items of another list. These
    /// are all items of a set, read without their schema, or the items of a list map that are objects.
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

    /// The items of a set or list map in two forms: first as the server holds them, then in the form that
    /// they have in a list made by an expression (see [`Item::kept`]).
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
            // The server compares another value than rules see: an integer where rules see a float, a string
            // where they see a date.
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

/// An item of a set or list map as the server holds it. Items of sets are read without their schema.
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

/// Fails as the server does if Go cannot hash an item of a set, or a key of an item of a list map. Go can
/// hash an error, so an item that is an error does not fail here.
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
        // An item that is not a map has no keys to hash.
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
