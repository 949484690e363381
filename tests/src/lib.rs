//! The CRDs and structs that the build script compiles for the tests. The tests are in `tests/`; the crate
//! `crdc-oracle` has the implementations that they compare with.
#![allow(clippy::unwrap_used, clippy::panic)]

pub mod compiled;
pub mod typed;
