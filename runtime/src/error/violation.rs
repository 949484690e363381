//! A broken rule and the values that it concerns, as indices of the tape.
//!
//! Every error has an owner, and moving an error moves both indices. The fields are private, so that callers
//! cannot set only one. Ratcheting depends on the owner.

use super::{ErrorSource, Rule};

/// A rule that a value of the tape broke.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Violation {
    at: u32,
    owner: u32,
    rule: &'static Rule,
    source: ErrorSource,
}

impl Violation {
    /// An error of the value at `at`, which owns it.
    pub(crate) fn new(source: ErrorSource, at: u32, rule: &'static Rule) -> Violation {
        Violation { at, owner: at, rule, source }
    }

    /// An error of the schema's value validations.
    pub(crate) fn schema(at: u32, rule: &'static Rule) -> Violation {
        Violation::new(ErrorSource::Schema, at, rule)
    }

    /// The same error, owned by an ancestor: branches of alternatives are ratcheted with the value that has
    /// them.
    pub(crate) fn owned_by(self, owner: u32) -> Violation {
        Violation { owner, ..self }
    }

    /// The same error on another tape; `None` if `place` does not map the value or its owner.
    pub(crate) fn moved(self, place: impl Fn(u32) -> Option<u32>) -> Option<Violation> {
        Some(Violation { at: place(self.at)?, owner: place(self.owner)?, ..self })
    }

    /// The same error for another value, which owns it. Used for a value that was decoded again.
    pub(crate) fn moved_to(self, at: u32) -> Violation {
        Violation { at, owner: at, ..self }
    }

    /// The invalid value.
    pub(crate) fn at(&self) -> u32 {
        self.at
    }

    /// The value whose node has the constraint: the invalid value, or an ancestor if the constraint is in a
    /// branch of an alternative.
    pub(crate) fn owner(&self) -> u32 {
        self.owner
    }

    /// The broken rule.
    pub(crate) fn rule(&self) -> &'static Rule {
        self.rule
    }

    /// The step that found the error.
    pub(crate) fn source(&self) -> ErrorSource {
        self.source
    }
}
