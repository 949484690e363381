//! CEL rules at run time: what compiled rules call that does not depend on a schema. Generated code evaluates;
//! the functions here are its operators and libraries.
//!
//! `schema` says what rules see of values, `node` reads values of a `document` through it, with `indexes` of large ones; `value`, `list` and `map`
//! are what expressions compute with, `typed` converts between them and Rust's types, `results` what libraries
//! return; `select`, `reads`, `equality`, `logic` and `loops` are the operators; `library` has the functions, one file for
//! each library of the server, `message` the messages of protocol buffers. `rule` describes the rules of a resource; `sure` has what those that certainly hold are known by. `error` is what an
//! evaluation fails with, `cost` counts what it costs, `call_cost` knows what calls
//! cost.
//!
//! A value is a copy: what an expression makes, such as a concatenated string, lives in an [`Arena`] until the
//! rule ends. The arena also limits what an evaluation may take that its cost does not. `identity` and `made_map` do for many
//! values at once what `equality` and `map` do for few.
//!
//! Those who evaluate without compiled code read an object that is `built` value by value, and use the same operators and
//! libraries.
//
// cel-go v0.26.0; apiserver: pkg/cel

mod added;
mod arena;
mod built;
mod call_cost;
mod classes;
mod cost;
#[cfg(feature = "coverage")]
pub mod coverage;
mod document;
mod equality;
mod error;
mod identity;
mod indexes;
pub mod library;
mod list;
mod logic;
mod loops;
mod made_map;
mod map;
mod message;
mod node;
mod operators;
pub mod program;
mod reads;
mod results;
mod rule;
mod schema;
mod select;
mod sure;
mod typed;
mod unordered;
mod value;

pub use arena::Arena;
pub use built::{Built, Slot, View};
pub use call_cost::Cost;
pub use cost::{Context, Counted, Memory, Meter, Uncounted};
pub(crate) use document::Document;
pub use equality::{equal, same};
pub use error::EvalError;
pub(crate) use indexes::Indexes;
pub use library::duration::Duration;
pub use library::timestamp::Timestamp;
pub use list::{Item, List};
pub use logic::*;
pub use loops::*;
pub use map::Map;
pub use message::{Scalar, message};
pub use node::Node;
pub use operators::*;
pub use reads::*;
pub use results::{begins_with, begins_with_one, named_format, query, reasons};
pub use rule::{
    AllHold, KnownRules, Pair, Rule, RuleNode, Rules, Test, is_true, old_of_message, optional_old,
};
pub use schema::{BOOL, Form, INT, METADATA, RuleField, RuleType, TEXT, ValueField, ValueType};
pub use select::*;
pub use sure::{Sure, SurelyHold, duration_of, size_of_text, text_contains};
pub use typed::{CelType, Element, of, operand};
pub use value::Value;

/// The result of an expression.
pub type Evaluated<T> = Result<T, EvalError>;
