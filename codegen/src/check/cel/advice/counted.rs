//! A rule or message with a cost.

use crdc_cel::compile::types::DeclaredId;
use crdc_schema::{Rule, Schema};

/// A rule or message whose cost counts.
#[derive(Clone, Copy)]
pub(in crate::check::cel) struct Counted<'s> {
    /// The schema that has the rule.
    pub(in crate::check::cel) schema: &'s Schema,
    /// The rule.
    pub(in crate::check::cel) rule: &'s Rule,
    /// The type of its value.
    pub(in crate::check::cel) of: DeclaredId,
    /// Whether it is the message.
    pub(in crate::check::cel) message: bool,
}
