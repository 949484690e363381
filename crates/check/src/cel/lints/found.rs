//! The findings about one rule.

use super::evaluate::Known;
use super::paths::Risk;
use super::unique::Unique;
use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::ExprId;
use crdc_schema::Rule;

/// A rule, and the findings about it.
pub(super) struct RuleFindings<'a> {
    pub(super) rule: &'a Rule,
    pub(super) checked: &'a Checked,
    pub(super) root: Known,
    pub(super) risks: Vec<(Risk, Option<(ExprId, &'static str)>)>,
    pub(super) used_same: bool,
    pub(super) unique: Option<Unique>,
    /// Whether the rule names `oldSelf`.
    pub(super) transition: bool,
    /// Whether the rule has `optionalOldSelf`.
    pub(super) optional: bool,
}
