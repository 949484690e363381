//! CEL rules at run time: what compiled rules call that does not depend on a schema. Generated code evaluates;
//! the functions here are its operators and libraries.
//!
//! From the ground up: `error`; `classes` and `arena`, the memory of an evaluation; `meter`, which counts what it costs; `scalars`, the
//! functions of values that are no lists and no maps. `document` is an object as rules read it, with `indexes` of large values, or one
//! that is `built` value by value; `schema` says what rules see of it. `values` are what expressions compute with, `context` is where
//! they do, `equality` and `concatenation` compare and join them. `logic`, `select`, `reads`, `calls` with `call_cost`, `operators` and
//! `loops` are what the parts of expressions compile to, `message` the messages of protocol buffers, `library` the functions that rules
//! can call. `sure` has what rules that certainly hold are known by, `pair` what rules are evaluated with. All of these names are in the
//! root. Above them is `program`, which evaluates without compiled code.
//!
//! A value is a copy: what an expression makes, such as a concatenated string, lives in an [`Arena`] until the
//! rule ends. The arena also limits what an evaluation may take that its cost does not.
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
pub mod library;
mod logic;
mod loops;
mod message;
mod meter;
mod operators;
mod pair;
pub mod program;
#[cfg(feature = "coverage")]
mod recorder;
mod scalars;
mod schema;
mod select;
mod shown;
mod sure;
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
pub use library::lists::join;
pub use library::results::{begins_with, named_format, query, reasons};
pub use logic::*;
pub use loops::*;
pub use message::{Scalar, message};
pub use meter::Meter;
pub use operators::*;
pub use pair::{Pair, is_true, old_of_message, optional_old};
#[cfg(feature = "coverage")]
pub use recorder::Counts;
pub use scalars::duration::Duration;
pub use scalars::timestamp::Timestamp;
pub use schema::{BOOL, Form, INT, METADATA, RuleField, RuleType, TEXT, ValueField, ValueType};
pub use select::*;
pub use shown::{text as write_text, write as write_value};
pub use sure::{KnownRules, Sure, SurelyHold, duration_of, size_of_text, text_contains};
pub use values::{CelType, Element, Item, List, Map, Node, Value, of, operand, same, texts};
