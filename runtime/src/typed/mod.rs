//! Rust values under `#[derive(crdc::Rules)]`: what an update may not do to them, what is wrong with them, what
//! normalisation takes away, straight over their fields.
//!
//! In: code that the derive writes, which names each field with a [`Form`] (how its type stands in JSON) and an [`Edge`]
//! (what is said of the way there). Out: the verdicts, places and words that the JSON code has for the same values
//! serialised (semantics §15). Users meet [`Rules`], [`Scratch`] and [`Refused`]; the rest is for generated
//! code.
//!
//! Easy to break: the valid path allocates nothing, and serialises nothing but leaves: two of them are the same where the same JSON
//! is written of them. Any other value becomes JSON where an error shows it. Generic functions are thin: what does not depend on a type is no part of them.

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

// Generated code has names of its own for these, which users may shadow.
#[doc(hidden)]
pub use crate::error::Literal;
#[doc(hidden)]
pub use alloc::string::String;
#[doc(hidden)]
pub use core::option::Option::{self, None, Some};
#[doc(hidden)]
pub use serde;

/// What `skip_serializing_if` leaves of a field.
#[inline(always)]
pub fn present<T: ?Sized>(skip: impl FnOnce(&T) -> bool, value: &T) -> Option<&T> {
    if skip(value) { None } else { Some(value) }
}

/// The same of a field under `x-kubernetes-normalize`: what is null or empty is as good as absent.
#[inline]
pub fn normalized<T: ?Sized, F: Form<T>>(form: F, value: Option<&T>) -> Option<&T> {
    value.filter(|value| !form.is_empty(value))
}

/// What serde writes of a type with rules. That it does is asked where `Rules` stands, and not where this is called.
#[inline(always)]
pub fn whole<T: Rules>(value: &T) -> &(impl serde::Serialize + use<T>) {
    value
}

/// What a member is of what serde writes of its object: a field that a function of the user's writes.
pub fn part<'v, T: Rules>(value: &'v T, name: &'static str) -> Scalar<'v> {
    json::part(value, name)
}

/// What a field is among the fields of its object.
#[inline(always)]
pub fn scalar<T: ?Sized, F: Form<T>>(form: F, value: Option<&T>) -> Scalar<'_> {
    match value {
        Some(value) => form.scalar(value),
        None => Scalar::Absent,
    }
}
