//! Rules, evaluated on the tree that the parser makes, with values that are copied all the time.
//!
//! The text is parsed and its macros are expanded by the compiler's front end, which the record tests by
//! itself; nothing of what the compiler or the runtime does after that is used. Every operator decides by the
//! values that it meets, as the server's evaluator does. `types` declares the schema, `expression` parses.
//! `rule` reads the rules of a schema, `run` runs them over an object, `message` writes their errors.
//! `value`, `object`, `list`, `map` and `equality` are the values, `evaluate` walks the tree, `operators`,
//! `convert`, `functions` and `libraries` compute.
//!
//! What the interpreter does not know is [`Failure::Unknown`], never a guess. It does not count costs.
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
