//! The context of an evaluation: the arena and the meter.

pub(crate) mod meter;

use crate::arena::Arena;
use crate::context::meter::Meter;
use crate::error::{EvalError, Evaluated};

/// The context of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Memory for what is made.
    pub arena: &'a Arena,
    /// The count of costs.
    pub meter: &'a Meter,
    /// Patterns that were compiled at run time.
    #[cfg(feature = "regex")]
    patterns: &'a Patterns,
    /// The record of tests.
    #[cfg(feature = "coverage")]
    pub(crate) recorder: &'a crate::coverage::recorder::Recorder,
}

/// Patterns that were compiled at run time, kept between requests.
#[cfg(feature = "regex")]
pub(crate) type Patterns = core::cell::RefCell<super::scalars::regex::Patterns>;

/// The memory of evaluations, kept between requests.
#[derive(Debug, Default)]
pub struct Memory {
    pub(crate) arena: Arena,
    #[cfg(feature = "regex")]
    pub(crate) patterns: Patterns,
    #[cfg(feature = "coverage")]
    pub(crate) recorder: crate::coverage::recorder::Recorder,
}

impl Memory {
    /// Frees what expressions made, and keeps the memory and the patterns.
    pub fn reset(&mut self) {
        self.arena.reset();
    }

    /// Whether an evaluation did more work or made more than any may.
    #[inline]
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.arena.is_exhausted()
    }

    /// The counts of a resource's rules, by point.
    #[cfg(feature = "coverage")]
    #[must_use]
    pub fn recorded(
        &self,
        rules: &'static crate::coverage::CoveredRules,
    ) -> alloc::vec::Vec<crate::coverage::recorder::Counts> {
        self.recorder.counts(rules)
    }

    /// The result of an evaluation, unless it did more work or made more than any may.
    ///
    /// # Errors
    /// The result's, or [`EvalError::CostLimit`].
    #[inline]
    pub fn limited<T>(&self, result: Evaluated<T>) -> Evaluated<T> {
        self.arena.limited(result)
    }
}

impl<'a> Context<'a> {
    /// Evaluates in this memory.
    pub fn new(memory: &'a Memory, meter: &'a Meter) -> Self {
        Context {
            arena: &memory.arena,
            meter,
            #[cfg(feature = "regex")]
            patterns: &memory.patterns,
            #[cfg(feature = "coverage")]
            recorder: &memory.recorder,
        }
    }

    /// Patterns that were compiled at run time.
    #[cfg(feature = "regex")]
    pub fn patterns(self) -> core::cell::RefMut<'a, super::scalars::regex::Patterns> {
        self.patterns.borrow_mut()
    }

    /// Adds to the cost.
    #[inline(always)]
    pub fn add(self, cost: u64) {
        self.meter.add(cost);
    }

    /// Takes back from the cost.
    #[inline(always)]
    pub fn take_back(self, cost: u64) {
        self.meter.take_back(cost);
    }

    /// Ends the evaluation if its cost is above the limit.
    ///
    /// # Errors
    /// [`EvalError::CostLimit`]
    #[inline(always)]
    pub fn check(self) -> Evaluated<()> {
        if self.meter.is_exceeded() { Err(EvalError::CostLimit) } else { Ok(()) }
    }
}
