//! The front end of the derives. In: a struct or an enum with markers in its doc comments. Out: its code, or
//! its problems.
//!
//! `derive` runs the stages. `model/` is the model of an item: [`Item`]. `item/` reads syn's tree and
//! `markers/` reads the comments. `rules/` attaches the markers to the types and rejects invalid ones; `cel/`
//! compiles CEL rules, with the feature `rules`. All of them continue after a problem, so that every problem
//! is reported at once. `emit/` writes the code; [`schema`] writes the schema of the item, which corresponds
//! to that of a CustomResourceDefinition.
//!
//! Easy to break: the derive sees a single item. Only the compiler can inspect other types, which are
//! `Form::Other` here.
//!
//! **An item is what serde writes**: names, order and presence are those of the serialized form, and a marker
//! on a field that is never serialized is an error. **A marker is applied or rejected**, unless it is of
//! another tool (`markers/mod.rs` says which are). A derive cannot warn, so `crdc check` of the published CRD
//! gives the warnings.

#![forbid(unsafe_code)]

pub(crate) mod case;
#[cfg(feature = "rules")]
mod cel;
mod derive;
pub mod diag;
#[doc(hidden)]
pub mod doc;
mod emit;
pub mod item;
pub mod markers;
pub mod model;
mod rules;
pub mod schema;
#[cfg(test)]
mod tests;
pub mod types;

pub use derive::{derive, derive_union};
pub use diag::{Diagnostics, Problem};
pub use item::read::read;
pub use model::{
    Body, CelRule, Choice, ChoiceVariant, Constraints, Data, Field, Form, Item, Key, ListKind, Member,
    Object, RuleWords, Scalar, Tagging, Union, Variant,
};
