//! List types of the standard library.

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

    /// The number of items.
    fn count(&self) -> usize;

    /// The items, in the order in which they are serialized.
    fn items(&self) -> impl Iterator<Item = &Self::Item> + Clone;

    /// The item at this index.
    fn nth(&self, index: usize) -> Option<&Self::Item> {
        self.items().nth(index)
    }

    /// Changes each item. Items of sets are not changed, since they are identified by value.
    fn each(&mut self, change: impl FnMut(usize, &mut Self::Item)) {
        let _ = change;
    }
}

/// Implements `Items` for slices and similar types.
macro_rules! slices {
    ($([$($generics:tt)*] $list:ty)*) => {$(
        impl<$($generics)*> Items for $list {
            type Item = T;

            #[inline(always)]
            fn count(&self) -> usize {
                self.len()
            }

            #[inline(always)]
            fn items(&self) -> impl Iterator<Item = &T> + Clone {
                self.iter()
            }

            #[inline(always)]
            fn nth(&self, index: usize) -> Option<&T> {
                self.get(index)
            }

            fn each(&mut self, mut change: impl FnMut(usize, &mut T)) {
                self.iter_mut().enumerate().for_each(|(index, item)| change(index, item));
            }
        }
    )*};
}

slices! {
    [T] [T]
    [T] Vec<T>
    [T, const N: usize] [T; N]
    [T] VecDeque<T>
}

impl<T> Items for LinkedList<T> {
    type Item = T;

    fn count(&self) -> usize {
        self.len()
    }

    fn items(&self) -> impl Iterator<Item = &T> + Clone {
        self.iter()
    }

    fn each(&mut self, mut change: impl FnMut(usize, &mut T)) {
        self.iter_mut().enumerate().for_each(|(index, item)| change(index, item));
    }
}

macro_rules! sets {
    ($([$($generics:tt)*] $set:ty)*) => {$(
        impl<$($generics)*> Items for $set {
            type Item = T;

            fn count(&self) -> usize {
                self.len()
            }

            fn items(&self) -> impl Iterator<Item = &T> + Clone {
                self.iter()
            }
        }
    )*};
}

sets!([T] BTreeSet<T>);

#[cfg(feature = "std")]
sets!([T, S] std::collections::HashSet<T, S>);
