//! CEL rules: which values have them, what rules see of values, and the programs of rules and messages.
//!
//! `builder` is the state, `compiled` makes programs. `declare` gives the nodes of the plan the types of rules, `tree` says
//! which values have rules and what is said of them, `decided` has all of it. `types` are those of values at run time; `sure`
//! is what knows rules to hold, and `simple` makes it of programs, with `field_numbers`; `noted` says which values decoding notes; `bound` says which objects are
//! so small that their costs need not be counted.
//!
//! Equal rules on equal nodes are one program, because equal nodes are one.

mod bound;
mod builder;
mod compiled;
mod decided;
mod declare;
mod expressions;
mod field_numbers;
mod node;
mod noted;
mod patterns;
mod programs;
mod simple;
mod sure;
mod tree;
mod types;

pub(crate) use decided::uncompiled_rules;
pub(crate) use declare::Seen;
pub(crate) use expressions::{Expressions, bound_expressions, expressions};
pub use node::{Below, Reason, Rule, RuleNode, RuleTypes, RuleWords, Rules, UncompiledRule};
pub(crate) use patterns::Patterns;
pub(crate) use programs::programs;
pub use sure::{Asks, Holder, Read, Scope, ScopeField, Sign, Sure, SureLoop, SureRules, Tally};
