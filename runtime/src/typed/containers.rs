//! `Value` for types of the standard library, used for type parameters and for names that the derive does not
//! know.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use crdc_vocabulary::Fragment;

use super::node::Node;
use super::normalization::Normalization;
use super::value::Value;

macro_rules! plain {
    ($($node:ident: $($type:ty)*;)*) => {$($(
        impl Value for $type {
            fn node() -> &'static Node {
                Node::$node
            }
        }
    )*)*};
}

plain! {
    BOOL: bool;
    INT: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize;
    DOUBLE: f32 f64;
    TEXT: char String Cow<'_, str> Box<str>;
}

/// A container of values of another type: its node, its schema, and how it is normalized.
macro_rules! of {
    ($([$($generics:tt)*] $of:ident in $type:ty: $node:expr, $name:literal $text:expr, $normalize:ident;)*) => {$(
        impl<$($generics)*> Value for $type {
            const IS_DERIVED: bool = $of::IS_DERIVED;
            const IS_RULED: bool = $of::IS_RULED;

            fn node() -> &'static Node {
                $node
            }

            fn schema() -> Option<&'static Fragment> {
                Some(const { &Fragment { name: $name, text: $text, refs: &[$of::schema] } })
            }

            fn normalize_value(&mut self, step: Normalization<'_>) {
                step.$normalize(self, |value, step| value.normalize_value(step));
            }
        }
    )*};
}

const OPTION: &str = r##"{"$ref":"#/refs/0","nullable":true}"##;
const LIST: &str = r##"{"type":"array","items":{"$ref":"#/refs/0"}}"##;
const SET: &str = r##"{"type":"array","items":{"$ref":"#/refs/0"},"x-kubernetes-list-type":"set"}"##;
const MAP: &str = r##"{"type":"object","additionalProperties":{"$ref":"#/refs/0"}}"##;

of! {
    [T: Value] T in Option<T>: T::node(), "Option" OPTION, optional;
    [T: Value] T in Vec<T>: const { &Node::list(T::PART) }, "Vec" LIST, items;
    [T: Value] T in VecDeque<T>: const { &Node::list(T::PART) }, "VecDeque" LIST, items;
    [T: Value] T in LinkedList<T>: const { &Node::list(T::PART) }, "LinkedList" LIST, items;
    [T: Value] T in BTreeSet<T>: const { &Node::set(T::PART) }, "BTreeSet" SET, items;
    [K, V: Value] V in BTreeMap<K, V>: const { &Node::map(V::PART) }, "BTreeMap" MAP, values;
}

#[cfg(feature = "std")]
of! {
    [T: Value, S] T in std::collections::HashSet<T, S>: const { &Node::set(T::PART) }, "HashSet" SET, items;
    [K, V: Value, S] V in std::collections::HashMap<K, V, S>: const { &Node::map(V::PART) }, "HashMap" MAP, values;
}

impl<T: Value> Value for Box<T> {
    const IS_DERIVED: bool = T::IS_DERIVED;
    const IS_RULED: bool = T::IS_RULED;

    fn node() -> &'static Node {
        T::node()
    }

    fn schema() -> Option<&'static Fragment> {
        T::schema()
    }

    fn normalize_value(&mut self, step: Normalization<'_>) {
        (**self).normalize_value(step);
    }
}
