//! Sets of fields: as trees, as FieldsV1, and by filters.

mod algebra;
mod filter;
mod json;
mod set;

pub use filter::{Filter, Matcher};
pub use set::FieldSet;
pub(crate) use set::Node;
