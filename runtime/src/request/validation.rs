//! The second half of `operations.rs`: a request whose objects do not change any more.
//!
//! In: decoded and prepared objects. Out: violations and errors. The tapes are made once, for all steps,
//! which are methods, each in the file of its topic.

use super::state::Progress;
use super::{RequestState, Validated};
use crate::definition::Definition;
#[cfg(feature = "cel")]
use crate::error::ErrorSource;
use crate::error::{Broken, FieldError, Violation};
use crate::extensions::{Extent, Seen, Tapes};
use crate::operation::{Request, RequestKind};
use crate::refusal::BadRequest;
use crate::scratch::{Buffers, Findings};
#[cfg(feature = "cel")]
use crate::side::Candidate;
use crate::side::{Listed, Side};
use crdc_object::tape::Tape;

/// The objects of a request, and the findings of the steps that read them.
#[derive(Debug)]
pub struct Validation<'v, 'p> {
    pub(crate) definition: &'p Definition<'p>,
    pub(crate) request: &'v Request<'v>,
    pub(crate) progress: Progress,
    /// The object that is stored if it is valid. In a status update it has both statuses.
    pub(crate) tape: Tape<'v>,
    /// The old object on an update.
    pub(crate) old: Option<Tape<'v>>,
    /// The object of the request, if another one is stored: in a status update.
    pub(crate) given: Option<Tape<'v>>,
    /// Lists of the two objects whose items must be distinct.
    pub(crate) lists: [&'v [Listed<'p>]; 2],
    /// The results of decoding the object that is stored. `None` in a status update, which stores parts of
    /// two objects.
    pub(crate) decoded: Option<&'v Side>,
    /// Violations of the object that is stored.
    pub(crate) violations: &'v mut alloc::vec::Vec<Violation<'p>>,
    /// Errors that are ignored because the old object has them too.
    pub(crate) ratcheted: &'v mut alloc::vec::Vec<Violation<'p>>,
    pub(crate) findings: &'v mut Findings,
    pub(crate) buffers: &'v mut Buffers,
    pub(crate) refused: &'v mut BadRequest,
}

impl<'p> RequestState<'_, 'p> {
    /// Ends the changes of a create or an update.
    #[inline(always)]
    pub(super) fn validation(&mut self, kind: RequestKind) -> Validation<'_, 'p> {
        let RequestState { definition, request, new, old, progress, ratcheted, findings, buffers, refused } =
            self;
        let stored = new.side.tape(new.text, new.defaults, old.side.source(old.text));
        let (before, before_lists) = match kind {
            RequestKind::Update => (Some(old.side.tape(old.text, old.defaults, b"")), &*old.records.lists),
            _ => (None, &*new.records.lists),
        };
        Validation {
            definition,
            request,
            progress: *progress,
            tape: stored,
            old: before,
            given: None,
            lists: [&new.records.lists, before_lists],
            decoded: Some(new.side),
            violations: &mut new.records.violations,
            ratcheted,
            findings,
            buffers,
            refused,
        }
    }

    /// Ends the changes of a status update, which stores the old object with the new status.
    pub(super) fn status_validation(&mut self) -> Validation<'_, 'p> {
        let RequestState { definition, request, new, old, progress, ratcheted, findings, buffers, refused } =
            self;
        let stored = old.side.tape(old.text, old.defaults, new.side.source(new.text));
        Validation {
            definition,
            request,
            progress: *progress,
            tape: stored,
            old: None,
            given: Some(new.side.tape(new.text, new.defaults, b"")),
            lists: [&old.records.lists; 2],
            decoded: None,
            violations: &mut old.records.violations,
            ratcheted,
            findings,
            buffers,
            refused,
        }
    }
}

impl<'v, 'p> Validation<'v, 'p> {
    /// The resource.
    pub fn definition(&self) -> &'p Definition<'p> {
        self.definition
    }

    /// Adds an error to the outcome.
    pub fn raise(&mut self, error: FieldError) {
        self.findings.after.push(error);
    }

    /// The entry of the stored object at the path `keys` from the root.
    pub fn find(&self, keys: &[&str]) -> Option<u32> {
        keys.iter().try_fold(0, |at, key| self.tape.member(at, key.as_bytes()))
    }

    /// Records that a rule of the value at `at`, an entry of the stored object, is broken. On an update it
    /// becomes a warning if the value did not change, unless it is a `transition` rule, which uses the old
    /// value. Values are compared only when the step ends.
    pub fn broken(&mut self, at: u32, transition: bool, error: FieldError) {
        self.findings.broken.push(Broken { at, transition, error, rule: None });
    }

    /// Whether no list of the object that is stored has two items that must be distinct and are not.
    #[cfg(feature = "cel")]
    pub(crate) fn has_distinct_items(&self) -> bool {
        let mut found = self.violations.iter().chain(&*self.ratcheted);
        !found.any(|violation| violation.source() == ErrorSource::ListType)
    }

    /// Whether no value of the object that is stored breaks its schema, not even a value that already broke
    /// it before.
    #[cfg(feature = "cel")]
    pub(crate) fn fits_schema(&self) -> bool {
        self.violations.is_empty() && self.ratcheted.is_empty() && !self.findings.dropped
    }

    /// The values of the object that is stored that have CEL rules which may not hold, if all are known.
    #[cfg(feature = "cel")]
    pub(crate) fn candidates(&self) -> Option<&'v [Candidate]> {
        self.decoded.filter(|side| side.has_all_candidates).map(|side| side.candidates.as_slice())
    }

    /// The object that is stored, and the one that it is compared with: the same tape unless this is an
    /// update.
    pub(crate) fn tapes(&self) -> Tapes<'v> {
        Tapes { new: self.tape, old: self.old.unwrap_or(self.tape) }
    }

    /// The part of the objects that steps of extensions process.
    pub(crate) fn extent(&self) -> Extent<'p> {
        Extent { kind: self.request.kind, root: self.definition.places, statuses: self.progress.statuses }
    }

    /// Hints about both objects before immutable values are compared.
    pub(crate) fn seen(&self) -> Seen<'v, 'p> {
        let first = match self.request.kind {
            RequestKind::Update => self.progress.first_change.unwrap_or_default(),
            _ => [0; 2],
        };
        Seen { first, listed: self.lists }
    }

    /// The result of a status update.
    pub(super) fn validated_status(&self) -> Validated {
        match self.progress.statuses {
            [Some(root), _] => Validated { root, prefix: "status" },
            _ => Validated::OBJECT,
        }
    }
}
