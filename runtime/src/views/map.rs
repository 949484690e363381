//! Views of maps. In: the value of an object whose keys are not fields. Out: views of its values, by key.

use alloc::borrow::Cow;
use core::fmt;
use core::marker::PhantomData;

use super::from_value::FromValue;
use crate::value::{Members, Value};

/// A map of an object, such as labels. An absent map is empty.
///
/// ```
/// use crdc::views::Map;
///
/// fn is_ours(labels: Map<'_, &str>) -> bool {
///     labels.get("app.kubernetes.io/managed-by") == Some("us")
/// }
/// ```
pub struct Map<'a, T> {
    value: Value<'a>,
    entry: PhantomData<fn() -> T>,
}

impl<'a, T: FromValue<'a>> Map<'a, T> {
    /// The value of a key. Takes time linear in the number of keys.
    #[inline]
    pub fn get(self, key: &str) -> Option<T> {
        self.value.get(key).map(T::from_value)
    }

    /// Whether the map has this key.
    pub fn contains_key(self, key: &str) -> bool {
        self.value.get(key).is_some()
    }

    /// The keys with their values, in the order in which they are stored. A key is borrowed, unless it has
    /// escapes.
    #[inline]
    pub fn iter(self) -> MapEntries<'a, T> {
        MapEntries { members: self.value.members(), entry: PhantomData }
    }

    /// The number of keys. Takes time linear in that.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// Whether there are no keys.
    pub fn is_empty(self) -> bool {
        self.value.members().next().is_none()
    }

    /// The map as a value. `None` if it is absent; a view does not distinguish an absent map from an empty
    /// one.
    pub fn as_value(self) -> Option<Value<'a>> {
        Some(self.value).filter(|value| !value.is_null())
    }
}

impl<T> Clone for Map<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Map<'_, T> {}

impl<'a, T> FromValue<'a> for Map<'a, T> {
    #[inline]
    fn from_value(value: Value<'a>) -> Self {
        Map { value, entry: PhantomData }
    }
}

impl<'a, T: FromValue<'a>> IntoIterator for Map<'a, T> {
    type Item = (Cow<'a, str>, T);
    type IntoIter = MapEntries<'a, T>;

    fn into_iter(self) -> MapEntries<'a, T> {
        self.iter()
    }
}

impl<T> fmt::Debug for Map<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.value, f)
    }
}

/// The entries of a [`Map`].
pub struct MapEntries<'a, T> {
    members: Members<'a>,
    entry: PhantomData<fn() -> T>,
}

impl<'a, T: FromValue<'a>> Iterator for MapEntries<'a, T> {
    type Item = (Cow<'a, str>, T);

    #[inline]
    fn next(&mut self) -> Option<(Cow<'a, str>, T)> {
        self.members.next().map(|(key, value)| (key, T::from_value(value)))
    }
}

impl<T> Clone for MapEntries<'_, T> {
    fn clone(&self) -> Self {
        MapEntries { members: self.members.clone(), entry: PhantomData }
    }
}

impl<T> fmt::Debug for MapEntries<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.members.clone()).finish()
    }
}
