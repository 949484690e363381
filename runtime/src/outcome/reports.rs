//! The reports of an outcome: errors, warnings, fields, statuses.
//!
//! In: an outcome. Out: iterators. Easy to break: reports are in the server's order, and are created only on
//! demand.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::Outcome;
use crate::error::{FailedRule, FieldError, Message, Report, Reported, Violation, WhichRule};
use crate::field_path::FieldPath;
use crate::operation::{FieldValidation, RequestKind};
use crate::request::{self, Validated, strict};
use crate::status::{About, INVALID, Status};

impl<'a> Outcome<'a> {
    /// All errors, in document order. With code 400 these are the changes of immutable fields by an update;
    /// empty if the body itself is refused.
    pub fn errors(&self) -> impl Iterator<Item = FieldError> + '_ {
        let blocked = self.blocked();
        let lowered: &[FieldError] = if blocked.is_some() { &[] } else { &self.scratch.findings.lowered };
        let (before, after): (&[FieldError], &[FieldError]) = match self.verdict {
            Err(_) => (&self.scratch.findings.violated, &[]),
            Ok(_) => (&self.scratch.findings.before, &self.scratch.findings.after),
        };
        before
            .iter()
            .cloned()
            .chain(self.report().into_iter().flatten())
            .chain(after.iter().chain(lowered).cloned())
            .chain(blocked)
    }

    /// Errors that are ignored because the old object has them too.
    pub fn ratcheted(&self) -> impl Iterator<Item = FieldError> + '_ {
        self.report_of(self.raised.as_ref().map_or(&[], |raised| &raised.ratcheted)).into_iter().flatten()
    }

    /// Paths of the pruned fields, in the server's notation and order; empty if the body cannot be decoded.
    /// Fields inside union members that normalization cleared are not included: see [`Outcome::strict`].
    pub fn pruned(&self) -> impl Iterator<Item = FieldPath> + '_ {
        self.may_be_strict().then(|| strict::pruned(self.read_side(), self.read_tape())).into_iter().flatten()
    }

    /// Paths of fields that the body has more than once, in the server's notation: the last value counts. The
    /// first hundred, as on the server; empty if the body cannot be decoded.
    pub fn repeated(&self) -> impl Iterator<Item = FieldPath> + '_ {
        self.may_be_strict()
            .then(|| strict::repeated(self.read_side(), self.read_tape()))
            .into_iter()
            .flatten()
    }

    /// The errors of strict field validation: `unknown field "…"`, `duplicate field "…"`. They do not depend
    /// on the request's field validation or on other errors; empty if the body cannot be decoded. The server
    /// collects them before normalization clears union members, so fields inside cleared members are included
    /// here and in the warnings.
    pub fn strict(&self) -> impl Iterator<Item = Message> + '_ {
        self.may_be_strict().then(|| strict::report(self.read_side(), self.read_tape())).into_iter().flatten()
    }

    /// Whether there may be unknown or duplicate fields.
    fn may_be_strict(&self) -> bool {
        self.is_decoded() && strict::any(self.read_side())
    }

    /// The warnings that the server records, for accepted and rejected objects. If all of them together
    /// exceed 4096 characters, the server truncates each header to 256 characters and drops those beyond 4096
    /// in total.
    // apiserver: pkg/endpoints/filters/warning.go
    pub fn warnings(&self) -> impl Iterator<Item = Message> + '_ {
        self.may_warn().then(|| self.all_warnings()).into_iter().flatten()
    }

    fn all_warnings(&self) -> Vec<Message> {
        let mut warnings = match self.request.field_validation {
            FieldValidation::Warn => self.strict().collect(),
            FieldValidation::Ignore | FieldValidation::Strict => Vec::new(),
        };
        if self.is_decoded() {
            warnings.extend(request::owner_references::warning(self.read_tape()).map(Message::from));
        }
        if self.accepted && matches!(self.request.kind, RequestKind::Create | RequestKind::Update) {
            let new = self.stored_tape();
            let old = (self.request.kind == RequestKind::Update)
                .then(|| self.scratch.old.tape(self.request.old, self.definition.defaults, b""));
            warnings.extend(request::warnings::of(new, old));
        }
        if self.scratch.findings.warnings.is_empty() {
            return warnings;
        }
        // The server records a text once.
        let mut seen = BTreeSet::new();
        let of_rules = self.scratch.findings.warnings.iter().map(FieldError::to_string);
        warnings.extend(of_rules.filter(|text| seen.insert(text.clone())).map(Message::from));
        warnings
    }

    /// Whether there may be warnings. All callers test this, and hardly any request has warnings. The stored
    /// object can cause warnings only if it is the one that was read.
    #[inline]
    pub(crate) fn may_warn(&self) -> bool {
        let side = self.read_side();
        strict::any(side) || request::warnings::may_be(side) || !self.scratch.findings.warnings.is_empty()
    }

    /// The CEL rules that failed or could not be evaluated, in the order of their errors, with those that are
    /// only warnings. Empty for resources without rules, and if other errors prevented them from running. The
    /// error of an object whose rules cost more than its budget is not included, because it belongs to no
    /// rule.
    pub fn failed_rules(&self) -> impl Iterator<Item = FailedRule<'_>> + '_ {
        let findings = &self.scratch.findings;
        findings.failed.iter().filter_map(|(which, reported)| {
            let (error, ignored) = match *reported {
                Reported::Error(index) => (findings.after.get(index)?, false),
                Reported::Warning(index) => (findings.warnings.get(index)?, true),
            };
            let WhichRule { path, text: rule, index, kind } = which;
            Some(FailedRule { path, rule, index: *index, kind, error, ignored })
        })
    }

    /// The `Status` that the server returns instead of the object; `None` if accepted.
    pub fn status(&self) -> Option<Status> {
        (!self.accepted).then(|| self.refusal())
    }

    /// The `Status` of a request that is not accepted.
    pub(super) fn refusal(&self) -> Status {
        let (kind, name) = self.kind_and_name();
        let about = About::new(self.definition.group, &kind, &name);
        if self.is_refused() {
            let violated = self.scratch.findings.violated.iter().cloned();
            return Status::bad_request(about, &self.scratch.refused, violated);
        }
        Status::invalid(about, self.errors())
    }

    /// The `Status` with other texts for its errors, in the order of [`Outcome::errors`], such as the texts
    /// of another server version. `None` if accepted. Causes are as in [`Outcome::status`]. The refusal of a
    /// body has no errors, so it stays.
    pub fn status_in_words(&self, texts: impl IntoIterator<Item = impl fmt::Display>) -> Option<Status> {
        let mut status = self.status()?;
        if self.is_refused() {
            return Some(status);
        }
        let (kind, name) = self.kind_and_name();
        let about = About::new(self.definition.group, &kind, &name);
        status.message = about.summary(INVALID, texts);
        Some(status)
    }

    /// The `Status` with the wanted errors only; `None` if there are none. For webhooks that leave the other
    /// errors to the server.
    ///
    /// A body that cannot be decoded is refused whatever the errors: nothing is known about it.
    pub fn status_of(&self, mut wanted: impl FnMut(&FieldError) -> bool) -> Option<Status> {
        let (kind, name) = self.kind_and_name();
        let about = About::new(self.definition.group, &kind, &name);
        if self.is_refused() {
            let violated = &self.scratch.findings.violated;
            let refused = violated.is_empty() || violated.iter().any(wanted);
            return refused
                .then(|| Status::bad_request(about, &self.scratch.refused, violated.iter().cloned()));
        }
        let mut errors = self.errors().filter(|error| wanted(error)).peekable();
        errors.peek()?;
        Some(Status::invalid(about, errors))
    }

    /// The kind that the object has, and `metadata.name` or an empty string.
    fn kind_and_name(&self) -> (String, String) {
        let tape = self.stored_tape();
        (request::kind(tape).unwrap_or_else(|| self.definition.kind.into()), request::name(tape))
    }

    /// The note that CEL rules were not evaluated because of other errors.
    fn blocked(&self) -> Option<FieldError> {
        if self.accepted || self.is_refused() {
            return None;
        }
        self.scratch.findings.blocked.then(FieldError::rules_not_checked)
    }

    pub(super) fn report(&self) -> Option<Report<'_, 'a>> {
        self.report_of(self.raised.as_ref().map_or(&[], |raised| &raised.violations))
    }

    /// The errors of violations of the stored side.
    fn report_of<'s>(&'s self, violations: &'s [Violation<'a>]) -> Option<Report<'s, 'a>> {
        let Validated { root, prefix } = self.verdict.ok().filter(|_| !violations.is_empty())?;
        Some(Report::new(self.stored_tape(), violations, root, prefix))
    }
}
