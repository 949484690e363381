//! Runs schemas and CEL rules without compiling them to Rust. In: CRDs, OpenAPI documents. Out: the same
//! results as generated code, with the same messages and costs. The decoder and the steps are those of the
//! runtime, and crdc-cel evaluates the programs of rules.
//!
//! [`Validators`] answer requests. `plan` builds plans that the runtime runs, and `precheck` evaluates simple
//! checks that prove rules to hold.

#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

#[doc(hidden)]
pub mod expressions;
mod plan;
mod precheck;
pub mod servers;
pub mod validators;

pub use validators::{LoadError, Loader, Validator, Validators};
