//! Rust fragments shared by generated files and derives. In: parts of a plan. Out: expressions.
//!
//! **They refer to types of the runtime by unqualified names** (`Rule`, `Literal`, `Bound`, `Immutability`,
//! …). Callers must import these, so that the runtime's path is written only once. [Matchers of
//! patterns](crdc_schema::pattern::Matcher::emit) take the path instead.

mod literal;
mod mark;
mod union;

pub use crate::plan::holds;
pub use literal::{bound, enumeration, float, literals, one_of};
pub use mark::{immutability, mark};
pub use union::union;
