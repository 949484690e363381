//! Counts the cost of an evaluation.
//
// cel-go: interpreter/runtimecost.go

use core::cell::Cell;

use crate::error::{EvalError, Evaluated};

/// A counter of costs with a limit.
#[derive(Debug)]
pub struct Meter {
    spent: Cell<u64>,
    limit: u64,
    failed: Cell<bool>,
}

impl Meter {
    /// Creates a meter at zero.
    #[must_use]
    pub fn new(limit: u64) -> Meter {
        Meter { spent: Cell::new(0), limit, failed: Cell::new(false) }
    }

    /// The cost so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Returns the result of an evaluation, unless its cost exceeded the limit.
    ///
    /// # Errors
    /// The result's, or [`EvalError::CostLimit`].
    pub fn limited<T>(&self, result: Evaluated<T>) -> Evaluated<T> {
        if self.is_exceeded() { Err(EvalError::CostLimit) } else { result }
    }

    /// Adds to the cost.
    #[inline]
    pub(crate) fn add(&self, cost: u64) {
        // The server ends an evaluation as soon as its cost is above the limit.
        if !self.is_exceeded() && !self.failed.get() {
            self.spent.set(self.spent.get().saturating_add(cost));
        }
    }

    /// Subtracts from the cost.
    #[inline]
    pub(crate) fn take_back(&self, cost: u64) {
        if !self.is_exceeded() && !self.failed.get() {
            self.spent.set(self.spent.get().saturating_sub(cost));
        }
    }

    /// Whether the cost is above the limit.
    #[inline]
    pub(crate) fn is_exceeded(&self) -> bool {
        self.spent.get() > self.limit
    }

    /// Stops counting: the server's evaluator has failed, and does not run the parts that are still evaluated
    /// here.
    pub(crate) fn fail(&self) {
        self.failed.set(true);
    }
}
