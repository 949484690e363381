//! A broken rule and the values that it concerns, as indices of the tape.
//!
//! Every error has an owner, and moving an error moves both indices. The fields are private, so that callers
//! cannot set only one. Ratcheting depends on the owner.

use super::{ErrorSource, Rule};

/// A rule that a value of the tape broke.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Violation<'p> {
    at: u32,
    owner: u32,
    rule: &'p Rule<'p>,
    source: ErrorSource,
    /// The number of the `allOf` that this is the error of, if its branches are ratcheted on their own;
    /// otherwise 0.
    all_of: u32,
    /// The number of the innermost such `allOf` that has this error in a branch; otherwise 0.
    branch_of: u32,
    /// The number of valid branches, if this is the error of a `oneOf`.
    valid: u32,
}

impl<'p> Violation<'p> {
    /// Creates an error of the value at `at`, which owns it.
    pub(crate) fn new(source: ErrorSource, at: u32, rule: &'p Rule<'p>) -> Violation<'p> {
        Violation { at, owner: at, rule, source, all_of: 0, branch_of: 0, valid: 0 }
    }

    /// Creates an error of the schema's value validations.
    pub(crate) fn schema(at: u32, rule: &'p Rule<'p>) -> Violation<'p> {
        Violation::new(ErrorSource::Schema, at, rule)
    }

    /// The error, owned by an ancestor: branches of alternatives are ratcheted with the value that has
    /// them.
    pub(crate) fn owned_by(self, owner: u32) -> Violation<'p> {
        Violation { owner, all_of: 0, branch_of: 0, ..self }
    }

    /// The error of a `oneOf` of which this many branches are valid.
    pub(crate) fn with_valid(self, valid: u32) -> Violation<'p> {
        Violation { valid, ..self }
    }

    /// The number of valid branches of the `oneOf`.
    pub(crate) fn valid(&self) -> u32 {
        self.valid
    }

    /// Gives the error of an `allOf` its number. Numbers are unique among the errors of one object, and grow
    /// outwards.
    pub(crate) fn numbered(self, all_of: u32) -> Violation<'p> {
        Violation { all_of, ..self }
    }

    /// The error in a branch of an `allOf`, unless an inner one has it.
    pub(crate) fn in_branch_of(self, all_of: u32) -> Violation<'p> {
        if self.branch_of == 0 { Violation { branch_of: all_of, ..self } } else { self }
    }

    /// The number of the `allOf` that this is the error of; 0 if there is no such `allOf`, or if it is inside
    /// of other alternatives.
    pub(crate) fn all_of(&self) -> u32 {
        self.all_of
    }

    /// The number of the `allOf` that has this error in a branch; 0 if there is no such `allOf`.
    pub(crate) fn branch_of(&self) -> u32 {
        self.branch_of
    }

    /// The error on another tape; `None` if `place` does not map the value or its owner.
    pub(crate) fn moved(self, place: impl Fn(u32) -> Option<u32>) -> Option<Violation<'p>> {
        Some(Violation { at: place(self.at)?, owner: place(self.owner)?, ..self })
    }

    /// The error for another value, which owns it. Used for a value that was decoded again.
    pub(crate) fn moved_to(self, at: u32) -> Violation<'p> {
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
    pub(crate) fn rule(&self) -> &'p Rule<'p> {
        self.rule
    }

    /// The step that found the error.
    pub(crate) fn source(&self) -> ErrorSource {
        self.source
    }
}
