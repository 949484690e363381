//! Identifies CEL rules that failed.

use alloc::sync::Arc;

use super::FieldError;
use crate::field_path::FieldPath;

/// A CEL rule that failed, or that could not be evaluated: see
/// [`Outcome::failed_rules`](crate::Outcome::failed_rules).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FailedRule<'o> {
    /// The path of the value that has the rule, in the server's notation, without the rule's `fieldPath`;
    /// empty for the object itself.
    pub path: &'o FieldPath,
    /// The rule as the schema has it, trimmed.
    pub rule: &'o str,
    /// The index in the `x-kubernetes-validations` of the value's schema.
    pub index: u32,
    /// The type of the value in its schema, such as `object`; empty for a value that may be an integer or a
    /// string. Errors of servers before 1.35 contain it instead of the value.
    pub kind: &'o str,
    /// The error as the server reports it.
    pub error: &'o FieldError,
    /// Whether the error is only a warning, since the value did not change.
    pub ignored: bool,
}

/// A failed rule while errors are collected.
#[derive(Clone, Debug)]
pub(crate) struct WhichRule {
    pub(crate) path: FieldPath,
    pub(crate) text: Arc<str>,
    pub(crate) index: u32,
    pub(crate) kind: Arc<str>,
}

/// The place of the error of a failed rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reported {
    /// The index in the errors of the steps after the schema.
    Error(usize),
    /// The index in the warnings.
    Warning(usize),
}
