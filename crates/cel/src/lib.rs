//! The Common Expression Language as Kubernetes has it: see the README. It knows no resource.
//!
//! `functions` has one entry for each function. `compile`, with the feature, makes programs of texts;
//! `program` evaluates them.
//!
//! The parts of evaluations, from the ground up: `error`; `arena`, the memory of an evaluation;
//! `scalars`, the functions of values that are no lists and no maps; `coverage`; `context`, where expressions
//! compute, with the meter of what they cost. `document` is an object as rules read it, with indexes of large
//! values, the schema that says what rules see of it, and the reads of the pre-check of simple rules.
//! `values` are what expressions compute with, of a document or built value by value; `equality` compares
//! them. `operations` are what the parts of a program do, `library` is the code of functions on lists, maps
//! and optionals.
//!
//! Modules import from the module that defines a thing; what is exported here is for other crates.
//!
//! A value is a copy: what an expression makes, such as a concatenated string, lives in an [`Arena`] until
//! the rule ends. The arena also limits what an evaluation may take that its cost does not.
//
// cel-go v0.26.0; apiserver: pkg/cel

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod arena;
#[cfg(feature = "compile")]
pub mod compile;
mod context;
pub mod coverage;
mod document;
mod equality;
mod error;
pub mod functions;
mod library;
mod operations;
pub mod program;
mod scalars;
mod values;

pub use arena::{Arena, scanned};
pub use context::meter::Meter;
pub use context::{Context, Memory};
pub use coverage::CoveredRules;
#[cfg(feature = "coverage")]
pub use coverage::recorder::Counts;
pub use document::Document;
pub use document::indexes::Indexes;
pub use document::precheck::{
    PrecheckPlan, PrecheckReader, RunPrecheck, duration_of, size_of_text, text_contains,
};
pub use document::schema::{
    BOOL, Form, INT, METADATA, RuleField, RuleType, TEXT, TypeLink, ValueField, ValueType,
};
pub use equality::equal;
pub use error::{EvalError, Evaluated};
pub use operations::call_cost::Cost;
pub use operations::message::Scalar;
pub use operations::rule_variables::Pair;
pub use scalars::duration::Duration;
pub use scalars::timestamp::Timestamp;
pub use values::built::{Built, Slot, View};
pub use values::typed_json::write as write_value;
pub use values::{List, Map, Node, Value};
