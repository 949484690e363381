//! `Value` for types of the standard library, used for type parameters and for names that the derive does not
//! know.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use crdc_vocabulary::{Fragment, Immutability};

use super::compare::{Compare, Edge};
use super::form::Form;
use super::forms::{Boxed, Leaf, List, Map, Nested, Optional, Scalars};
use super::normalization::Normalization;
use super::scalar::Scalar;
use super::validator::Validator;
use super::value::Value;

macro_rules! formed {
    ($([$($generics:tt)*] $type:ty: $form:expr, $looked_into:expr, $schema:expr;)*) => {$(
        impl<$($generics)*> Value for $type {
            const LEADS: bool = $looked_into.0;
            const VALIDATES: bool = $looked_into.1;

            fn schema() -> Option<&'static Fragment> {
                $schema
            }

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

            fn keys(new: Option<&Self>, old: Option<&Self>, marked: Immutability, at: &mut Compare<'_>) {
                Form::<Self>::keys($form, new, old, marked, at);
            }

            #[inline]
            fn validate(&self, old: Option<&Self>, at: &mut Validator<'_>) {
                Form::<Self>::validate($form, self, old, at);
            }

            #[inline]
            fn normalize_value(&mut self, old: Option<&Self>, step: Normalization) {
                Form::<Self>::normalize_value($form, self, old, step);
            }

            fn json(&self, out: &mut String) {
                Form::<Self>::json($form, self, out);
            }
        }
    )*};
}

/// The schema of a container of values of another type.
macro_rules! of {
    ($name:literal, $text:expr, $inner:ident) => {
        Some(const { &Fragment { name: $name, text: $text, refs: &[$inner::schema] } })
    };
}

const LIST: &str = r##"{"type":"array","items":{"$ref":"#/refs/0"}}"##;
const SET: &str = r##"{"type":"array","items":{"$ref":"#/refs/0"},"x-kubernetes-list-type":"set"}"##;
const MAP: &str = r##"{"type":"object","additionalProperties":{"$ref":"#/refs/0"}}"##;
const ITEMS: List<Nested> = List { items: Nested, edge: Edge::ITEMS };
const VALUES: Map<Leaf, Nested> = Map { keys: Leaf, values: Nested, edge: Edge::ITEMS };

macro_rules! plain {
    ($($type:ty)*) => {
        formed!($([] $type: Scalars, (false, false), None;)*);
    };
}

plain!(bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 char String Cow<'_, str>);

formed! {
    [] Box<str>: Boxed(Scalars), (false, false), None;
    // Null is invalid for an enum of strings, although its strings are always valid.
    [T: Value] Option<T>: Optional(Nested), (T::LEADS, T::VALIDATES || !T::TEXTS.is_empty()), of!("Option", r##"{"$ref":"#/refs/0","nullable":true}"##, T);
    [T: Value] Box<T>: Boxed(Nested), (T::LEADS, T::VALIDATES || !T::TEXTS.is_empty()), T::schema();
    [T: Value] Vec<T>: ITEMS, (T::LEADS, T::VALIDATES), of!("Vec", LIST, T);
    [T: Value] VecDeque<T>: ITEMS, (T::LEADS, T::VALIDATES), of!("VecDeque", LIST, T);
    [T: Value] LinkedList<T>: ITEMS, (T::LEADS, T::VALIDATES), of!("LinkedList", LIST, T);
    [T: Value] BTreeSet<T>: super::Set { items: Nested, edge: Edge::ITEMS }, (false, true), of!("BTreeSet", SET, T);
    [K: serde::Serialize + Ord, V: Value] BTreeMap<K, V>: VALUES, (V::LEADS, V::VALIDATES), of!("BTreeMap", MAP, V);
}

#[cfg(feature = "std")]
formed! {
    [T: Value + Eq + core::hash::Hash, S] std::collections::HashSet<T, S>: super::Set { items: Nested, edge: Edge::ITEMS }, (false, true), of!("HashSet", SET, T);
    [K: serde::Serialize + Eq + core::hash::Hash, V: Value, S: core::hash::BuildHasher] std::collections::HashMap<K, V, S>: VALUES, (V::LEADS, V::VALIDATES), of!("HashMap", MAP, V);
}
