//! The actions for CEL rules: the values that have rules, the types by which rules read values, and the
//! programs of rules and messages.
//!
//! `builder` is the state, and calls the compiler of rules (`crdc_check::rule_compiler`) for programs.
//! `schemas` gives the compiler the types of nodes. `tree` finds the values that have rules, and `decided`
//! compiles the rules of a plan. `precheck` is a quick check that proves that simple rules hold; `simple`
//! makes it from programs. `candidates` selects the values that decoding records. `bound` finds the size up
//! to which the costs of an object need not be counted.
//!
//! Equal rules on equal nodes share a program, because equal nodes are one node of the plan.

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
