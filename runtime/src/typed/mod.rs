//! Rust values under `#[derive(crdc::Rules)]`: immutability, validation and normalization, directly on their
//! fields.
//!
//! In: code from the derive, which describes each field with a [`Form`] (the JSON form of its type) and an
//! [`Edge`] (the immutability of its items or values). Out: the same verdicts, paths and messages as from the
//! JSON code for the serialized values (semantics §15). Users need [`Rules`], [`Scratch`] and [`Refused`];
//! the rest is for generated code.
//!
//! Easy to break: the valid path does not allocate, and serializes only leaves, which are equal if their JSON
//! is equal. Other values are serialized only to show them in an error. Generic functions are thin: code that
//! does not depend on a type is outside of them.

mod assert;
mod compare;
mod constraint;
mod containers;
pub mod convention;
mod depth;
mod entries;
mod fingerprints;
mod forms;
mod index;
mod items;
mod json;
mod normalization;
mod path;
pub mod pick;
mod plain;
mod refused;
mod run;
mod scalar;
mod scratch;
mod unions;
mod validator;
mod value;
mod variant;
mod words;
mod work;

#[cfg(test)]
mod tests;

pub use crdc_vocabulary::{Fragment, Immutability};

pub use assert::{admits, must, names, ruled};
pub use compare::{Compare, Edge, Pair};
pub use constraint::Constraint;
pub use depth::MAX_NESTED;
pub use entries::Entries;
pub use forms::{
    Boxed, Constrained, Form, ItemsOf, Key, Known, Leaf, List, ListMap, Listed, Map, MapKeys, Nested,
    Optional, Scalars, Set, Unknown, Write, Written, is_field, is_held,
};
pub use items::Items;
pub use json::json;
pub use normalization::{Clear, Normalization, clear};
pub use pick::Pick;
pub use plain::Plain;
pub use refused::Refused;
pub use scalar::{Scalar, Unread, Writes};
pub use scratch::Scratch;
pub use unions::Cleared;
pub use validator::Validator;
pub use value::{Rules, Value};

// Generated code refers to these by `_crdc`, since users may shadow the names.
#[doc(hidden)]
pub use crate::error::Literal;
#[doc(hidden)]
pub use alloc::string::String;
#[doc(hidden)]
pub use core::option::Option::{self, None, Some};
#[doc(hidden)]
pub use serde;

/// The value of a field, unless `skip_serializing_if` skips it.
#[inline(always)]
pub fn present<T: ?Sized>(skip: impl FnOnce(&T) -> bool, value: &T) -> Option<&T> {
    if skip(value) { None } else { Some(value) }
}

/// The value of a field under `x-kubernetes-normalize`, unless it is null or empty.
#[inline]
pub fn normalized<T: ?Sized, F: Form<T>>(form: F, value: Option<&T>) -> Option<&T> {
    value.filter(|value| !form.is_empty(value))
}

/// A type with rules as `Serialize`. The bound is checked in `Rules` and not where this is called.
#[inline(always)]
pub fn whole<T: Rules>(value: &T) -> &(impl serde::Serialize + use<T>) {
    value
}

/// A member of the serialized object: a field that a user function serializes.
pub fn part<'v, T: Rules>(value: &'v T, name: &'static str) -> Scalar<'v> {
    json::part(value, name)
}

/// A field as a scalar, absent if it is `None`.
#[inline(always)]
pub fn scalar<T: ?Sized, F: Form<T>>(form: F, value: Option<&T>) -> Scalar<'_> {
    match value {
        Some(value) => form.scalar(value),
        None => Scalar::Absent,
    }
}
