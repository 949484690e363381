//! Evaluates rules on the parsed tree, with values that are copied again and again.
//!
//! The compiler's front end parses the text and expands its macros; the record tests the front end
//! separately. No later part of the compiler or the runtime is used. Every operator decides by the types of
//! its values at run time, as in the server. `types` declares the schema, and `expression` parses. `rule`
//! reads the rules of a schema, `run` runs them over an object, and `message` writes their errors. `value`,
//! `object`, `list`, `map`, `time` and `equality` are the values, `evaluate` walks the tree, and `operators`,
//! `convert`, `functions` and `libraries` compute values. `shown` writes values for the record.
//!
//! Unsupported behaviour is [`Failure::Unknown`], and never a guess. The interpreter computes no costs.
//
// cel-go v0.26.0; apiserver and apiextensions-apiserver v0.36.3

mod convert;
mod equality;
mod evaluate;
mod expression;
mod functions;
mod libraries;
mod list;
mod map;
mod message;
mod object;
mod operators;
mod rule;
mod run;
mod shown;
mod time;
mod types;
mod value;

pub use expression::Expression;
pub use object::value_of;
pub use rule::{Rule, Rules};
pub use run::Findings;
pub(super) use run::run;
pub use shown::shown;
pub use value::{Evaluated, Failure, Value};
