//! Runs matchers of compiled patterns.
//!
//! In: a valid UTF-8 text as bytes. Out: whether it matches. Generated code contains compact tables, which
//! the `const fn`s here expand at compile time. Everything is linear in the text and allocates nothing. Easy
//! to break: for invalid UTF-8 the result is unspecified, but nothing panics.

mod class;
mod dfa;
mod nfa;
#[cfg(test)]
mod tests;

pub use class::{all, chars, classes, set};
pub use dfa::{Layout, packed8, packed16, shift, shift_table, table8, table16, walk8, walk16};
pub use nfa::{Inst, Program, insts, simulate};
