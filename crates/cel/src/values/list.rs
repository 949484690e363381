//! Lists of CEL and their items. A list is a part of the object, or an expression made it.
//
// apiserver: pkg/cel/common/valuesunstructured.go; cel-go: common/types/list.go

use super::node::{Node, Nodes};
use super::value::{List, Value};
use crate::arena::Arena;
use crate::document::schema::{Form, ValueType};
use crate::error::Evaluated;

/// The type of a joined list: two lists, one after the other. An item that cannot be compared makes `==` of a
/// joined list fail; in other lists, such an item counts as equal.
static JOINED: ValueType<'static> = ValueType::of(Form::Raw);

/// The type of a joined list with a list of the object as one of its parts. An item that cannot be compared
/// also makes a search fail; in other lists, such an item counts as different. The address of this type tells
/// it from [`JOINED`].
static JOINED_TO_OBJECT: ValueType<'static> = ValueType::of(Form::Raw);

/// An iterator over the items of a list. Items of a list of the object may not fit their schema.
pub(crate) enum ListItems<'a> {
    Nodes(Nodes<'a>),
    Made(core::slice::Iter<'a, Value<'a>>),
}

/// An item that has not been read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item<'a> {
    /// An item of a list of the object.
    Node(Node<'a>),
    /// An item of a list that an expression made.
    Value(Value<'a>),
}

impl<'a> Item<'a> {
    /// The value of the item.
    ///
    /// # Errors
    /// The item does not fit its schema.
    pub(crate) fn value(self, arena: &'a Arena) -> Evaluated<Value<'a>> {
        match self {
            Item::Node(node) | Item::Value(Value::Unread(node)) => node.value(arena),
            Item::Value(value) => value.content(),
        }
    }

    /// The value that stands for the item in a new list made by an expression. An item that does not fit its
    /// schema stays unread, so it is an error only where it is read.
    ///
    /// # Errors
    /// An error that ends the evaluation.
    pub(crate) fn kept(self, arena: &'a Arena) -> Evaluated<Value<'a>> {
        match (self, self.value(arena)) {
            (Item::Node(node) | Item::Value(Value::Unread(node)), Err(error)) if error.can_be_dropped() => {
                Ok(Value::Unread(node))
            }
            (Item::Value(unfit @ (Value::Unfit(_) | Value::Added(_))), Err(_)) => Ok(unfit),
            (_, value) => value,
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

    /// A joined list: the items of two lists, of which the first has no schema. `has_object` is whether one
    /// of the two has items of a list of the object.
    pub(crate) fn joined(items: &'a [Value<'a>], has_object: bool) -> Self {
        List::Made { items, of: Some(if has_object { &JOINED_TO_OBJECT } else { &JOINED }) }
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

    /// The identity of the list among the lists of an evaluation.
    pub(crate) fn addresses(self) -> [usize; 3] {
        match self {
            List::Node(node) => node.addresses(),
            List::Made { items, .. } => [items.as_ptr().addr(), items.len(), 0],
        }
    }

    pub(crate) fn items(self) -> ListItems<'a> {
        match self {
            List::Node(node) => ListItems::Nodes(node.children()),
            List::Made { items, .. } => ListItems::Made(items.iter()),
        }
    }

    /// The type of this list if it is a list of the object, or is made of one.
    pub(crate) fn form(self) -> Option<&'a ValueType<'a>> {
        let of = match self {
            List::Node(node) => Some(node.of),
            List::Made { of, .. } => of,
        };
        of.filter(|of| of.form != Form::Raw)
    }

    /// Whether this is a joined list. The first of its parts was not a list of the object.
    pub(crate) fn is_joined(self) -> bool {
        matches!(self, List::Made { of: Some(of), .. } if of.form == Form::Raw)
    }

    /// Whether the list has items of a list of the object.
    pub(crate) fn has_part_of_object(self) -> bool {
        self.has_schema()
            || matches!(self, List::Made { of: Some(of), .. } if core::ptr::eq(of, &JOINED_TO_OBJECT))
    }

    /// Whether this is a list of the object, or is made of one.
    pub(crate) fn has_schema(self) -> bool {
        self.form().is_some()
    }

    /// The values of the items.
    ///
    /// # Errors
    /// The first item that does not fit its schema.
    pub fn values(self, arena: &'a Arena) -> Evaluated<&'a [Value<'a>]> {
        match self {
            List::Made { items, .. } if items.iter().all(is_read) => Ok(items),
            _ => {
                let count = usize::try_from(self.size()).unwrap_or_default();
                arena.take_values::<Value<'_>>(count)?;
                let mut values = bumpalo::collections::Vec::with_capacity_in(count, arena);
                for item in self.items() {
                    values.push(item.value(arena)?);
                }
                Ok(values.into_bump_slice())
            }
        }
    }

    /// The item at an index; none if the index is out of range.
    pub(crate) fn at(self, index: i64) -> Option<Item<'a>> {
        let index = usize::try_from(index).ok()?;
        match self {
            List::Made { items, .. } => items.get(index).copied().map(Item::Value),
            List::Node(node) => node.child(index).map(Item::Node),
        }
    }

    /// Whether Go holds the items as CEL values, not as JSON values.
    pub(crate) fn is_plain(self) -> bool {
        matches!(self, List::Made { of: None, .. })
    }

    /// The items in the form that they have in a new list made by an expression (see [`Item::kept`]).
    ///
    /// # Errors
    /// The evaluation takes too much memory.
    pub(crate) fn kept(self, arena: &'a Arena) -> Evaluated<&'a [Value<'a>]> {
        if let List::Made { items, .. } = self
            && items.iter().all(is_read)
        {
            return Ok(items);
        }
        let count = usize::try_from(self.size()).unwrap_or_default();
        arena.take_values::<Value<'_>>(count)?;
        let mut items = bumpalo::collections::Vec::with_capacity_in(count, arena);
        for item in self.items() {
            items.push(item.kept(arena)?);
        }
        Ok(items.into_bump_slice())
    }
}

/// Whether a value fits its schema, so that reading it does not fail.
pub(crate) fn is_read(value: &Value<'_>) -> bool {
    !matches!(value, Value::Unread(_) | Value::Unfit(_) | Value::Added(_))
}

/// A list of texts. It is empty if it takes more memory than an evaluation may, which then ends.
#[must_use]
pub(crate) fn texts<'a>(arena: &'a Arena, texts: &'a [&'a str]) -> List<'a> {
    if arena.take_values::<Value<'_>>(texts.len()).is_err() {
        return List::made(&[]);
    }
    List::made(arena.alloc_slice_fill_iter(texts.iter().map(|text| Value::String(text))))
}
