//! Keys of maps: entries of two maps correspond if their keys are serialized as the same string.
//!
//! In: keys, and the map with the counterparts. Out: entries.
//!
//! Easy to break: equal keys may be serialized as different strings (`/data` and `/data/.`), and different
//! keys as the same string. `==` is sufficient only for bools, numbers and strings of the standard library.

use alloc::vec::Vec;

use serde::Serialize;

use super::leaf::Leaf;
use super::scalars::Scalars;
use crate::typed::entries::Entries;
use crate::typed::index::{Index, Region};
use crate::typed::json;
use crate::typed::plain::Plain;

/// How keys are compared.
pub trait MapKeys<K>: Copy {
    /// Whether keys are equal if and only if their strings are equal.
    const PLAIN: bool;

    /// Whether both are serialized as the same string.
    fn same(self, a: &K, b: &K) -> bool;

    /// Passes the string of a key to `look`.
    fn text(self, key: &K, look: &mut dyn FnMut(&str));
}

impl<K: Plain> MapKeys<K> for Scalars {
    const PLAIN: bool = true;

    #[inline(always)]
    fn same(self, a: &K, b: &K) -> bool {
        a == b
    }

    fn text(self, key: &K, look: &mut dyn FnMut(&str)) {
        json::key(key, look);
    }
}

impl<K: Serialize> MapKeys<K> for Leaf {
    const PLAIN: bool = false;

    fn same(self, a: &K, b: &K) -> bool {
        let mut same = false;
        self.text(a, &mut |a| self.text(b, &mut |b| same = a == b));
        same
    }

    fn text(self, key: &K, look: &mut dyn FnMut(&str)) {
        json::key(key, look);
    }
}

/// Finds entries of a map by the keys of another one. The caller must call `end`.
pub(super) struct Finder<'m, M: Entries, K> {
    keys: K,
    map: &'m M,
    /// The entries sorted by their strings, once the map itself did not find a key.
    texts: Option<Region>,
    entries: Vec<(&'m M::Key, &'m M::Value)>,
}

impl<'m, M: Entries, K: MapKeys<M::Key>> Finder<'m, M, K> {
    pub(super) fn new(keys: K, map: &'m M) -> Self {
        Finder { keys, map, texts: None, entries: Vec::new() }
    }

    /// The value of a key.
    #[inline]
    pub(super) fn find(&mut self, key: &M::Key, index: &mut Index) -> Option<&'m M::Value> {
        match self.map.entry(key) {
            Some((found, value)) if K::PLAIN || self.keys.same(found, key) => Some(value),
            _ if K::PLAIN => None,
            _ => self.by_text(key, index),
        }
    }

    #[cold]
    fn by_text(&mut self, key: &M::Key, index: &mut Index) -> Option<&'m M::Value> {
        let Finder { keys, map, .. } = *self;
        let append = |key: &M::Key, out: &mut Vec<u8>| {
            keys.text(key, &mut |text| out.extend_from_slice(text.as_bytes()));
        };
        let texts = *self.texts.get_or_insert_with(|| {
            let mut each = map.entries();
            index.region(map.count(), &mut |_, out| {
                if let Some((key, _)) = each.next() {
                    append(key, out);
                }
            })
        });
        let at = index.find(texts, |out| append(key, out))?;
        if self.entries.is_empty() {
            self.entries.extend(map.entries());
        }
        self.entries.get(at).map(|(_, value)| *value)
    }

    /// Releases the buffers.
    pub(super) fn end(self, index: &mut Index) {
        if let Some(texts) = self.texts {
            index.end(texts);
        }
    }
}
