//! A rule or message whose cost is estimated.

use crdc_cel::compile::types::DeclaredId;
use crdc_schema::{Rule, Schema};

/// A rule, or the `messageExpression` of a rule.
#[derive(Clone, Copy)]
pub(in crate::cel) struct Counted<'s> {
    /// The schema that has the rule.
    pub(in crate::cel) schema: &'s Schema,
    /// The rule.
    pub(in crate::cel) rule: &'s Rule,
    /// The type of `self`.
    pub of: DeclaredId,
    /// Whether this is the message of the rule.
    pub(in crate::cel) message: bool,
}
