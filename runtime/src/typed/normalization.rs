//! Normalisation (semantics §11): what is null or empty becomes absent, what a changed discriminator does not select is cleared.
//!
//! Easy to break: it goes over a value twice, as the steps of a request do, so that what a union cleared makes nothing around it
//! empty.

use alloc::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use super::Form;

/// One of the two passes over a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Fields under `x-kubernetes-normalize`, inner ones first.
    Fields,
    /// Unions.
    Unions,
}

/// A pass, and how deep it is.
#[derive(Clone, Copy, Debug)]
pub struct Normalization {
    pub(super) pass: Pass,
    /// In how many values of types with rules.
    pub(super) depth: u32,
}

impl Normalization {
    pub(super) fn new(pass: Pass) -> Self {
        Normalization { pass, depth: 0 }
    }

    /// Normalises what is below a field.
    #[inline]
    pub fn field<T: ?Sized, F: Form<T>>(self, form: F, new: &mut T, old: Option<&T>) {
        form.normalize_value(new, old, self);
    }

    /// Whether a field under `x-kubernetes-normalize` is to become absent.
    #[inline]
    pub fn normalizes<T: ?Sized, F: Form<T>>(self, form: F, value: &T) -> bool {
        self.pass == Pass::Fields && form.is_empty(value)
    }
}

/// What can become absent.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` is always written, so that it cannot become absent",
    label = "cannot become absent",
    note = "make the field an `Option`, with `#[serde(skip_serializing_if = \"Option::is_none\")]`"
)]
pub trait Clear {
    /// Takes out what is in it.
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
