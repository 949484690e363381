//! Types of the language as values of their own: what stands behind a type parameter, or behind a name that the derive
//! does not know.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use super::{
    Boxed, Compare, Edge, Form, Judge, List, Map, Marked, Nested, Optional, Scalar, Scalars, Settle, Value,
};

macro_rules! formed {
    ($([$($generics:tt)*] $type:ty: $form:expr;)*) => {$(
        impl<$($generics)*> Value for $type {
            #[inline]
            fn field(&self, index: usize) -> Scalar<'_> {
                Form::<Self>::member($form, self, index)
            }

            #[inline]
            fn scalar(&self) -> Scalar<'_> {
                Form::<Self>::scalar($form, self)
            }

            fn is_empty(&self) -> bool {
                Form::<Self>::is_empty($form, self)
            }

            fn count(&self) -> usize {
                Form::<Self>::count($form, self)
            }

            #[inline]
            fn compare(&self, old: &Self, at: &mut Compare<'_>) {
                Form::<Self>::compare($form, self, old, at);
            }

            fn keys(new: Option<&Self>, old: Option<&Self>, marked: Marked, at: &mut Compare<'_>) {
                Form::<Self>::keys($form, new, old, marked, at);
            }

            #[inline]
            fn judge(&self, old: Option<&Self>, at: &mut Judge<'_>) {
                Form::<Self>::judge($form, self, old, at);
            }

            #[inline]
            fn settle(&mut self, old: Option<&Self>, step: Settle) {
                Form::<Self>::settle($form, self, old, step);
            }
        }
    )*};
}

const ITEMS: List<Nested> = List { items: Nested, edge: Edge::ITEMS };
const VALUES: Map<Nested> = Map { values: Nested, edge: Edge::ITEMS };

formed! {
    [] bool: Scalars;
    [] i8: Scalars;
    [] i16: Scalars;
    [] i32: Scalars;
    [] i64: Scalars;
    [] i128: Scalars;
    [] isize: Scalars;
    [] u8: Scalars;
    [] u16: Scalars;
    [] u32: Scalars;
    [] u64: Scalars;
    [] u128: Scalars;
    [] usize: Scalars;
    [] f32: Scalars;
    [] f64: Scalars;
    [] char: Scalars;
    [] String: Scalars;
    [] Cow<'_, str>: Scalars;
    [] Box<str>: Boxed(Scalars);
    [T: Value] Option<T>: Optional(Nested);
    [T: Value] Box<T>: Boxed(Nested);
    [T: Value] Vec<T>: ITEMS;
    [T: Value] VecDeque<T>: ITEMS;
    [T: Value] BTreeSet<T>: super::Set { items: Nested, edge: Edge::ITEMS };
    [K: serde::Serialize + Ord, V: Value] BTreeMap<K, V>: VALUES;
}

#[cfg(feature = "std")]
formed! {
    [T: Value + Eq + core::hash::Hash, S] std::collections::HashSet<T, S>: super::Set { items: Nested, edge: Edge::ITEMS };
    [K: serde::Serialize + Eq + core::hash::Hash, V: Value, S: core::hash::BuildHasher] std::collections::HashMap<K, V, S>: VALUES;
}
