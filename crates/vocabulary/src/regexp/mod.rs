//! Regular expressions as Go reads them. In: a text. Out: its tree, or Go's error.
//!
//! The compiler builds matchers of constant patterns from the tree; the runtime builds matchers of patterns
//! that a CEL rule computes.
//!
//! The files in order of use: `parse` (RE2 syntax) builds an `ast` with sets of characters (`charset`) from
//! Go's tables (`unicode`), or an `error`. `program` compiles a tree to a program.
//
// Go: regexp/syntax

mod ast;
mod charset;
mod error;
mod parse;
pub mod program;
mod unicode;

pub use ast::{Kind, Look, Node, rune_set};
pub use charset::{CharSet, MAX};
pub use error::{ErrorCode, PatternError};
pub use parse::parse;
pub use program::verify;
