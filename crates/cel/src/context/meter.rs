//! Counts what an expression costs.
//
// cel-go: interpreter/runtimecost.go

use core::cell::Cell;

use crate::error::{EvalError, Evaluated};

/// Counts costs up to a limit.
#[derive(Debug)]
pub struct Meter {
    spent: Cell<u64>,
    limit: u64,
    failed: Cell<bool>,
}

impl Meter {
    /// Starts at zero.
    #[must_use]
    pub fn new(limit: u64) -> Meter {
        Meter { spent: Cell::new(0), limit, failed: Cell::new(false) }
    }

    /// The cost so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// The result of an evaluation, unless it cost more than the limit.
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

    /// Takes back from the cost.
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

    /// Adds nothing from now on: the server's evaluator has failed, and what is still evaluated here is not
    /// there.
    pub(crate) fn fail(&self) {
        self.failed.set(true);
    }
}
