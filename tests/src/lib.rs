//! The CRDs and structs that the build script compiles for the tests. The tests are in `tests/`; what they
//! compare with is the crate `crdc-oracle`.
#![allow(clippy::unwrap_used, clippy::panic)]

pub mod compiled;
pub mod typed;
