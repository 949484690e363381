//! The steps and costs that are left for the rules of all defaults of a schema.

use super::prepared::Prepared;
use super::site::Sizes;
use crate::report::Report;
use crate::rule_compiler::SchemaValues;
use crdc_cel::compile::Evaluator;
use crdc_cel::compile::program::ValueTypeId;
use crdc_schema::At;
use crdc_source::Node;
use crdc_source::diag::Code;

/// The rest of the cost budget for the rules of all defaults of a schema; `None` after an evaluation that
/// cost more than was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Budget(Option<u64>);

impl Budget {
    pub(super) fn new(cost: u64) -> Budget {
        Budget(Some(cost))
    }

    /// Whether no more rules run.
    pub(super) fn is_over(self) -> bool {
        self.0.is_none()
    }

    pub(super) fn end(&mut self) {
        self.0 = None;
    }

    /// Pays for an evaluation; false if it costs more than was left.
    pub(super) fn pay(&mut self, cost: u64) -> bool {
        self.0 = self.0.and_then(|left| left.checked_sub(cost));
        self.0.is_some()
    }
}

/// The walk over the defaults of a schema.
pub(super) struct Walk<'w> {
    pub(super) values: &'w SchemaValues,
    pub(super) prepared: Prepared,
    /// The paths of wrong defaults, sorted.
    pub(super) wrong: Vec<&'w str>,
    pub(super) evaluator: Evaluator<'w>,
    /// Remaining steps.
    pub(super) left: usize,
    pub(super) budget: Budget,
    /// Whether a warning about rules without a program was reported.
    pub(super) not_run: bool,
}

impl Walk<'_> {
    /// Spends steps; false if too few are left, which is reported once as a warning.
    pub(super) fn spend(&mut self, steps: usize, default: &At<Node>, report: &mut Report) -> bool {
        let (before, left) = (self.left, self.left.checked_sub(steps));
        self.left = left.unwrap_or(0);
        if left.is_none() && before > 0 {
            report
                .add(
                    Code::DefaultUnchecked,
                    default.key,
                    "the defaults are too large for all their rules to be run at compile time",
                )
                .label("not checked from here on")
                .help("the server still checks them");
        }
        left.is_some()
    }

    /// Reports once for each schema that a rule has no program, so it was not run.
    pub(super) fn not_run(&mut self, default: &At<Node>, report: &mut Report) {
        if !std::mem::replace(&mut self.not_run, true) {
            report
                .add(
                    Code::DefaultUnchecked,
                    default.key,
                    "a CEL rule of this schema was not run on its defaults: it has no program",
                )
                .label("the first default with such a rule")
                .help("the server still checks it");
        }
    }
}

/// A run over one default.
pub(super) struct Runs<'r, 'w> {
    pub(super) walk: &'r mut Walk<'w>,
    pub(super) default: &'r At<Node>,
    pub(super) sizes: &'r Sizes,
    /// The type of the default.
    pub of: ValueTypeId,
    /// Whether the evaluator has loaded the default.
    pub(super) loaded: bool,
    /// Whether a rule has `optionalOldSelf`, so that the rules run again without an old value.
    pub(super) again: bool,
}
