//! What the derives do: expansions, tables on Rust values, laws.
#![allow(clippy::unwrap_used, clippy::panic)]

mod allocations;
mod compared;
mod defaults;
mod flattened;
mod foreign_lists;
mod free_form;
mod goldens;
mod immutability;
mod json_schema;
mod laws;
mod lowered;
mod nulls;
mod numbers;
mod sets;
mod skew;
mod ui;
mod unions;
