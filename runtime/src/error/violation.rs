//! A broken rule and the values it concerns, as indices of the tape.
//!
//! Every error has an owner from the start, and moving an error moves both places: the fields are private, so that no
//! caller can set one and forget the other. Ratcheting goes by the owner.

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

    /// The same error, owned by a value above it: branches of alternatives are not ratcheted on their own.
    pub(crate) fn owned_by(self, owner: u32) -> Violation {
        Violation { owner, ..self }
    }

    /// The same error on another tape; none where `place` does not know the value or its owner.
    pub(crate) fn moved(self, place: impl Fn(u32) -> Option<u32>) -> Option<Violation> {
        Some(Violation { at: place(self.at)?, owner: place(self.owner)?, ..self })
    }

    /// The same error of another value, which owns it: for a value that was decoded once more.
    pub(crate) fn moved_to(self, at: u32) -> Violation {
        Violation { at, owner: at, ..self }
    }

    /// The value that is wrong.
    pub(crate) fn at(&self) -> u32 {
        self.at
    }

    /// The value whose node asks: the wrong value, or one above it where a branch of an alternative asks.
    pub(crate) fn owner(&self) -> u32 {
        self.owner
    }

    /// What is broken.
    pub(crate) fn rule(&self) -> &'static Rule {
        self.rule
    }

    /// Who asks.
    pub(crate) fn source(&self) -> ErrorSource {
        self.source
    }
}
