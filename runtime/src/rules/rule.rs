//! The rules of a resource: constants of generated code, or of a plan that is not compiled.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (Validator)

use crate::error::ErrorType;
use crdc_cel::program::Program;
use crdc_cel::{RunPrecheck, ValueType};

/// A value with rules, or with such values below it.
#[derive(Debug)]
pub struct RuleNode<'p> {
    /// The type of the value for rules.
    pub of: &'p ValueType<'p>,
    /// The type in the schema, which the server's error contains instead of a value if a rule cannot be
    /// evaluated.
    pub kind: &'p str,
    /// The rules of the value itself, in the order of the schema.
    pub rules: &'p [Rule<'p>],
    /// The pre-check, which returns whether all rules without `oldSelf` certainly hold. Only used if costs
    /// are not counted.
    pub precheck: Option<RunPrecheck<'p>>,
    /// Whether a rule uses `oldSelf`.
    pub transitions: bool,
    /// Fields with rules at or below them, by their numbers.
    pub fields: &'p [(u16, &'p RuleNode<'p>)],
    /// The values of a map, if there are rules at or below them.
    pub each: Option<&'p RuleNode<'p>>,
    /// The items of a list, if there are rules at or below them.
    pub items: Option<&'p RuleNode<'p>>,
    /// The keys of a list map, as written between quotes. The items of other lists have no old values.
    pub keys: &'p [&'p str],
}

/// A rule.
#[derive(Debug)]
pub struct Rule<'p> {
    /// The rule as written, trimmed.
    pub text: &'p str,
    /// The index in the schema.
    pub index: u32,
    /// The program.
    pub holds: &'p Program<'p>,
    /// `message`, trimmed; empty if there is none.
    pub message: &'p str,
    /// `messageExpression`: its text and its program.
    pub expression: Option<(&'p str, &'p Program<'p>)>,
    /// `reason`
    pub reason: ErrorType,
    /// `fieldPath` without its leading dot; empty if there is none.
    pub field_path: &'p str,
    /// Whether the rule uses `oldSelf`.
    pub transition: bool,
    /// `optionalOldSelf`
    pub optional_old_self: bool,
}

/// The rules of a resource, and a bound of their costs.
#[derive(Debug)]
pub struct Rules<'p> {
    /// The root.
    pub root: &'p RuleNode<'p>,
    /// The nodes whose values are recorded when they are decoded, by their numbers: all that have rules,
    /// except the root. Empty if none are recorded.
    pub candidates: &'p [&'p RuleNode<'p>],
    /// Whether [`RuleNode::precheck`] can prove all rules of each candidate and of the root.
    pub all_prechecked: bool,
    /// The size of an object, in bytes of its text, up to which no rule and no object can exceed its budget,
    /// if it fits its schema. Costs of other objects are counted. Messages may exceed it.
    pub uncounted_up_to: u32,
}
