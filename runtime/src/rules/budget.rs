//! The budget of the rules of an object. Costs are counted if `check` in `mod.rs` finds that the object may
//! exceed it.
//
// apiserver: pkg/apis/cel/config.go

pub(super) use crdc_vocabulary::rules::COST_OF_CALL as OF_CALL;
use crdc_vocabulary::rules::COST_OF_OBJECT as OF_OBJECT;

/// The remaining budget for the rules of an object.
#[derive(Debug)]
pub(super) struct Budget {
    left: u64,
    counts: bool,
    /// Whether costs must be counted, although this run does not count them.
    needed: bool,
}

/// The error that an evaluation cost more than the remaining budget.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Exceeded;

impl Budget {
    /// Creates a full budget. `counts` is whether the object may exceed it.
    pub(super) fn new(counts: bool) -> Budget {
        Budget { left: OF_OBJECT, counts, needed: false }
    }

    /// Whether costs are counted.
    pub(super) fn counts(&self) -> bool {
        self.counts
    }

    /// Records that a rule does not hold, whose message may cost any amount. Returns whether costs are not
    /// counted, so that the step must start again.
    pub(super) fn need(&mut self) -> bool {
        self.needed = !self.counts;
        self.needed
    }

    /// Whether costs must be counted, although this run did not count them.
    pub(super) fn is_needed(&self) -> bool {
        self.needed
    }

    /// The cost so far, if costs are counted.
    pub(super) fn spent(&self) -> Option<u64> {
        self.counts.then(|| OF_OBJECT - self.left)
    }

    /// Whether the budget is spent. Tested once for each value with rules.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Subtracts the cost of an evaluation.
    pub(super) fn pay(&mut self, cost: u64) -> Result<(), Exceeded> {
        self.left = self.left.checked_sub(cost).ok_or(Exceeded)?;
        Ok(())
    }
}
