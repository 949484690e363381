//! Describes the map types of the standard library.

use alloc::collections::BTreeMap;

/// A collection that is serialized as an object whose keys are not fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map type known to crdc",
    label = "named like a map, but of an unknown type",
    note = "map types are `BTreeMap` and `HashMap`; add `#[crdc(leaf)]` to a field of any other type to \
            compare it as a whole"
)]
pub trait Entries {
    /// The value type.
    type Value;

    /// Changes each value.
    fn each(&mut self, change: impl FnMut(&mut Self::Value));
}

macro_rules! maps {
    ([$($generics:tt)*] $map:ty) => {
        impl<$($generics)*> Entries for $map {
            type Value = V;

            fn each(&mut self, change: impl FnMut(&mut V)) {
                self.values_mut().for_each(change);
            }
        }
    };
}

maps!([K, V] BTreeMap<K, V>);

#[cfg(feature = "std")]
maps!([K, V, S] std::collections::HashMap<K, V, S>);
