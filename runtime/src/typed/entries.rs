//! Map types of the standard library.

use alloc::collections::BTreeMap;

/// A collection that is serialized as an object whose keys are not fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map type known to crdc",
    label = "named like a map, but of an unknown type",
    note = "map types are `BTreeMap` and `HashMap`; add `#[crdc(leaf)]` to a field of any other type to \
            compare it as a whole"
)]
pub trait Entries {
    /// The key type.
    type Key: serde::Serialize;
    /// The value type.
    type Value;

    /// The number of entries.
    fn count(&self) -> usize;

    /// The entries, in the order in which they are serialized.
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;

    /// The entry of a key, by the equality of the map.
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
