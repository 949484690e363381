//! The actions for CEL rules: the values that have rules, the types that rules see, and the programs of rules
//! and messages.
//!
//! `builder` is the state, and has the compiler of rules (`crdc_check::rule_compiler`) make the programs;
//! `schemas` tells it what rules see of the nodes of the plan. `tree` says which values have rules and what
//! is said of them, `decided` puts it together. `precheck` is a quick check that proves simple rules to hold;
//! `simple` makes it from programs. `candidates` says which values decoding records; `bound` says which
//! objects are so small that their costs need not be counted.
//!
//! Equal rules on equal nodes are one program, because equal nodes are one.

mod bound;
mod builder;
mod candidates;
mod decided;
mod expressions;
mod node;
mod patterns;
mod precheck;
mod programs;
mod schemas;
mod simple;
mod tree;

pub use decided::uncompiled_rules;
pub use expressions::{Expressions, bound_expressions, expressions};
pub use node::{Below, Rule, RuleNode, Rules, UncompiledRule};
pub use patterns::Patterns;
pub use precheck::{
    Aggregate, Base, Precheck, PrecheckExpr, PrecheckLoop, Read, Scope, ScopeField, Sign, Tally,
};
pub use programs::programs;
