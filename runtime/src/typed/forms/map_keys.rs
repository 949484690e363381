//! Keys of maps: entries of two maps are counterparts where the same text is written of their keys.
//!
//! In: keys, the map that has the counterparts. Out: entries. Easy to break: what a map takes for one key may be written in two
//! ways (`/data` and `/data/.`), and what it takes for two in one. Only of bools, numbers and strings of the language is `==` enough.

use alloc::vec::Vec;

use serde::Serialize;

use super::{Leaf, Scalars};
use crate::typed::index::{Index, Region};
use crate::typed::{Entries, Plain, json};

/// How keys are compared.
pub trait MapKeys<K>: Copy {
    /// Whether maps tell keys apart as their texts do.
    const PLAIN: bool;

    /// Whether the same text is written of both.
    fn same(self, a: &K, b: &K) -> bool;

    /// Shows what is written of a key.
    fn text(self, key: &K, look: &mut dyn FnMut(&str));
}

impl<K: Plain> MapKeys<K> for Scalars {
    const PLAIN: bool = true;

    #[inline(always)]
    fn same(self, a: &K, b: &K) -> bool {
        a == b
    }

    fn text(self, key: &K, look: &mut dyn FnMut(&str)) {
        json::key(key, 0, look);
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
        json::key(key, 0, look);
    }
}

/// Finds entries of a map by the keys of another one. Whoever makes it ends it.
pub(super) struct Finder<'m, M: Entries, K> {
    keys: K,
    map: &'m M,
    /// The entries in the order of their texts, where one was asked for that the map itself does not find.
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

    /// Gives the buffers back.
    pub(super) fn end(self, index: &mut Index) {
        if let Some(texts) = self.texts {
            index.end(texts);
        }
    }
}
