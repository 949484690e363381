//! Validates Rust values under `#[derive(crdc::Rules)]` with the steps of a request, which documents take
//! too.
//!
//! In: values, and what the derive knows of their types, as constants: `Node`, `Part`, `Field`. Out: the same
//! verdicts, paths and messages as for the JSON of the values (docs/semantics.md, Rust types). Users need
//! [`Rules`], [`Scratch`] and [`RefusedValue`]; the rest is for generated code.
//!
//! `rules` → `run` → `record` → `request/operations.rs`: a serializer writes each value to a side of a
//! scratch (`record`), and checks the constraints of each part (`constraint`); the steps do the rest, with
//! the node where a document has its tables (`counterparts`, `places`). `normalization` makes absent in a
//! value what the steps removed from its tape. Of all rules, only those of constraints are here.
//!
//! Easy to break:
//!
//! - **The valid path does not allocate** once the buffers have grown. `normalize` makes new ones,
//!   `normalize_with` does not.
//! - **Constants never read another type** (`node`): recursive types would be cycles to the compiler.
//! - **Only `record` is compiled for each type**, as a part of the type's `Serialize`.
//! - What the derive knows only by name is decided by the compiler (`pick`), or asserted (`shape`, `assert`).
//! - A type without rules is a leaf: all of it is kept, and it is compared as a whole.

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

    /// The traits that types must have.
    pub mod shape {
        pub use crate::typed::shape::*;
    }

    /// Enums in their conventions.
    pub mod convention {
        pub use crate::typed::convention::*;
    }

    // Generated code has names of its own for these, which users may shadow.
    pub use core::option::Option::{self, None, Some};
    pub use serde;
}
