//! Evaluates CEL rules without compiling them to Rust. In: programs of crdc-codegen, and values. Out: what compiled
//! rules give, with the same costs: operators, values and libraries are those of the runtime, and the table of functions
//! is written from the one that compiled rules have.
//!
//! [`Interpreter`] is for crdc-codegen, which runs rules on defaults with it. `types` makes what rules see of values,
//! `values` reads values, `program` evaluates. `plan` runs plans.

#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

#[doc(hidden)]
pub mod expressions;
mod interpreter;
mod plan;
mod program;
mod types;
#[doc(hidden)]
pub mod validators;
mod values;

pub use interpreter::Interpreter;
