//! CEL rules: which values have them, what rules see of values, and the programs of rules and messages.
//!
//! `builder` is the state, `compiled` makes programs. `declare` gives nodes of the plan their types in CEL, `tree` says which
//! values have rules and what is said of them, `decided` puts it together. `types` are those of values at run time. `precheck` is a
//! quick check that proves simple rules to hold; `simple` makes it from programs, with `field_numbers`. `candidates` says which values
//! decoding records; `bound` says which objects are so small that their costs need not be counted.
//!
//! Equal rules on equal nodes are one program, because equal nodes are one.

mod bound;
mod builder;
mod candidates;
mod compiled;
mod decided;
mod declare;
mod expressions;
mod field_numbers;
mod node;
mod patterns;
mod precheck;
mod programs;
mod simple;
mod tree;
mod types;

pub(crate) use decided::uncompiled_rules;
pub(crate) use declare::Seen;
pub(crate) use expressions::{Expressions, bound_expressions, expressions};
pub use node::{Below, Rule, RuleNode, RuleTypes, Rules, UncompiledRule};
pub(crate) use patterns::Patterns;
pub use precheck::{
    Aggregate, Base, Precheck, PrecheckExpr, PrecheckLoop, Read, Scope, ScopeField, Sign, Tally,
};
pub(crate) use programs::programs;
