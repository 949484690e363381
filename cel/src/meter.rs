//! Counts what an expression costs. Generated code has one function for both ways of counting; without it, the calls vanish.
//
// cel-go: interpreter/runtimecost.go

use core::cell::Cell;

use super::{EvalError, Evaluated};

/// Counts the cost of an expression.
pub trait Meter {
    /// Whether costs are counted.
    const COUNTS: bool;

    /// Adds to the cost.
    fn add(&self, cost: u64);

    /// Takes back from the cost.
    fn take_back(&self, cost: u64);

    /// Whether the cost is above the limit.
    fn is_exceeded(&self) -> bool;

    /// Ends the evaluation of one of several rules: the limit is that of each. Whether it was not exceeded.
    fn end_rule(&self) -> bool;

    /// Adds nothing from now on: the server's evaluator has failed, and what is still evaluated here is not there.
    fn fail(&self);
}

/// Counts nothing: for expressions that cannot exceed their limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uncounted;

impl Meter for Uncounted {
    const COUNTS: bool = false;

    #[inline(always)]
    fn add(&self, _: u64) {}

    #[inline(always)]
    fn take_back(&self, _: u64) {}

    #[inline(always)]
    fn is_exceeded(&self) -> bool {
        false
    }

    #[inline(always)]
    fn end_rule(&self) -> bool {
        true
    }

    #[inline(always)]
    fn fail(&self) {}
}

/// Counts costs up to a limit.
#[derive(Debug)]
pub struct Counted {
    spent: Cell<u64>,
    limit: u64,
    /// The cost of the rules that have ended.
    ended: Cell<u64>,
    failed: Cell<bool>,
}

impl Counted {
    /// Starts at zero.
    #[must_use]
    pub fn new(limit: u64) -> Counted {
        Counted { spent: Cell::new(0), limit, ended: Cell::new(0), failed: Cell::new(false) }
    }

    /// The cost so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.ended.get().saturating_add(self.spent.get())
    }

    /// The result of an evaluation, unless it cost more than the limit.
    ///
    /// # Errors
    /// The result's, or [`EvalError::CostLimit`].
    pub fn limited<T>(&self, result: Evaluated<T>) -> Evaluated<T> {
        if self.is_exceeded() { Err(EvalError::CostLimit) } else { result }
    }
}

impl Meter for Counted {
    const COUNTS: bool = true;

    #[inline]
    fn add(&self, cost: u64) {
        // The server ends an evaluation as soon as its cost is above the limit.
        if !self.is_exceeded() && !self.failed.get() {
            self.spent.set(self.spent.get().saturating_add(cost));
        }
    }

    #[inline]
    fn take_back(&self, cost: u64) {
        if !self.is_exceeded() && !self.failed.get() {
            self.spent.set(self.spent.get().saturating_sub(cost));
        }
    }

    #[inline]
    fn is_exceeded(&self) -> bool {
        self.spent.get() > self.limit
    }

    #[inline]
    fn end_rule(&self) -> bool {
        if self.is_exceeded() {
            return false;
        }
        self.ended.set(self.spent());
        self.spent.set(0);
        true
    }

    fn fail(&self) {
        self.failed.set(true);
    }
}
