//! A rule or message with a cost.

use crdc_cel::compile::types::DeclaredId;
use crdc_schema::{Rule, Schema};

/// A rule or message whose cost counts.
#[derive(Clone, Copy)]
pub(in crate::cel) struct Counted<'s> {
    /// The schema that has the rule.
    pub(in crate::cel) schema: &'s Schema,
    /// The rule.
    pub(in crate::cel) rule: &'s Rule,
    /// The type of its value.
    pub of: DeclaredId,
    /// Whether this is the message of the rule.
    pub(in crate::cel) message: bool,
}
