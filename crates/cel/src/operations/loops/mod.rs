//! Evaluates loops: `all`, `exists`, `exists_one`, `map`, `filter` and their forms with two variables.
//!
//! The costs are those of the steps into which the server expands these macros: reading the accumulator,
//! testing the condition, joining lists.
//
// cel-go: parser/macro.go, ext/comprehensions.go, interpreter/interpretable.go (evalFold)

mod accumulated;
mod items;
mod pairs;
mod range;

pub(crate) use items::{all, collect, exists, exists_one};
pub(crate) use pairs::{
    all_pairs, collect_pairs, exists_one_pair, exists_pair, transform_map, transform_map_entry,
};
pub(crate) use range::range;
