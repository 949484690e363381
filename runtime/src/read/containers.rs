//! Passes lists and objects to serde. In: the entry of a container. Out: its items, or its keys and values,
//! one after the other.
//!
//! Easy to break: dead entries are left out, and a visitor that stops early is an error, as in `serde_json`.

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess};

use super::error::ReadError;
use super::keys::MapKey;
use super::reader::Reader;
use crdc_object::tape::{Entry, LiveEntries};

/// The children of a container that are part of the object.
struct Live<'r, 'de> {
    children: LiveEntries<'de>,
    /// The container; its levels are those of the children.
    container: Reader<'r, 'de>,
}

impl<'r, 'de> Live<'r, 'de> {
    fn of(container: Reader<'r, 'de>) -> Self {
        Live { children: LiveEntries::of(container.source.tape.entries, container.at), container }
    }

    #[inline]
    fn next(&mut self) -> Option<(u32, &'de Entry)> {
        self.children.next()
    }

    #[inline]
    fn reader(&self, (at, entry): (u32, &'de Entry)) -> Reader<'r, 'de>
    where
        'de: 'r,
    {
        Reader { entry, at, ..self.container }
    }

    fn left(&self) -> usize {
        self.children.clone().count()
    }
}

/// The items of a list.
pub(super) struct List<'r, 'de> {
    live: Live<'r, 'de>,
    read: usize,
}

impl<'r, 'de> List<'r, 'de> {
    pub(super) fn of(list: Reader<'r, 'de>) -> Self {
        List { live: Live::of(list), read: 0 }
    }

    /// Whether all items were read.
    #[inline]
    pub(super) fn ended(&mut self) -> Result<(), ReadError> {
        if self.live.next().is_none() { Ok(()) } else { Err(self.too_long()) }
    }

    #[cold]
    fn too_long(&self) -> ReadError {
        ReadError::invalid_length(self.read + 1 + self.live.left(), &"fewer items")
    }
}

impl<'de> SeqAccess<'de> for List<'_, 'de> {
    type Error = ReadError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        let Some(item) = self.live.next() else { return Ok(None) };
        self.read += 1;
        seed.deserialize(self.live.reader(item)).map(Some)
    }

    /// Counting the items costs less than growing what they are put into.
    fn size_hint(&self) -> Option<usize> {
        Some(self.live.left())
    }
}

/// The members of an object.
pub(super) struct Fields<'r, 'de> {
    live: Live<'r, 'de>,
    value: Option<(u32, &'de Entry)>,
}

impl<'r, 'de> Fields<'r, 'de> {
    pub(super) fn of(object: Reader<'r, 'de>) -> Self {
        Fields { live: Live::of(object), value: None }
    }

    /// Whether all members were read.
    #[inline]
    pub(super) fn ended(&mut self) -> Result<(), ReadError> {
        match self.live.next() {
            None => Ok(()),
            Some(_) => Err(ReadError::new("not all members of the object were read")),
        }
    }
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = ReadError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        let Some((at, entry)) = self.live.next() else { return Ok(None) };
        self.value = Some((at, entry));
        let key = MapKey { key: self.live.container.source.key(entry)? };
        seed.deserialize(key).map(Some).map_err(|error| error.at(at))
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let Some(value) = self.value.take() else {
            return Err(ReadError::new("a value was read before its key"));
        };
        seed.deserialize(self.live.reader(value))
    }
}
