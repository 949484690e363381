//! Evaluating rules without compiling them to Rust: what a check needs, and the crate `crdc-dynamic` provides.
//!
//! This crate cannot evaluate rules itself. Their values and functions are in the runtime, which depends on this crate
//! through the derive, so the caller of a check passes an interpreter.

use std::fmt::Debug;

use crate::cel::program::{Program, ValueTypeId, ValueTypes};
use crate::source::Node;

/// Evaluates rules. `crdc_dynamic::Interpreter` is one.
pub trait Interpreter: Debug + Sync {
    /// Calls `run` with an evaluator for values of these types.
    fn open(&self, types: &ValueTypes, run: &mut dyn FnMut(&mut dyn Evaluator));
}

/// Evaluates rules on the parts of one value.
pub trait Evaluator {
    /// Replaces the value.
    fn load(&mut self, value: &Node, of: ValueTypeId);

    /// Evaluates a rule or the message of one.
    fn evaluate(&mut self, program: &Program, on: On) -> Evaluation;
}

/// What an expression is evaluated on. Parts of the value are named by the number of values before them, in document
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On {
    /// `self`
    pub new: u32,
    /// `oldSelf`
    pub old: Option<u32>,
    /// Their type.
    pub of: ValueTypeId,
    /// What is evaluated.
    pub purpose: Purpose,
}

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A rule. It also runs without an old value if `oldSelf` is an optional.
    Rule {
        /// `optionalOldSelf`
        optional_old_self: bool,
    },
    /// The message of a rule.
    Message,
}

/// The result of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The value, or why there is none.
    pub result: Result<Answer, Failure>,
    /// What it cost, in the server's units.
    pub cost: u64,
}

/// What an expression evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Whether a rule holds.
    Holds(bool),
    /// A message.
    Text(String),
}

/// Why an expression cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The server's words.
    pub reason: String,
    /// Whether it costs more than one evaluation may.
    pub over_limit: bool,
}
