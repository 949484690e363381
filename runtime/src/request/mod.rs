//! The steps of a request, in the server's order (semantics §1).
//!
//! In: bytes of the new object, and of the old one on updates. Out: a [`Verdict`], and in the scratch what was found. `operations.rs`
//! has the order of the steps. They are methods of [`RequestState`] while the objects may change, and of
//! [`Validation`] after that, one file for each topic.

mod cleared;
mod decode;
mod extensions;
mod generation;
mod lists;
mod metadata;
mod names;
mod namespace;
mod object;
pub(crate) mod operations;
pub(crate) mod owner_references;
mod prepare;
mod ratchet;
mod revalidate;
mod rules;
#[cfg(feature = "cel")]
mod run_rules;
mod scale;
mod schema;
mod state;
mod status_field;
mod steps;
pub(crate) mod strict;
pub(crate) mod system;
mod type_meta;
mod validation;
mod verdict;
pub(crate) mod warnings;

pub use extensions::{immutability, normalise_fields, normalise_unions, normalize_numbers, unions};
pub(crate) use names::{kind, name};
#[cfg(feature = "cel")]
pub use run_rules::{evaluate_expressions, run};
pub use state::RequestState;
pub use steps::{ChangeFn, CheckFn, RulesPlan, RunRules, Steps};
pub use validation::Validation;
pub(crate) use verdict::{Refused, Validated, Verdict};
