//! Validates Rust values of types with `#[derive(crdc::Rules)]`, by the same steps as requests with JSON
//! documents.
//!
//! In: values, and the derive's description of their types as constants: `Node`, `Part`, `Field`. Out: the
//! same verdicts, paths and messages as for the JSON of the values (docs/semantics.md, Rust types). Users
//! need [`Rules`], [`Scratch`] and [`RefusedValue`]; the rest is for generated code.
//!
//! The call chain is `rules` → `run` → `record` → `request/operations.rs`. A serializer writes the value to a
//! tape of the scratch (`record`), and checks the constraints of each value in it (`constraint`). The steps
//! of a request check everything else; they read the node of the type where they read generated tables for a
//! document (`counterparts`, `places`). Finally, `normalization` clears those fields of the Rust value that
//! the steps removed from its tape. This folder checks only constraints itself.
//!
//! Easy to break:
//!
//! - **The valid path does not allocate** once the buffers have grown. `normalize` makes new ones,
//!   `normalize_with` does not.
//! - **Constants never read another type** (`node`): recursive types would be cycles to the compiler.
//! - **Only `record` is compiled for each type**, as a part of the type's `Serialize`.
//! - The derive sees the names of types, not their definitions. The compiler finds the description of a named
//!   type (`pick`), and assertions check the guesses of the derive (`shape`, `assert`).
//! - A type without rules is a leaf: nothing is removed from its values, and they are compared as a whole.

mod assert;
mod constraint;
mod containers;
mod convention;
mod counterparts;
mod declared_field;
mod entries;
mod fields;
mod given;
mod items;
mod node;
mod normalization;
mod pick;
mod plain;
mod record;
mod refused_value;
#[cfg(feature = "cel")]
mod ruled;
mod rules;
mod run;
mod scratch;
mod seen;
mod shape;
mod value;

pub use record::MAX_NESTED;
pub use refused_value::RefusedValue;
pub use rules::Rules;
pub use scratch::Scratch;

/// The items that the derive's code uses, as `crdc::__private::typed`.
pub(crate) mod internals {
    pub use crate::error::{Literal, Rule};
    pub use crate::places::Union;
    pub use crate::typed::assert::{admits, is_at, is_field, is_held, must, ruled};
    pub use crate::typed::fields::{Name, edges, first, joined, key, names, seen};
    pub use crate::typed::given::Given;
    pub use crate::typed::node::{Constraint, Field, Node, Part};
    pub use crate::typed::normalization::{Normalization, clear};
    pub use crate::typed::pick::{Derived, Known, Pick, Underived, Unruled};
    pub use crate::typed::shape::shaped;
    pub use crate::typed::value::Value;
    pub use crdc_vocabulary::{Fragment, Immutability};

    /// The traits that types of each shape implement.
    pub mod shape {
        pub use crate::typed::shape::*;
    }

    /// serde impls of enums that follow the union convention.
    pub mod convention {
        pub use crate::typed::convention::*;
    }

    // Users may shadow the names of the prelude, so generated code takes these names from here.
    pub use core::option::Option::{self, None, Some};
    pub use serde;
}
