//! Compiles Kubernetes schemas to Rust: the library for `build.rs` scripts, and the base of the `crdc`
//! command and the derives.
//!
//! [`crdc_source`] reads text and has the diagnostics of all stages, [`crdc_schema`] types documents. Each
//! module is a stage, in the order of the data flow: [`check`] validates, [`plan`] is the intermediate
//! representation, `actions` says what functions do, `emit` writes Rust. Fragments of code that it shares with
//! the derives are in [`crdc_tokens`]. What is made of documents besides code is the crate `crdc-documents`.
//!
//! | feature | |
//! |---|---|
//! | `documents` (default) | whole documents, from YAML or OpenAPI to files: `Config`, `generate`, `check_sources`, rendered diagnostics |
//! | `rules` (with `documents`) | CEL rules, also those of Rust types |
//!
//! Without it, the crate contains what a derive needs: JSON, schemas, their check and plan,
//! patterns, tokens, diagnostics.
//!
//! In a `build.rs`:
//!
//! ```no_run
//! # #[cfg(feature = "documents")]
//! crdc_codegen::Config::new().compile(&["crds/database.yaml"]).unwrap_or_else(|error| error.exit());
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "documents")]
#[doc(hidden)]
pub mod actions;
#[cfg(feature = "documents")]
mod allow;
#[cfg(feature = "documents")]
#[doc(hidden)]
pub mod bounds;
pub mod check;
#[cfg(feature = "documents")]
mod config;
#[cfg(feature = "documents")]
#[doc(hidden)]
pub mod counterparts;
#[cfg(feature = "documents")]
mod emit;
#[cfg(feature = "documents")]
#[doc(hidden)]
pub mod expressions;
#[cfg(feature = "documents")]
mod generate;
#[cfg(feature = "documents")]
mod generate_openapi;
#[cfg(feature = "documents")]
mod index;
#[cfg(feature = "documents")]
mod left_out;
pub mod plan;
#[cfg(feature = "documents")]
mod rules;
#[cfg(feature = "documents")]
mod skipped;
#[cfg(feature = "documents")]
mod taken_names;
#[cfg(feature = "documents")]
mod versions;
#[cfg(feature = "documents")]
mod works_from;

#[cfg(feature = "documents")]
pub use allow::{NotAllowed, allowed};
#[cfg(feature = "documents")]
pub use config::{Config, Error};
pub use crdc_vocabulary::{Dialect, Ratcheting};
#[cfg(feature = "documents")]
pub use generate::{
    CheckOptions, Checked, Generated, GeneratedFile, Located, Options, check_source, check_sources,
    check_sources_with, explain, generate, skeletons, types,
};
#[cfg(feature = "documents")]
pub use generate_openapi::{CheckedOpenapi, check_openapi, explain_openapi, generate_openapi};
#[cfg(feature = "documents")]
pub use skipped::fold_kustomize;
#[cfg(feature = "documents")]
pub use works_from::{Stop, WorksFrom, works_from};
