//! Rust values under `#[derive(crdc::Rules)]`: immutability, validation and normalization, directly on their
//! fields.
//!
//! In: code from the derive, which describes each field with a [`Form`] (the JSON form of its type) and an
//! [`Edge`] (the immutability of its items or values). Out: the same verdicts, paths and messages as from the
//! JSON code for the serialized values (docs/semantics.md, Rust types). Users need [`Rules`], [`Scratch`] and [`Refused`];
//! the rest is for generated code.
//!
//! Easy to break: the valid path does not allocate, and serializes only leaves, which are equal if their JSON
//! is equal. Other values are serialized only to show them in an error. Generic functions are thin: code that
//! does not depend on a type is outside of them.
//!
//! The derive implements three functions for each type (`value`): `compare` compares with an old value, `validate` checks the
//! schema, unions and lists, `normalize_value` normalizes. Fields that are not serialized count as absent. `tests/expanded.rs` is
//! such code, written by hand.
//!
//! - **`compare` has five modes**: search for immutability markers; report every difference inside an immutable value; equality as
//!   stored; equality as for ratcheting; and, for a value compared with itself, its bytes with sets sorted (`bytes`), by which
//!   members of sets are found in any order. The second and third match `extensions/`, the fourth `correlate/`.
//! - **Unmarked fields cost one branch.** A form says whether it `leads` to markers or `validates` anything; so do types
//!   (`Value::LEADS`, `Value::VALIDATES`). Recursive types must say yes.
//! - **Messages come from the JSON code.** On an error the value is written as JSON (`json/`), decoded to a tape, and `error/`
//!   formats the message. Until then paths are steps on the stack (`path`).
//! - Items are distinguished by fingerprints of eight bytes. Lists with equal fingerprints, and long lists in another order, are
//!   sorted by their bytes (`index`). **Duplicate keys are not checked first**, because no valid list has them: items are paired in
//!   order, and on any error the comparison is repeated exactly (`Work::exact`).
//! - **Error handling is compiled once**, not for each type: `run` uses `dyn Again`, messages take `&dyn Fn`.
//! - Leaves are serialized into reusable buffers and compared as text. `forms/map_keys.rs` matches map keys by text.
//! - Errors are found in walk order and sorted into document order at the end; each has its position among its siblings
//!   (`Found::chain`). Ratcheted errors are flagged and separated at the end.
//! - A type without rules is a leaf: equal if its JSON is. Its keys and discriminators are read through `Serialize`
//!   (`json/caught.rs`) without writing text.

mod assert;
mod bytes;
mod calls;
mod compare;
mod constraint;
mod containers;
mod convention;
mod depth;
mod entries;
mod fingerprints;
mod form;
mod forms;
mod index;
mod items;
mod json;
mod key;
mod normalization;
mod pair;
mod path;
mod pick;
mod plain;
mod refused;
mod rules;
mod run;
mod scalar;
mod scratch;
mod short;
mod traversal;
mod unions;
mod unordered;
mod validator;
mod value;
mod variant;
mod words;
mod work;

#[cfg(test)]
mod tests;

pub use depth::MAX_NESTED;
pub use refused::Refused;
pub use rules::Rules;
pub use scratch::Scratch;

pub(crate) use internals::*;

/// What the derive's code calls, as `crdc::__private::typed`.
pub(crate) mod internals {
    pub use super::assert::{admits, must, names, ruled};
    pub use super::calls::{normalized, part, scalar, whole};
    pub use super::compare::{Compare, Edge};
    pub use super::constraint::Constraint;
    pub use super::entries::Entries;
    pub use super::form::Form;
    pub use super::forms::{
        Boxed, Constrained, ItemsOf, Known, Leaf, List, ListMap, Listed, Map, MapKeys, Nested, Optional,
        Scalars, Set, Unknown, Write, Written, is_field, is_held,
    };
    pub use super::items::Items;
    pub use super::json::json;
    pub use super::key::Key;
    pub use super::normalization::{Clear, Normalization, clear};
    pub use super::pair::{Pair, present};
    pub use super::pick::Pick;
    pub use super::plain::Plain;
    pub use super::rules::Rules;
    pub use super::scalar::{Literal, Scalar, Unread, Writes};
    pub use super::unions::Cleared;
    pub use super::validator::Validator;
    pub use super::value::Value;
    pub use crdc_vocabulary::{Fragment, Immutability};

    /// Enums in their conventions.
    pub mod convention {
        pub use crate::typed::convention::*;
    }

    /// The form of a type, by the traits it implements.
    pub mod pick {
        pub use crate::typed::pick::*;
    }

    // Generated code has names of its own for these, which users may shadow.
    pub use alloc::string::String;
    pub use core::option::Option::{self, None, Some};
    pub use serde;
}
