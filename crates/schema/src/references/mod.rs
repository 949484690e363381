//! References between schemas: the definitions they resolve to, and schemas seen through them.
//!
//! In: schemas that refer to definitions, from any front end. Out: their constraints on a value, for
//! crdc-check and crdc-plan. A CRD has no references.
//!
//! Defaults are completed here: pruned with their own schema, with nested defaults applied.

#[doc(hidden)]
pub mod default;
mod definitions;
mod overlay;

#[doc(hidden)]
pub use definitions::Parts;
pub use definitions::{Definition, Definitions};
pub use overlay::says_nothing;
