//! Runs schemas and CEL rules without compiling them to Rust. In: CRDs, OpenAPI documents, programs of rules. Out: what
//! generated code gives, with the same texts and costs: decoder, steps, operators and libraries are those of the runtime, and
//! the table of functions is written from the one that compiled rules have.
//!
//! [`Validators`] answer requests. [`Interpreter`] is for crdc-codegen, which runs rules on defaults with it. `types` makes
//! what rules see of values, `values` reads values, `program` evaluates, `plan` runs plans.

#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

#[doc(hidden)]
pub mod expressions;
mod interpreter;
mod plan;
mod program;
pub mod servers;
mod types;
pub mod validators;
mod values;

pub use interpreter::Interpreter;
pub use validators::{LoadError, Loader, Validator, Validators};
