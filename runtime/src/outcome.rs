//! The outcome of a request.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::compiled::{Compiled, UncompiledRule};
use crate::error::{
    ErrorSource, ErrorType, FailedRule, FieldError, FieldPath, Message, Report, Reported, Violation,
    WhichRule,
};
use crate::request::{self, FieldValidation, Operation, Refused, Request, Validated, Verdict, strict};
use crate::scratch::{Kept, Scratch};
use crate::side::Side;
use crate::status::{About, Status};
use crate::tape::{CHANGED, Tape, render_if_changed, splice};

/// The server's answer to a request: whether it is accepted, what would be stored, and all errors.
///
/// Messages of errors, paths and warnings are created on demand; an accepted request that nobody queries does
/// not pay for them.
#[must_use = "an outcome says whether the request is accepted"]
pub struct Outcome<'a> {
    compiled: &'a Compiled<'a>,
    request: Request<'a>,
    scratch: &'a Kept,
    /// None if there are none.
    raised: Option<Box<Raised<'a>>>,
    verdict: Verdict,
    accepted: bool,
    /// Whether the stored object is in the scratch, not in the request.
    rendered: bool,
}

/// Violations of the schema.
pub(crate) struct Raised<'a> {
    /// Of the object that is stored.
    pub(crate) violations: Vec<Violation<'a>>,
    /// Those that are ignored because the old object has them too.
    pub(crate) ratcheted: Vec<Violation<'a>>,
}

impl<'a> Outcome<'a> {
    pub(crate) fn new(
        compiled: &'a Compiled<'a>,
        request: Request<'a>,
        scratch: &'a mut Scratch,
        verdict: Verdict,
        mut raised: Option<Box<Raised<'a>>>,
    ) -> Self {
        let Scratch { kept: scratch, buffers } = scratch;
        if let Some(raised) = &mut raised {
            // Document order: errors of a container precede those of its children.
            raised.violations.sort_by_key(|violation| violation.at());
            raised.ratcheted.sort_by_key(|violation| violation.at());
        }
        let Kept { new, old, out, .. } = &mut *scratch;
        let side = if request.operation == Operation::UpdateStatus { &*old } else { &*new };
        let mut rendered = false;
        if verdict.is_ok() && side.tape.first().is_some_and(|root| root.has(CHANGED)) {
            let tape = stored(compiled, &request, new, old);
            let added_only = side.changes as usize == side.splices.len();
            rendered = (added_only && splice(&tape, &side.splices, out))
                || render_if_changed(tape, out, &mut buffers.open);
        }
        let mut outcome = Outcome { compiled, request, scratch, raised, verdict, accepted: false, rendered };
        outcome.accepted = !outcome.is_refused()
            && outcome.scratch.findings.has_no_errors()
            && !outcome.report().is_some_and(Report::any);
        outcome
    }

    /// Whether the request is accepted.
    pub fn accepted(&self) -> bool {
        self.accepted
    }

    /// The HTTP status code: 200 or 201 if accepted, 400 if the body is refused, 422 if the object is
    /// invalid.
    pub fn code(&self) -> u16 {
        match (self.verdict, self.accepted, self.request.operation) {
            (Err(_), ..) => 400,
            (_, false, _) => 422,
            (_, true, Operation::Create) => 201,
            (_, true, _) => 200,
        }
    }

    /// The message of code 400, otherwise `None`. For strict validation and immutable fields it shows up to
    /// one mebibyte of errors, like [`Status`].
    pub fn message(&self) -> Option<&str> {
        self.is_refused().then_some(self.scratch.message.as_str())
    }

    /// The object as it would be stored, as JSON. On 422 the object as it was when it was rejected, on 400
    /// `None`.
    pub fn object(&self) -> Option<&[u8]> {
        self.lasting_object()
    }

