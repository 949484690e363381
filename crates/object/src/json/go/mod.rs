//! JSON as Go reads and writes it, for the cold path: syntax errors, a small tree, and Go's formats of
//! values. Everything is linear and iterative: input may nest 10,000 deep, so nothing may recurse over it,
//! not even a destructor. Called only after the fast decoder found something irregular, or to create an error
//! message.

mod bytes;
mod print;
mod read;
mod syntax;
pub mod tree;

pub use bytes::lossy;
pub use crdc_vocabulary::go::{append_json_float, is_print, json_float, quote, value_float};
pub use read::read_members;
pub use syntax::syntax_error;

#[cfg(test)]
mod tests;
