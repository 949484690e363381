//! Lists: of the object, or made by an expression.
//
// apiserver: pkg/cel/common/valuesunstructured.go; cel-go: common/types/list.go

use super::added::{Added, added};
use super::equality::{equal_parts, equal_results};
use super::node::NULL;
use super::schema::{Form, ValueType};
use super::{Arena, EvalError, Evaluated, Node, Value, equality, unordered};

/// A list.
#[derive(Clone, Copy, Debug)]
pub enum List<'a> {
    /// A list of the object.
    Node(Node<'a>),
    /// A list that an expression made. One that comes from a list of the object has its type.
    Made {
        /// The items.
        items: &'a [Value<'a>],
        /// The type of the list of the object, or that of joined lists.
        of: Option<&'a ValueType<'a>>,
    },
}

/// The type of lists that are one after the other, which do not take an error for equality.
static JOINED: ValueType<'static> = ValueType::of(Form::Raw);

/// The same if one of them is of the object: in it, a search does not take an error for another value either.
static JOINED_TO_OBJECT: ValueType<'static> = ValueType::of(Form::Raw);

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
            Item::Node(node) | Item::Value(Value::Unread(node)) => node.value(arena),
            Item::Value(value) => value.content(),
        }
    }

    /// Its value in a list that is made of it, which is an error only where it is read.
    ///
    /// # Errors
    /// What ends the evaluation.
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

    /// The number of items.
    #[must_use]
    pub fn size(self) -> i64 {
        let size = match self {
            List::Node(node) => node.len(),
            List::Made { items, .. } => items.len(),
        };
        i64::try_from(size).unwrap_or(i64::MAX)
    }

    /// What tells it from other lists of an evaluation.
    pub(super) fn addresses(self) -> [usize; 3] {
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

    /// The form of the list of the object that it comes from.
    fn form(self) -> Option<&'a ValueType<'a>> {
        let of = match self {
            List::Node(node) => Some(node.of),
            List::Made { of, .. } => of,
        };
        of.filter(|of| of.form != Form::Raw)
    }

    /// Whether it is two lists one after the other, the first of which was not of the object.
    fn is_joined(self) -> bool {
        matches!(self, List::Made { of: Some(of), .. } if of.form == Form::Raw)
    }

    /// Whether a list of the object is a part of it.
    fn has_part_of_object(self) -> bool {
        self.has_schema()
            || matches!(self, List::Made { of: Some(of), .. } if core::ptr::eq(of, &JOINED_TO_OBJECT))
    }

    /// Whether it is a list of the object, or made of one.
    pub(super) fn has_schema(self) -> bool {
        self.form().is_some()
    }

    /// The values of its items.
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
    /// An item that cannot be compared, if no item equals the value and a list of the object is a part of this one.
    // cel-go: common/types/list.go (baseList.Contains drops errors, concatList.Contains has those of its parts)
    pub fn contains(self, arena: &'a Arena, value: Value<'a>) -> Evaluated<bool> {
        let strict = self.form().is_some();
        let mut failed = None;
        for item in self.items() {
            // A list of an object asks its items, another one the value. An item that is an error is of an object.
            let (item, value) = (item.value(arena), Ok(value));
            let (a, b) = if strict || item.is_err() { (item, value) } else { (value, item) };
            match equal_parts(arena, a, b) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) if !error.can_be_dropped() => return Err(error),
                Err(error) => {
                    failed.get_or_insert(error);
                }
            }
        }
        match failed {
            Some(error) if self.has_part_of_object() => Err(error),
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
        match (self, other) {
            (List::Node(node), List::Node(theirs)) => {
                equality::remembered(arena, node, theirs, || self.items_equal(arena, other))
            }
            _ => self.items_equal(arena, other),
        }
    }

    /// The same for lists of one size.
    fn items_equal(self, arena: &'a Arena, other: List<'a>) -> Evaluated<bool> {
        match self.form().map(|of| (of.form, of)) {
            Some((Form::Set, of) | (Form::ListMap, of)) => {
                if let (List::Node(a), List::Node(b)) = (self, other)
                    && (of.form, b.of.form) == (Form::Set, Form::Set)
                    && let Some(equal) = unordered::same_sets(arena, a, b)?
                {
                    return Ok(equal);
                }
                let own = self.searched(arena, of)?;
                unordered::equal(arena, of, own, other)
            }
            Some(_) => {
                for (item, theirs) in self.items().zip(other.items()) {
                    let known = match (item, theirs) {
                        (Item::Node(a), Item::Node(b)) => equality::plain(arena, a, b)?,
                        _ => arena.work(1).map(|()| None)?,
                    };
                    let equal = match known {
                        Some(equal) => equal,
                        None => equal_parts(arena, item.value(arena), theirs.value(arena))?,
                    };
                    if !equal {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            None => {
                let mut failed = None;
                for (item, theirs) in self.items().zip(other.items()) {
                    arena.work(1)?;
                    match equal_results(arena, item.value(arena), theirs.value(arena)) {
                        Ok(true) => {}
                        Ok(false) => return Ok(false),
                        Err(error) if !error.can_be_dropped() => return Err(error),
                        Err(error) => failed = failed.or(Some(error)),
                    }
                }
                // Items that cannot be compared are taken as equal.
                failed.filter(|_| self.is_joined()).map_or(Ok(true), Err)
            }
        }
    }

    /// The items in which those of another list are searched: of a set as they are in the object, of a list map those that are
    /// objects. The server puts all of them into a map of Go.
    fn searched(self, arena: &'a Arena, of: &ValueType<'_>) -> Evaluated<&'a [Value<'a>]> {
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

    /// One list and then the other. Sets are united, list maps merged. Items that do not fit their schema stay, and equal no
    /// other.
    ///
    /// # Errors
    /// What ends the evaluation.
    pub fn concatenate(self, arena: &'a Arena, other: List<'a>) -> Evaluated<List<'a>> {
        let of = self.form();
        if of.is_none() && self.size() == 0 {
            return Ok(other);
        }
        if of.is_none() && other.size() == 0 {
            return Ok(self);
        }
        if let Some(known) = of.filter(|of| matches!(of.form, Form::Set | Form::ListMap)) {
            let (held, own) = self.held(arena, known)?;
            let added = other.added_to(arena, known)?;
            added.iter().try_for_each(|item| hashable(arena, Ok(*item), known))?;
            return Ok(List::Made { items: unordered::union(arena, known, (held, own), added)?, of });
        }
        let count = usize::try_from(self.size().saturating_add(other.size())).unwrap_or_default();
        arena.take_values::<Value<'_>>(count)?;
        let mut items = bumpalo::collections::Vec::with_capacity_in(count, arena);
        for item in self.items() {
            items.push(item.kept(arena)?);
        }
        for item in other.items() {
            items.push(match of.and_then(|of| of.each) {
                Some(each) => added(arena, each, item)?,
                None => item.kept(arena)?,
            });
        }
        let has_object = self.has_part_of_object() || other.has_part_of_object();
        let joined = if has_object { &JOINED_TO_OBJECT } else { &JOINED };
        Ok(List::Made { items: items.into_bump_slice(), of: of.or(Some(joined)) })
    }

    /// Whether Go holds it as values of CEL, not as those of JSON.
    pub(super) fn is_plain(self) -> bool {
        matches!(self, List::Made { of: None, .. })
    }

    /// The list with another type, by which its items are read.
    pub(super) fn with_type(self, arena: &'a Arena, of: &'a ValueType<'a>) -> Evaluated<List<'a>> {
        Ok(match self {
            List::Node(node) => List::Node(Node { of, ..node }),
            List::Made { .. } if self.is_joined() => {
                List::Made { items: self.added_to(arena, of)?, of: Some(of) }
            }
            List::Made { items, .. } => List::Made { items, of: Some(of) },
        })
    }

    /// Its items in a list of the object to which they are added.
    fn added_to(self, arena: &'a Arena, list: &'a ValueType<'a>) -> Evaluated<&'a [Value<'a>]> {
        let Some(each) = list.each else { return self.kept(arena) };
        let count = usize::try_from(self.size()).unwrap_or_default();
        arena.take_values::<Value<'_>>(count)?;
        let mut items = bumpalo::collections::Vec::with_capacity_in(count, arena);
        for item in self.items() {
            items.push(added(arena, each, item)?);
        }
        Ok(items.into_bump_slice())
    }

    /// The items of a set or list map as the server holds them, and as a list that is made of them has them.
    fn held(self, arena: &'a Arena, of: &ValueType<'_>) -> Evaluated<(&'a [Value<'a>], &'a [Value<'a>])> {
        let count = usize::try_from(self.size()).unwrap_or_default();
        arena.take_values::<[Value<'_>; 2]>(count)?;
        let mut all = [(); 2].map(|()| bumpalo::collections::Vec::with_capacity_in(count, arena));
        for item in self.items() {
            let held = as_held(arena, item, of);
            hashable(arena, held.clone(), of)?;
            let kept = item.kept(arena)?;
            // What the server compares is another value than rules see: the whole number of a float, the text of a date.
            let kept = match (item, held.as_ref().ok()) {
                (Item::Value(value), _) => value,
                (Item::Node(node), Some(held)) if of.form == Form::Set && !equality::same(*held, kept) => {
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

    /// Its items in a list that is made of them. Those that do not fit their schema stay.
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

/// Whether it is a value, not one that does not fit its schema.
pub(super) fn is_read(value: &Value<'_>) -> bool {
    !matches!(value, Value::Unread(_) | Value::Unfit(_) | Value::Added(_))
}

/// Fails as the server does if Go cannot hash an item of a set, or the keys of an item of a list map. Errors are hashed.
///
/// # Errors
/// Go cannot hash it; what ends the evaluation.
pub(super) fn hashable<'a>(
    arena: &'a Arena,
    item: Evaluated<Value<'a>>,
    of: &ValueType<'_>,
) -> Evaluated<()> {
    match item {
        Ok(Value::Map(map)) if of.form == Form::ListMap => {
            of.keys.iter().filter_map(|key| map.raw_member(arena, key)).try_for_each(hashable_scalar)
        }
        // It has no keys.
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
