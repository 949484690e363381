//! What compiled patterns call: in, a valid UTF-8 text as bytes; out, whether it matches.
//!
//! The tables come from the generated code, written small and expanded by the `const fn`s here
//! while it is compiled. Everything is linear in the text and allocates nothing. Easy to break:
//! for bytes that are not UTF-8 the answer is unspecified, but nothing panics.

mod class;
mod dfa;
mod nfa;
#[cfg(test)]
mod tests;

pub use class::{all, chars, classes, set};
pub use dfa::{Layout, packed8, packed16, shift, shift_table, table8, table16, walk8, walk16};
pub use nfa::{Inst, Program, insts, simulate};
