//! The accumulators of loops: a boolean, a count, or a list of values. Errors that do not decide the result
//! are dropped.
//
// cel-go: parser/macro.go, ext/comprehensions.go

use super::range::Next;
use crate::arena::Arena;
use crate::context::Context;
use crate::error::{EvalError, Evaluated};

/// The state of a loop that tests each element.
pub(crate) struct Answers {
    /// The result that ends the loop.
    decided: bool,
    pub(crate) failed: Option<EvalError>,
    ended: bool,
}

impl Answers {
    pub(crate) fn new(decided: bool) -> Self {
        Answers { decided, failed: None, ended: false }
    }

    #[inline]
    pub(crate) fn add(&mut self, answer: Evaluated<bool>) -> Evaluated<Next> {
        match answer {
            Ok(answer) if answer == self.decided => {
                self.ended = true;
                return Ok(Next::Stop);
            }
            Ok(_) => {}
            Err(error) if !error.can_be_dropped() => return Err(error),
            Err(error) => {
                self.failed.get_or_insert(error);
            }
        }
        Ok(Next::Go)
    }

    pub(crate) fn result(self) -> Evaluated<bool> {
        match self.failed {
            _ if self.ended => Ok(self.decided),
            Some(error) => Err(error),
            None => Ok(!self.decided),
        }
    }
}

/// The number of elements for which the condition is true. A later error replaces an earlier one.
pub(crate) struct Count {
    pub(crate) matches: u64,
    pub(crate) failed: Option<EvalError>,
}

impl Count {
    #[inline]
    pub(crate) fn add(&mut self, context: Context<'_>, answer: Evaluated<bool>) -> Evaluated<Next> {
        match answer {
            Ok(true) => {
                context.add(2);
                self.matches += 1;
            }
            Ok(false) => {}
            Err(error) if !error.can_be_dropped() => return Err(error),
            Err(error) => self.failed = Some(error),
        }
        Ok(Next::Go)
    }

    pub(crate) fn one(self) -> Evaluated<bool> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.matches == 1),
        }
    }
}

/// The values that a loop collects.
pub(crate) struct Collected<'a, T> {
    pub(crate) items: bumpalo::collections::Vec<'a, T>,
    pub(crate) failed: Option<EvalError>,
}

impl<'a, T: Copy> Collected<'a, T> {
    pub(crate) fn new(arena: &'a Arena) -> Self {
        Collected { items: bumpalo::collections::Vec::new_in(arena), failed: None }
    }

    /// Adds a value if the filter is true. An error of the filter replaces an earlier error; an error of the
    /// value does not.
    pub(crate) fn add(
        &mut self,
        chosen: Evaluated<bool>,
        value: impl FnOnce() -> Evaluated<T>,
    ) -> Evaluated<Next> {
        match chosen {
            Ok(false) => {}
            Ok(true) => match value() {
                Ok(value) => self.items.push(value),
                Err(error) if !error.can_be_dropped() => return Err(error),
                Err(error) => {
                    self.failed.get_or_insert(error);
                }
            },
            Err(error) if !error.can_be_dropped() => return Err(error),
            Err(error) => self.failed = Some(error),
        }
        Ok(Next::Go)
    }

    pub(crate) fn result(self) -> Evaluated<&'a [T]> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.items.into_bump_slice()),
        }
    }
}
