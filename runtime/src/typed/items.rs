//! Describes the list types of the standard library.

use alloc::collections::{BTreeSet, LinkedList, VecDeque};
use alloc::vec::Vec;

/// A collection that is serialized as a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list type known to crdc",
    label = "named like a list, but of an unknown type",
    note = "list types are `Vec`, `VecDeque`, `LinkedList`, arrays, slices, `BTreeSet` and `HashSet`; add \
            `#[crdc(leaf)]` to a field of any other type to compare it as a whole"
)]
pub trait Items {
    /// The item type.
    type Item;

    /// Changes each item. Items of sets are not changed, since they are identified by value.
    fn each(&mut self, change: impl FnMut(&mut Self::Item)) {
        let _ = change;
    }
}

macro_rules! lists {
    ($([$($generics:tt)*] $list:ty)*) => {$(
        impl<$($generics)*> Items for $list {
            type Item = T;

            fn each(&mut self, change: impl FnMut(&mut T)) {
                self.iter_mut().for_each(change);
            }
        }
    )*};
}

lists! {
    [T] [T]
    [T] Vec<T>
    [T, const N: usize] [T; N]
    [T] VecDeque<T>
    [T] LinkedList<T>
}

impl<T> Items for BTreeSet<T> {
    type Item = T;
}

#[cfg(feature = "std")]
impl<T, S> Items for std::collections::HashSet<T, S> {
    type Item = T;
}
