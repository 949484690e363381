//! `--ignore-source`: leaves out parts of an answer. In: an answer. Out: the part of it that is compared.
//!
//! Errors of an ignored source are removed on both sides, including ratcheted ones. An answer whose errors
//! are all removed counts as accepted. Two consequences of an ignored error are removed as well:
//! - the `blocked` error (CEL was not run), on both sides, if all blocking errors of one side were ignored.
//!   If a compared error blocks, `blocked` is compared, even if `cel` is ignored. If no error blocks,
//!   `blocked` is a mismatch;
//! - everything else, if an error of `typemeta` or `immutable` ended the request before other checks:
//!   verdict, errors and messages of that case are not compared, nor are its object and unknown fields if the
//!   code is
//!   400. These percentages exclude such cases.

use std::collections::BTreeSet;

use super::Answer;
use super::answer::FieldError;

/// Sources whose errors are ignored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ignored(BTreeSet<String>);

/// The compared parts of the two answers to a case.
pub(crate) struct Compared<'a> {
    pub(super) expected: Vec<&'a FieldError>,
    pub(super) got: Vec<&'a FieldError>,
    /// An ignored error ended one of the requests early.
    pub(super) ended: bool,
}

const BLOCKED: &str = "blocked";
/// apiextensions-apiserver: pkg/registry/customresource/strategy.go, hasBlockingErr
const BLOCKING: [&str; 5] = [
    "FieldValueNotSupported",
    "FieldValueRequired",
    "FieldValueTooLong",
    "FieldValueTooMany",
    "FieldValueTypeInvalid",
];
const ENDING: [&str; 2] = ["typemeta", "immutable"];

impl Ignored {
    pub(super) fn new(sources: &[String]) -> Self {
        Self(sources.iter().cloned().collect())
    }

    fn has(&self, error: &FieldError) -> bool {
        self.0.contains(&error.source)
    }

    /// The errors of a list that are compared.
    pub(super) fn rest<'a>(&self, errors: &'a [FieldError]) -> Vec<&'a FieldError> {
        errors.iter().filter(|error| !self.has(error)).collect()
    }

    /// The errors of two answers that are compared.
    pub(super) fn validated<'a>(&self, expected: &'a Answer, got: &'a Answer) -> Compared<'a> {
        let sides = [expected, got];
        let mut validated = Compared {
            expected: self.rest(&expected.errors),
            got: self.rest(&got.errors),
            ended: sides.into_iter().any(|side| {
                let mut ignored = side.errors.iter().filter(|error| self.has(error));
                ignored.any(|error| ENDING.contains(&error.source.as_str()))
            }),
        };
        if sides.into_iter().any(|side| self.blocked_by_ignored(&side.errors)) {
            validated.expected.retain(|error| error.source != BLOCKED);
            validated.got.retain(|error| error.source != BLOCKED);
        }
        validated
    }

    fn blocked_by_ignored(&self, errors: &[FieldError]) -> bool {
        let mut blocking = errors
            .iter()
            .filter(|error| error.source != BLOCKED && BLOCKING.contains(&error.r#type.as_str()))
            .peekable();
        blocking.peek().is_some() && blocking.all(|error| self.has(error))
    }

    /// Whether an answer is accepted without its ignored errors.
    pub(super) fn accepted(&self, answer: &Answer, rest: &[&FieldError]) -> bool {
        answer.accepted || (!answer.errors.is_empty() && rest.is_empty())
    }
}
