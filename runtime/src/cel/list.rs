//! Lists: of the object, or made by an expression.
//
// apiserver: pkg/cel/common/valuesunstructured.go; cel-go: common/types/list.go

use alloc::format;

use super::schema::{Form, ValueType};
use super::{Arena, EvalError, Evaluated, Node, Value, equal};

/// A list.
#[derive(Clone, Copy, Debug)]
pub enum List<'a> {
    /// A list of the object.
    Node(Node<'a>),
    /// A list that an expression made. One that comes from a list of the object has its type.
    Made {
        /// The items.
        items: &'a [Value<'a>],
        /// The type of the list of the object.
        of: Option<&'a ValueType<'a>>,
    },
}

/// The items of a list. Those of an object may not fit their schema.
pub(crate) enum ListItems<'a> {
    Nodes(super::node::Nodes<'a>),
    Made(core::slice::Iter<'a, Value<'a>>),
}

/// An item that has not been read.
#[derive(Clone, Copy, Debug)]
pub enum Item<'a> {
    /// An item of a list of the object.
    Node(Node<'a>),
    /// An item of a list that an expression made.
    Value(Value<'a>),
}

impl<'a> Item<'a> {
    /// Its value.
    ///
    /// # Errors
    /// It does not fit its schema.
    pub fn value(self, arena: &'a Arena) -> Evaluated<Value<'a>> {
        match self {
            Item::Node(node) => node.value(arena),
            Item::Value(value) => Ok(value),
        }
    }
}

impl<'a> Iterator for ListItems<'a> {
    type Item = Item<'a>;

    #[inline]
    fn next(&mut self) -> Option<Item<'a>> {
        match self {
            ListItems::Nodes(nodes) => nodes.next().map(Item::Node),
            ListItems::Made(items) => items.next().copied().map(Item::Value),
        }
    }
}

impl<'a> List<'a> {
    /// A list that an expression made.
    #[must_use]
    pub fn made(items: &'a [Value<'a>]) -> Self {
        List::Made { items, of: None }
    }

    /// The number of items.
    #[must_use]
    pub fn size(self) -> i64 {
        let size = match self {
            List::Node(node) => node.len(),
            List::Made { items, .. } => items.len(),
        };
        i64::try_from(size).unwrap_or(i64::MAX)
    }

    pub(crate) fn items(self) -> ListItems<'a> {
        match self {
            List::Node(node) => ListItems::Nodes(node.children()),
            List::Made { items, .. } => ListItems::Made(items.iter()),
        }
    }

    /// The form of the list of the object that it comes from.
    fn form(self) -> Option<&'a ValueType<'a>> {
        match self {
            List::Node(node) => Some(node.of).filter(|of| of.form != Form::Raw),
            List::Made { of, .. } => of,
        }
    }

    /// The values of its items.
    ///
    /// # Errors
    /// The first item that does not fit its schema.
    pub fn values(self, arena: &'a Arena) -> Evaluated<&'a [Value<'a>]> {
        match self {
            List::Made { items, .. } => Ok(items),
            List::Node(_) => {
                let mut values = bumpalo::collections::Vec::new_in(arena);
                for item in self.items() {
                    values.push(item.value(arena)?);
                }
                Ok(values.into_bump_slice())
            }
        }
    }

    /// The item at an index; none if there is none.
    pub(crate) fn at(self, index: i64) -> Option<Item<'a>> {
        let index = usize::try_from(index).ok()?;
        match self {
            List::Made { items, .. } => items.get(index).copied().map(Item::Value),
            List::Node(node) => node.child(index).map(Item::Node),
        }
    }

    /// Whether an item equals a value.
    ///
    /// # Errors
    /// An item that does not fit its schema, if no item equals the value.
    pub fn contains(self, arena: &'a Arena, value: Value<'a>) -> Evaluated<bool> {
        let strict = self.form().is_some();
        let mut failed = None;
        for item in self.items() {
            // A list of an object asks its items, another one the value.
            let found = item
                .value(arena)
                .and_then(|item| if strict { equal(arena, item, value) } else { equal(arena, value, item) });
            match found {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) if !error.can_be_dropped() => return Err(error),
                Err(error) => {
                    failed.get_or_insert(error);
                }
            }
        }
        match failed {
            Some(error) if strict => Err(error),
            _ => Ok(false),
        }
    }

    /// Whether two lists are equal: in order, unless this one is a set or a list map.
    ///
    /// # Errors
    /// An item that does not fit its schema.
    pub(crate) fn equals(self, arena: &'a Arena, other: List<'a>) -> Evaluated<bool> {
        if self.size() != other.size() {
            return Ok(false);
        }
        match self.form().map(|of| (of.form, of)) {
            Some((Form::Set, _)) => {
                let own = self.values(arena)?;
                for item in other.items() {
                    let item = item.value(arena)?;
                    if !contains_scalar(own, item) {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Some((Form::ListMap, of)) => {
                let own = self.values(arena)?;
                for item in other.items() {
                    let item = item.value(arena)?;
                    let Some(found) = last_with_keys(arena, own, item, of.keys)? else { return Ok(false) };
                    if !equal(arena, found, item)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Some(_) => {
                for (item, theirs) in self.items().zip(other.items()) {
                    if !equal(arena, item.value(arena)?, theirs.value(arena)?)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            None => {
                for (item, theirs) in self.items().zip(other.items()) {
                    // Items that cannot be compared are taken as equal.
                    if matches!((item.value(arena), theirs.value(arena)), (Ok(a), Ok(b)) if equal(arena, a, b) == Ok(false))
                    {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// One list and then the other. Sets are united, list maps merged.
    ///
    /// # Errors
    /// An item that does not fit its schema.
    pub fn concatenate(self, arena: &'a Arena, other: List<'a>) -> Evaluated<List<'a>> {
        let of = self.form();
        if of.is_none() && self.size() == 0 {
            return Ok(other);
        }
        if of.is_none() && other.size() == 0 {
            return Ok(self);
        }
        let mut items = bumpalo::collections::Vec::new_in(arena);
        items.extend_from_slice(self.values(arena)?);
        let added = other.values(arena)?;
        match of.map(|of| (of.form, of)) {
            Some((Form::Set, _)) => {
                for item in added {
                    if !contains_scalar(&items, *item) {
                        items.push(*item);
                    }
                }
            }
            Some((Form::ListMap, of)) => {
                for item in added {
                    match position_of_keys(arena, &items, *item, of.keys)? {
                        Some(at) => items[at] = *item,
                        None => items.push(*item),
                    }
                }
            }
            _ => items.extend_from_slice(added),
        }
        let of = of.filter(|of| matches!(of.form, Form::Set | Form::ListMap));
        Ok(List::Made { items: items.into_bump_slice(), of })
    }
}

/// Whether scalars contain one, as Go compares: types must be equal.
fn contains_scalar(items: &[Value<'_>], value: Value<'_>) -> bool {
    items.iter().any(|item| super::same(*item, value))
}

fn position_of_keys<'a>(
    arena: &'a Arena,
    items: &[Value<'a>],
    item: Value<'a>,
    keys: &[&str],
) -> Evaluated<Option<usize>> {
    for (at, own) in items.iter().enumerate().rev() {
        if same_keys(arena, *own, item, keys)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn last_with_keys<'a>(
    arena: &'a Arena,
    items: &[Value<'a>],
    item: Value<'a>,
    keys: &[&str],
) -> Evaluated<Option<Value<'a>>> {
    Ok(position_of_keys(arena, items, item, keys)?.map(|at| items[at]))
}

/// Whether two objects have the same keys. The server looks for the escaped names in the raw objects, so a key
/// whose name is escaped is never found and equals any other.
fn same_keys<'a>(arena: &'a Arena, a: Value<'a>, b: Value<'a>, keys: &[&str]) -> Evaluated<bool> {
    let (Value::Map(a), Value::Map(b)) = (a, b) else {
        return Err(EvalError::text(format!(
            "unexpected data format for element of array with x-kubernetes-list-type=map: {}",
            a.type_name()
        )));
    };
    Ok(keys.iter().all(|key| match (a.raw_member(arena, key), b.raw_member(arena, key)) {
        (Some(x), Some(y)) => super::same(x, y),
        (None, None) => true,
        _ => false,
    }))
}
