//! The Common Expression Language (CEL) as Kubernetes implements it: see the README. This crate contains
//! nothing about particular resources.
//!
//! `functions` has one entry for each function. `compile`, with the feature, compiles the text of an
//! expression to a program; `program` evaluates programs.
//!
//! The modules of evaluation, each using only those before it: `error`; `arena`, the memory of an evaluation;
//! `scalars`, the functions on values that are neither lists nor maps; `coverage`; `context`, the state of an
//! evaluation, with the meter that counts costs. `document` reads an object for rules: `schema` has the types
//! by which rules read values, `indexes` finds members of large values, `precheck` reads values for the quick
//! test of simple rules, which often makes their evaluation unnecessary. `values` are the operands and
//! results of expressions, read from a document or built value by value; `equality` compares them.
//! `operations` evaluates the operations of a program, `library` contains the functions on lists, maps and
//! optionals.
//!
//! Modules import an item from the module that defines it; the exports of this file are for other crates.
//!
//! Values are `Copy`: the data that an expression creates, such as a concatenated string, lives in an
//! [`Arena`] until the rule ends. The arena also limits the memory and work that the cost of a rule does not
//! limit.
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
pub use scalars::semver::Semver;
pub use scalars::timestamp::Timestamp;
pub use values::built::{Built, Slot, View};
pub use values::typed_json::write as write_value;
pub use values::{List, Map, Node, Value};