    /// The object of [`Outcome::object`], borrowed from the request if it is unchanged.
    pub fn stored(&self) -> Option<Cow<'a, [u8]>> {
        if self.unchanged() {
            return Some(Cow::Borrowed(self.request.new));
        }
        self.object().map(|object| Cow::Owned(object.to_vec()))
    }

    /// Whether the bytes that would be stored are the request's. Never true for a create whose object lacks
    /// `metadata.generation: 1`: see [`Outcome::unchanged_but_system_fields`].
    pub fn unchanged(&self) -> bool {
        !self.is_refused() && !self.takes_status() && !self.side().is_normalised && !self.rendered
    }

    /// Whether the stored object equals the request's except for what the server maintains in `metadata`: the
    /// generation and the namespace that it sets, and the fields that it wipes on a create or restores on an
    /// update (`uid`, `creationTimestamp`, `deletionTimestamp`, `deletionGracePeriodSeconds`, `selfLink`). If
    /// true, nothing was pruned, defaulted, normalized or dropped, so a webhook has nothing to patch. Always
    /// `false` for a status update, which stores another object.
    pub fn unchanged_but_system_fields(&self) -> bool {
        let side = self.side();
        let only_system = !side.is_normalised && side.changes == side.system_changes;
        self.unchanged() || (only_system && !self.is_refused() && !self.takes_status())
    }

    /// All errors, in document order. On 400 these are the changes of immutable fields by an update, or none
    /// if the body itself is refused.
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
    pub fn pruned(&self) -> Vec<FieldPath> {
        if !self.is_decoded() || !strict::any(self.read_side()) {
            return Vec::new();
        }
        strict::pruned(self.read_side(), self.read_tape())
    }

    /// The errors of strict field validation: `unknown field "…"`, `duplicate field "…"`. They do not depend
    /// on the request's field validation or on other errors; empty if the body cannot be decoded. The server
    /// collects them before normalization clears union members, so fields inside cleared members are included
    /// here and in the warnings.
    pub fn strict(&self) -> Vec<Message> {
        if !self.is_decoded() || !strict::any(self.read_side()) {
            return Vec::new();
        }
        strict::report(self.read_side(), self.read_tape())
    }

    /// The warnings that the server records, for accepted and rejected objects. If all of them together
    /// exceed 4096 characters, the server truncates each header to 256 characters and drops those beyond 4096
    /// in total.
    // apiserver: pkg/endpoints/filters/warning.go
    pub fn warnings(&self) -> Vec<Message> {
        if !self.may_warn() {
            return Vec::new();
        }
        let mut warnings = match self.request.field_validation {
            FieldValidation::Warn => self.strict(),
            FieldValidation::Ignore | FieldValidation::Strict => Vec::new(),
        };
        if self.is_decoded() {
            warnings.extend(request::owner_references::warning(self.read_tape()).map(Message::from));
        }
        if self.accepted && matches!(self.request.operation, Operation::Create | Operation::Update) {
            let new = self.stored_tape();
            let old = (self.request.operation == Operation::Update)
                .then(|| self.scratch.old.tape(self.request.old, self.compiled.defaults, b""));
            warnings.extend(request::warnings::of(new, old).into_iter().map(Message::from));
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

    /// Whether there may be warnings. All callers ask, and hardly any request has some. Of the stored object
    /// there are some only if it is the one that was read.
    #[inline]
    pub(crate) fn may_warn(&self) -> bool {
        let side = self.read_side();
        strict::any(side) || request::warnings::may_be(side) || !self.scratch.findings.warnings.is_empty()
    }

    /// The CEL rules that failed or could not be evaluated, in the order of their errors, with those that are only
    /// warnings. Empty for resources without rules, and if other errors prevented them from running. Without
    /// the error of an object whose rules cost more than its budget, which is no rule's.
    pub fn failed_rules(&self) -> impl Iterator<Item = FailedRule<'_>> + '_ {
        let findings = &self.scratch.findings;
        findings.failed.iter().filter_map(|(which, reported)| {
            let (error, ignored) = match *reported {
                Reported::Error(index) => (findings.after.get(index)?, false),
                Reported::Warning(index) => (findings.warnings.get(index)?, true),
            };
            let WhichRule { path, text: rule, index } = which;
            Some(FailedRule { path, rule, index: *index, error, ignored })
        })
    }

    /// What the CEL rules of the request cost, in the server's units, of which an object may use 10,000,000. `None` if no
    /// rules ran, or their cost was not counted: see `Scratch::count_rule_costs`. The evaluation that exceeds the budget
    /// is not included.
    pub fn rule_cost(&self) -> Option<u64> {
        self.scratch.findings.rule_cost
    }

    /// The CEL rules of the schema that were not checked, because crdc cannot compile them: the server may reject what
    /// this outcome accepts. Always empty unless the compiler's option `skip_uncompiled_rules` is set. The same for
    /// every request of a resource.
    pub fn uncompiled_rules(&self) -> &'a [UncompiledRule<'a>] {
        self.compiled.steps.uncompiled_rules
    }

    /// The `Status` that the server returns instead of the object; `None` if accepted.
    pub fn status(&self) -> Option<Status> {
        if self.accepted {
            return None;
        }
        let (kind, name) = self.kind_and_name();
        let about = About::new(self.compiled, &kind, &name);
        Some(match self.message() {
            Some(message) => {
                Status::bad_request(about, message, self.scratch.findings.violated.iter().cloned())
            }
            None => Status::invalid(about, self.errors()),
        })
    }

    /// The `Status` with some of the errors only; `None` if there are none of them. For who leaves the others to the server.
    ///
    /// A body that cannot be decoded is refused whatever the errors: nothing is known about it.
    pub fn status_of(&self, mut wanted: impl FnMut(&FieldError) -> bool) -> Option<Status> {
        let (kind, name) = self.kind_and_name();
        let about = About::new(self.compiled, &kind, &name);
        if let Some(message) = self.message() {
            let violated = &self.scratch.findings.violated;
            let refused = violated.is_empty() || violated.iter().any(wanted);
            return refused.then(|| Status::bad_request(about, message, violated.iter().cloned()));
        }
        let mut errors = self.errors().filter(|error| wanted(error)).peekable();
        errors.peek()?;
        Some(Status::invalid(about, errors))
    }

    /// The kind that the object has, and `metadata.name` or an empty string.
    fn kind_and_name(&self) -> (String, String) {
        let tape = self.stored_tape();
        (request::kind(tape).unwrap_or_else(|| self.compiled.kind.into()), request::name(tape))
    }

    /// The note that CEL rules were not evaluated because of other errors.
    fn blocked(&self) -> Option<FieldError> {
        if self.accepted || self.is_refused() {
            return None;
        }
        self.scratch.findings.blocked.then(|| FieldError {
            error_type: ErrorType::Invalid,
            field: "<nil>".into(),
            bad_value: Some("null".into()),
            detail:
                "some validation rules were not checked because the object was invalid; correct the existing \
                     errors to complete validation"
                    .into(),
            source: ErrorSource::Blocked,
        })
    }

    fn report(&self) -> Option<Report<'_, 'a>> {
        self.report_of(self.raised.as_ref().map_or(&[], |raised| &raised.violations))
    }

    /// The errors of violations of the stored side.
    fn report_of<'s>(&'s self, violations: &'s [Violation<'a>]) -> Option<Report<'s, 'a>> {
        let Validated { root, prefix } = self.verdict.ok().filter(|_| !violations.is_empty())?;
        Some(Report::new(self.stored_tape(), violations, root, prefix))
    }

    fn is_refused(&self) -> bool {
        self.verdict.is_err()
    }

    fn is_decoded(&self) -> bool {
        self.verdict != Err(Refused { decoded: false })
    }

    fn takes_status(&self) -> bool {
        self.request.operation == Operation::UpdateStatus
    }

    /// The side that is stored.
    fn side(&self) -> &'a Side {
        if self.takes_status() { &self.scratch.old } else { &self.scratch.new }
    }

    /// The side that was decoded from the request's object.
    fn read_side(&self) -> &'a Side {
        &self.scratch.new
    }

    /// The decoded form of [`Outcome::object`].
    pub(crate) fn decoded_object(&self) -> Option<Tape<'a>> {
        (!self.is_refused()).then(|| self.stored_tape())
    }

    /// [`Outcome::object`] for as long as the request and the scratch live.
    #[inline]
    pub(crate) fn lasting_object(&self) -> Option<&'a [u8]> {
        // Which text was given is asked only if it is the object.
        if self.rendered { Some(&self.scratch.out) } else { self.decoded().map(|(_, source)| source) }
    }

    /// Whether [`Outcome::object`] was written anew: it is not the text that was given.
    pub(crate) fn is_rendered(&self) -> bool {
        self.rendered
    }

    /// Whether the metadata of [`Outcome::object`] certainly has no field of this number.
    #[inline]
    pub(crate) fn lacks_metadata_field(&self, number: u16) -> bool {
        let side = self.side();
        self.verdict.is_ok() && side.bad_metadata.is_none() && side.metadata_fields >> number & 1 == 0
    }

    /// What is known of [`Outcome::object`], and the text that it was decoded from; `None` if it was refused.
    #[inline]
    pub(crate) fn decoded(&self) -> Option<(&'a Side, &'a [u8])> {
        if self.is_refused() {
            return None;
        }
        let side = self.side();
        Some((side, side.source(if self.takes_status() { self.request.old } else { self.request.new })))
    }

    fn stored_tape(&self) -> Tape<'a> {
        stored(self.compiled, &self.request, &self.scratch.new, &self.scratch.old)
    }

    fn read_tape(&self) -> Tape<'a> {
        self.scratch.new.tape(self.request.new, self.compiled.defaults, b"")
    }
}

/// The object that is stored.
fn stored<'s>(compiled: &'s Compiled<'s>, request: &Request<'s>, new: &'s Side, old: &'s Side) -> Tape<'s> {
    let (new, old) = ((new, request.new), (old, request.old));
    let stores_old = request.operation == Operation::UpdateStatus;
    let ((side, text), (other, other_text)) = if stores_old { (old, new) } else { (new, old) };
    side.tape(text, compiled.defaults, other.source(other_text))
}

impl fmt::Debug for Outcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outcome")
            .field("code", &self.code())
            .field("accepted", &self.accepted)
            .finish_non_exhaustive()
    }
}
