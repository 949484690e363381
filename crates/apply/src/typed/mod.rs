//! Typed values: validation, field sets, merging, comparing, removing, changes of types.

mod compare;
mod error;
mod index;
mod item;
mod members;
mod merge;
mod reconcile;
mod remove;
mod shape;
mod to_fields;
mod validate;
mod value;

pub use compare::Comparison;
pub use error::{ValidationError, ValidationErrors};
pub use validate::Duplicates;
pub use value::Typed;
