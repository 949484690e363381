//! Runs schemas and CEL rules without compiling them to Rust. In: CRDs, OpenAPI documents. Out: what
//! generated code gives, with the same texts and costs: decoder and steps are those of the runtime, programs
//! of rules are evaluated by crdc-cel.
//!
//! [`Validators`] answer requests. `plan` makes plans that the runtime runs, `precheck` knows that simple
//! rules hold.

#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

#[doc(hidden)]
pub mod expressions;
mod plan;
mod precheck;
pub mod servers;
pub mod validators;

pub use validators::{LoadError, Loader, Validator, Validators};
