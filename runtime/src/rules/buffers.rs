//! The working memory of the step that runs rules.

use alloc::vec::Vec;

use super::counterparts::Index;
use super::frame::Frame;
use super::rule::RuleNode;
use crdc_cel::{Indexes, Memory};

/// Working memory of the step.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(super) memory: Memory,
    /// The values that enclose the current value, and the current value.
    pub(super) frames: Vec<Frame<&'static RuleNode<'static>>>,
    /// Sorted children of old values.
    pub(super) index: Index,
    /// Indexes of large values of both objects.
    pub(super) indexes: [Indexes; 2],
    /// Whether costs are counted even if no object of that size can exceed its budget.
    pub(super) counts: bool,
}

impl Buffers {
    /// Whether costs are counted even if no object of that size can exceed its budget.
    pub(crate) fn count_costs(&mut self, counts: bool) {
        self.counts = counts;
    }

    /// The counts of a resource's rules, by point.
    #[cfg(feature = "coverage")]
    pub(crate) fn recorded(&self, rules: &'static crdc_cel::coverage::CoveredRules) -> Vec<crdc_cel::Counts> {
        self.memory.recorded(rules)
    }
}
