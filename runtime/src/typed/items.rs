//! Lists of the language.

use alloc::collections::{BTreeSet, LinkedList, VecDeque};
use alloc::vec::Vec;

/// A collection that is written as a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list that crdc can look into",
    label = "written as a list, but of an unknown type",
    note = "lists are `Vec`, `VecDeque`, `LinkedList`, arrays, slices, `BTreeSet` and `HashSet`; `#[crdc(leaf)]` on the field has \
            any other type compared as a whole"
)]
pub trait Items {
    /// What it holds.
    type Item;

    /// How many items there are.
    fn count(&self) -> usize;

    /// The items, in the order in which they are written.
    fn items(&self) -> impl Iterator<Item = &Self::Item> + Clone;

    /// The item of this index.
    fn nth(&self, index: usize) -> Option<&Self::Item> {
        self.items().nth(index)
    }

    /// Changes each item. Those of sets stay as they are: they are found by what they are.
    fn each(&mut self, change: impl FnMut(usize, &mut Self::Item)) {
        let _ = change;
    }
}

/// What slices, and all that is one, have in common.
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
