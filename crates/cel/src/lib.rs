//! The Common Expression Language as Kubernetes has it: see the README. It knows no resource.
//!
//! `functions` has one entry for each function. `compile`, with the feature, makes programs of texts;
//! `program` evaluates them.
//!
//! What evaluations are made of, from the ground up: `error`; `classes` and `arena`, the memory of an
//! evaluation; `meter`, which counts what it costs; `scalars`, the functions of values that are no lists and
//! no maps. `document` is an object as rules read it, with `indexes` of large values, or one that is `built`
//! value by value; `schema` says what rules see of it. `values` are what expressions compute with, `context`
//! is where they do, `equality` and `concatenation` compare and join them. `logic`, `select`, `calls` with
//! `call_cost`, `operators`, `loops` and `message` are what the parts of a program do, `library` is the code
//! of functions on lists, maps and optionals. `precheck` reads values for the pre-check of simple rules,
//! `pair` what rules are evaluated with.
//!
//! A value is a copy: what an expression makes, such as a concatenated string, lives in an [`Arena`] until
//! the rule ends. The arena also limits what an evaluation may take that its cost does not.
//
// cel-go v0.26.0; apiserver: pkg/cel

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod arena;
mod built;
mod call_cost;
mod calls;
mod classes;
#[cfg(feature = "compile")]
pub mod compile;
mod concatenation;
mod context;
pub mod coverage;
mod document;
mod equality;
mod error;
pub mod functions;
mod indexes;
mod library;
mod logic;
mod loops;
mod message;
mod meter;
mod operators;
mod pair;
mod precheck;
pub mod program;
#[cfg(feature = "coverage")]
mod recorder;
mod scalars;
mod schema;
mod select;
mod shown;
mod values;

pub use arena::{Arena, scanned};
pub use built::{Built, Slot, View};
pub use call_cost::Cost;
pub use context::{Context, Memory};
pub use coverage::CoveredRules;
pub use document::Document;
pub use equality::equal;
pub use error::{EvalError, Evaluated};
pub use indexes::Indexes;
pub(crate) use library::lists::join;
pub(crate) use library::results::{begins_with, named_format, query, reasons};
pub(crate) use logic::*;
pub(crate) use loops::*;
pub use message::Scalar;
pub(crate) use message::message;
pub use meter::Meter;
pub(crate) use operators::*;
pub use pair::Pair;
pub(crate) use pair::{is_true, old_of_message, optional_old};
pub use precheck::{PrecheckPlan, PrecheckReader, RunPrecheck, duration_of, size_of_text, text_contains};
#[cfg(feature = "coverage")]
pub use recorder::Counts;
pub use scalars::duration::Duration;
pub use scalars::timestamp::Timestamp;
pub use schema::{BOOL, Form, INT, METADATA, RuleField, RuleType, TEXT, TypeLink, ValueField, ValueType};
pub(crate) use select::*;
pub use shown::{text as write_text, write as write_value};
pub(crate) use values::{CelType, Item, of, texts};
pub use values::{List, Map, Node, Value};
