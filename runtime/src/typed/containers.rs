//! Types of the language as values of their own: what stands behind a type parameter, or behind a name that the derive
//! does not know.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use super::{
    Boxed, Compare, Edge, Form, Judge, List, Map, Marked, Nested, Optional, Scalar, Scalars, Settle, Value,
};

macro_rules! formed {
    ($([$($generics:tt)*] $type:ty: $form:expr, $looked_into:expr;)*) => {$(
        impl<$($generics)*> Value for $type {
            const LEADS: bool = $looked_into.0;
            const JUDGES: bool = $looked_into.1;

            #[inline(always)]
            fn texts() -> &'static [&'static str] {
                Form::<Self>::texts($form)
            }

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

            fn json(&self, out: &mut String) {
                Form::<Self>::json($form, self, out);
            }
        }
    )*};
}

const PLAIN: (bool, bool) = (false, false);
const ITEMS: List<Nested> = List { items: Nested, edge: Edge::ITEMS };
const VALUES: Map<Nested> = Map { values: Nested, edge: Edge::ITEMS };

formed! {
    [] bool: Scalars, PLAIN;
    [] i8: Scalars, PLAIN;
    [] i16: Scalars, PLAIN;
    [] i32: Scalars, PLAIN;
    [] i64: Scalars, PLAIN;
    [] i128: Scalars, PLAIN;
    [] isize: Scalars, PLAIN;
    [] u8: Scalars, PLAIN;
    [] u16: Scalars, PLAIN;
    [] u32: Scalars, PLAIN;
    [] u64: Scalars, PLAIN;
    [] u128: Scalars, PLAIN;
    [] usize: Scalars, PLAIN;
    [] f32: Scalars, PLAIN;
    [] f64: Scalars, PLAIN;
    [] char: Scalars, PLAIN;
    [] String: Scalars, PLAIN;
    [] Cow<'_, str>: Scalars, PLAIN;
    [] Box<str>: Boxed(Scalars), PLAIN;
    // Null may be wrong though no value is.
    [T: Value] Option<T>: Optional(Nested), (T::LEADS, true);
    [T: Value] Box<T>: Boxed(Nested), (T::LEADS, T::JUDGES);
    [T: Value] Vec<T>: ITEMS, (T::LEADS, T::JUDGES);
    [T: Value] VecDeque<T>: ITEMS, (T::LEADS, T::JUDGES);
    [T: Value] LinkedList<T>: ITEMS, (T::LEADS, T::JUDGES);
    [T: Value] BTreeSet<T>: super::Set { items: Nested, edge: Edge::ITEMS }, (false, true);
    [K: serde::Serialize + Ord, V: Value] BTreeMap<K, V>: VALUES, (V::LEADS, V::JUDGES);
}

#[cfg(feature = "std")]
formed! {
    [T: Value + Eq + core::hash::Hash, S] std::collections::HashSet<T, S>: super::Set { items: Nested, edge: Edge::ITEMS }, (false, true);
    [K: serde::Serialize + Eq + core::hash::Hash, V: Value, S: core::hash::BuildHasher] std::collections::HashMap<K, V, S>: VALUES, (V::LEADS, V::JUDGES);
}
