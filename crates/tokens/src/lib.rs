//! Generates fragments of Rust that generated files and derives share. In: constants, rules and programs,
//! compiled patterns. Out: tokens.
//!
//! **They refer to types of the runtime by unqualified names** (`Rule`, `Literal`, `Bound`, `Immutability`,
//! …). Callers must import these, so that the runtime's path is written only once.
//! [Patterns](pattern::function) take the path instead.

#![forbid(unsafe_code)]

mod literal;
mod mark;
pub mod pattern;
#[cfg(feature = "rules")]
pub mod rule_program;

pub use literal::{bound, enumeration, float, literals, one_of};
pub use mark::{immutability, mark};
