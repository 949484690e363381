//! Maps of the language.

use alloc::collections::BTreeMap;

/// A collection that is written as an object whose keys are no fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no map that crdc can look into",
    label = "written as a map, but of an unknown type",
    note = "maps are `BTreeMap` and `HashMap`; `#[crdc(leaf)]` on the field has any other type compared as a whole"
)]
pub trait Entries {
    /// What is written as text.
    type Key: serde::Serialize;
    /// What it holds.
    type Value;

    /// How many entries there are.
    fn count(&self) -> usize;

    /// The entries, in the order in which they are written.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;

    /// The entry of a key, as far as the map itself tells keys apart.
    fn entry(&self, key: &Self::Key) -> Option<(&Self::Key, &Self::Value)>;

    /// Changes each value.
    fn each(&mut self, change: impl FnMut(&Self::Key, &mut Self::Value));
}

macro_rules! maps {
    ([$($generics:tt)*] $map:ty) => {
        impl<$($generics)*> Entries for $map {
            type Key = K;
            type Value = V;

            fn count(&self) -> usize {
                self.len()
            }

            fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
                self.iter()
            }

            fn entry(&self, key: &K) -> Option<(&K, &V)> {
                self.get_key_value(key)
            }

            fn each(&mut self, mut change: impl FnMut(&K, &mut V)) {
                self.iter_mut().for_each(|(key, value)| change(key, value));
            }
        }
    };
}

maps!([K: serde::Serialize + Ord, V] BTreeMap<K, V>);

#[cfg(feature = "std")]
maps!([K: serde::Serialize + Eq + core::hash::Hash, V, S: core::hash::BuildHasher] std::collections::HashMap<K, V, S>);
