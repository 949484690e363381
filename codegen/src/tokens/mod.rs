//! Pieces of Rust that files and derives are both made of: parts of a plan in, expressions out.
//!
//! **Types of the runtime stand in them by their bare names** (`Rule`, `Literal`, `Bound`, `Immutability`, …): whoever puts
//! them somewhere brings these into scope there, so that the runtime's path is written once.
//! [Matchers of patterns](crate::pattern::Matcher::emit) take the path instead.

mod literal;
mod mark;
mod union;

pub use literal::{bound, enumeration, float, holds, literals, one_of};
pub use mark::mark;
pub use union::union;
