//! Compiles Kubernetes schemas to Rust: the library for `build.rs` scripts, and what the
//! `crdc` command and the derive stand on.
//!
//! The folders are the stages, in the order in which data flows through them:
//! [`source`] reads text, [`schema`] types it, [`check`] judges it, [`skeleton`] says how objects
//! are pruned where it is not structural, [`plan`] says what to do, `emit` writes Rust. [`diag`]
//! holds what they report. [`compare`] says what the change from one document to another means
//! for stored objects, [`dialects`] where the dialects of immutability differ.
//!
//! In a `build.rs`:
//!
//! ```no_run
//! crdc_codegen::Config::new().compile(&["crds/database.yaml"]).unwrap_or_else(|error| error.exit());
//! ```

#![forbid(unsafe_code)]

pub mod check;
pub mod compare;
mod config;
pub mod diag;
pub mod dialects;
mod emit;
mod generate;
mod generate_openapi;
mod openapi;
pub mod pattern;
pub mod plan;
pub mod schema;
pub mod skeleton;
pub mod source;

pub use config::{Config, Error};
pub use crdc_vocabulary::{Dialect, Ratcheting};
pub use generate::{
    Checked, Generated, GeneratedFile, Located, Options, check_source, explain, generate, skeletons,
};
pub use generate_openapi::{CheckedOpenapi, check_openapi, explain_openapi, generate_openapi};
