//! Compiles Kubernetes schemas to Rust: the library for `build.rs` scripts.
//!
//! ```no_run
//! // build.rs
//! crdc_codegen::Config::new().compile(&["crds/database.yaml"]).unwrap_or_else(|error| error.exit());
//! ```
//!
//! The stages before it are crates: [`crdc_source`] reads text and has the diagnostics, [`crdc_schema`] types
//! documents, [`crdc_check`] validates them, [`crdc_plan`] is the intermediate representation and says what
//! functions do. Here `emit` writes them as Rust; fragments of code that it shares with the derives are in
//! [`crdc_tokens`]. What is made of documents besides code is the crate `crdc-documents`.

#![forbid(unsafe_code)]

mod config;
mod emit;
#[doc(hidden)]
pub mod expressions;
mod generate;
mod generate_openapi;
mod index;
mod invalid_documents;
mod versions;

pub use config::{Config, Error};
pub use crdc_vocabulary::{Dialect, Ratcheting};
pub use generate::{Generated, GeneratedFile, Options, generate, types};
pub use generate_openapi::generate_openapi;
pub use invalid_documents::InvalidDocuments;
