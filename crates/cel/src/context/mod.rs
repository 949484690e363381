//! The context of an evaluation: the arena and the meter.

pub(crate) mod meter;

use crate::arena::Arena;
use crate::context::meter::Meter;
use crate::error::{EvalError, Evaluated};

/// The context of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The memory of values that expressions create.
    pub arena: &'a Arena,
    /// The count of costs.
    pub meter: &'a Meter,
    /// Patterns that were compiled at run time.
    #[cfg(feature = "regex")]
    patterns: &'a Patterns,
    /// The counts of rules and conditions that tests record.
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
    /// Frees the values of expressions, and keeps the memory and the patterns.
    pub fn reset(&mut self) {
        self.arena.reset();
    }

    /// Whether an evaluation exceeded the limits of work and memory.
    #[inline]
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.arena.is_exhausted()
    }

    /// The recorded counts of a resource's rules, by point.
    #[cfg(feature = "coverage")]
    #[must_use]
    pub fn recorded(
        &self,
        rules: &'static crate::coverage::CoveredRules,
    ) -> alloc::vec::Vec<crate::coverage::recorder::Counts> {
        self.recorder.counts(rules)
    }

    /// Returns the result of an evaluation, unless it exceeded the limits of work and memory.
    ///
    /// # Errors
    /// The result's, or [`EvalError::CostLimit`].
    #[inline]
    pub fn limited<T>(&self, result: Evaluated<T>) -> Evaluated<T> {
        self.arena.limited(result)
    }
}

impl<'a> Context<'a> {
    /// Creates the context of an evaluation that uses this memory.
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

    /// Subtracts from the cost.
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
