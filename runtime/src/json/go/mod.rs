//! JSON as Go reads and writes it, for the cold path: texts of syntax errors, a small tree,
//! and Go's ways of printing a value. Everything is linear and iterative: input may be nested
//! 10,000 deep, so nothing here may recurse over it, not even a destructor.
//! Called only after the fast decoder has met something irregular, or to word an error.

mod number;
mod print;
mod quote;
mod read;
mod syntax;
pub(crate) mod tree;

pub(crate) use number::{append_json_float, json_float, value_float};
pub(crate) use quote::{is_print, lossy, quote};
pub(crate) use read::read_members;
pub(crate) use syntax::syntax_error;

#[cfg(test)]
mod tests;
