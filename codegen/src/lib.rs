//! Compiles Kubernetes schemas to Rust: the library for `build.rs` scripts.
//!
//! ```no_run
//! // build.rs
//! crdc_codegen::Config::new().compile(&["crds/database.yaml"]).unwrap_or_else(|error| error.exit());
//! ```
//!
//! The stages before it are crates: [`crdc_source`] parses text and has the diagnostics, [`crdc_schema`]
//! types documents, [`crdc_check`] validates them, [`crdc_plan`] is the intermediate representation with the
//! actions of functions. Here `emit` writes them as Rust; fragments of code that it shares with the derives
//! are in [`crdc_tokens`]. The crate `crdc-documents` makes other documents than code.

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
