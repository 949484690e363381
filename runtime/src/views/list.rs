//! Views of lists. In: the value of a list. Out: views of its items, in order.

use core::fmt;
use core::marker::PhantomData;

use super::from_value::FromValue;
use crate::value::{Items, Value};

/// A list of an object. An absent list is empty.
///
/// ```
/// use crdc::views::List;
///
/// fn longest<'a>(hostnames: List<'a, &'a str>) -> Option<&'a str> {
///     hostnames.into_iter().max_by_key(|name| name.len())
/// }
/// ```
pub struct List<'a, T> {
    value: Value<'a>,
    item: PhantomData<fn() -> T>,
}

impl<'a, T: FromValue<'a>> List<'a, T> {
    /// The items, in order.
    #[inline]
    pub fn iter(self) -> ListItems<'a, T> {
        ListItems { items: self.value.items(), item: PhantomData }
    }

    /// The item at an index, from 0. Takes time linear in the index.
    pub fn get(self, index: usize) -> Option<T> {
        self.value.item(index).map(T::from_value)
    }

    /// The number of items. Takes time linear in that.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// Whether there are no items.
    pub fn is_empty(self) -> bool {
        self.value.items().next().is_none()
    }

    /// The list as a value. `None` if it is absent; a view does not distinguish an absent list from an empty
    /// one.
    pub fn as_value(self) -> Option<Value<'a>> {
        Some(self.value).filter(|value| !value.is_null())
    }
}

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<'_, T> {}

impl<'a, T> FromValue<'a> for List<'a, T> {
    #[inline]
    fn from_value(value: Value<'a>) -> Self {
        List { value, item: PhantomData }
    }
}

impl<'a, T: FromValue<'a>> IntoIterator for List<'a, T> {
    type Item = T;
    type IntoIter = ListItems<'a, T>;

    fn into_iter(self) -> ListItems<'a, T> {
        self.iter()
    }
}

impl<T> fmt::Debug for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.value, f)
    }
}

/// The items of a [`List`].
pub struct ListItems<'a, T> {
    items: Items<'a>,
    item: PhantomData<fn() -> T>,
}

impl<'a, T: FromValue<'a>> Iterator for ListItems<'a, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.items.next().map(T::from_value)
    }
}

impl<T> Clone for ListItems<'_, T> {
    fn clone(&self) -> Self {
        ListItems { items: self.items.clone(), item: PhantomData }
    }
}

impl<T> fmt::Debug for ListItems<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items.clone()).finish()
    }
}
