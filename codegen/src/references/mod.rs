//! References inside of schemas: the definitions that they lead to, and how a schema is seen through them.
//!
//! In: schemas that name definitions, from whatever front end. Out: what they ask of a value, for `check`
//! and `plan`. A CRD has none, and is seen as it is.

mod definitions;
mod overlay;

pub(crate) use definitions::Parts;
pub use definitions::{Definition, Definitions};
pub(crate) use overlay::says_nothing;
