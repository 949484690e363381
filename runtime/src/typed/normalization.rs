//! Normalization (docs/semantics.md, Unions): null and empty fields become absent, and members that a changed
//! discriminator does not select are cleared.
//!
//! Easy to break: there are two passes over a value, like the steps of a request, so a member cleared by a
//! union does not cause an enclosing value to be normalized as empty.

use alloc::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

/// One of the two passes over a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Fields under `x-kubernetes-normalize`, inner ones first.
    Fields,
    /// Unions.
    Unions,
}

/// A pass and its current depth.
#[derive(Clone, Copy, Debug)]
pub struct Normalization {
    pub(super) pass: Pass,
    /// The number of enclosing values of types with rules.
    pub(super) depth: u32,
}

impl Normalization {
    pub(super) fn new(pass: Pass) -> Self {
        Normalization { pass, depth: 0 }
    }
}

/// A type of a field that can become absent.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` is always serialized and cannot become absent",
    label = "cannot become absent",
    note = "make the field an `Option` with `#[serde(skip_serializing_if = \"Option::is_none\")]`"
)]
pub trait Clear {
    /// Makes it `None` or empty.
    fn clear(&mut self);
}

/// Makes a field absent.
#[inline]
pub fn clear<T: Clear>(value: &mut T) {
    value.clear();
}

impl<T> Clear for Option<T> {
    #[inline]
    fn clear(&mut self) {
        *self = None;
    }
}

macro_rules! cleared {
    ($([$($parameter:ident)*] $collection:ty)*) => {$(
        impl<$($parameter),*> Clear for $collection {
            fn clear(&mut self) {
                self.clear();
            }
        }
    )*};
}

cleared! {
    [] String
    [T] Vec<T>
    [T] VecDeque<T>
    [T] LinkedList<T>
    [T] BTreeSet<T>
    [K V] BTreeMap<K, V>
}

#[cfg(feature = "std")]
cleared! {
    [T S] std::collections::HashSet<T, S>
    [K V S] std::collections::HashMap<K, V, S>
}
