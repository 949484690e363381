//! The first half of `operations.rs`: a request while its objects may change.
//!
//! In: the options of the request, and the buffers of the scratch. Out: decoded and prepared objects, which a
//! [`Validation`](super::Validation) reads. The steps are methods, each in the file of its topic.

use alloc::vec::Vec;

use super::object::DecodedObject;
use crate::definition::Definition;
use crate::error::Violation;
use crate::extensions::{Extent, Tapes};
use crate::operation::{Request, RequestKind};
use crate::refusal::BadRequest;
use crate::scratch::{Buffers, Findings, Kept, Scratch};
use crate::side::{Records, Side};
use crdc_object::tape::{First, Tape};

/// A request and its objects.
#[derive(Debug)]
pub struct RequestState<'r, 'p> {
    pub(crate) definition: &'p Definition<'p>,
    pub(crate) request: Request<'r>,
    /// The object of the request.
    pub(crate) new: DecodedObject<'r, 'p>,
    /// The object that is stored, on updates.
    pub(crate) old: DecodedObject<'r, 'p>,
    pub(crate) progress: Progress,
    /// Errors that are ignored because the old object has them too.
    pub(crate) ratcheted: Vec<Violation<'p>>,
    pub(crate) findings: &'r mut Findings,
    pub(crate) buffers: &'r mut Buffers,
    /// The reason why the request is refused with 400.
    pub(crate) refused: &'r mut BadRequest,
}

/// The results of the steps about both objects.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// Whether an update changes only metadata.
    pub(crate) same_but_metadata: bool,
    /// The first change outside of metadata.
    pub(crate) first_change: First,
    /// In a status update, the new status and the old one, both on the tape of the old object.
    pub(crate) statuses: [Option<u32>; 2],
}

impl<'r, 'p> RequestState<'r, 'p> {
    pub(crate) fn new(
        definition: &'p Definition<'p>,
        request: Request<'r>,
        scratch: &'r mut Scratch,
    ) -> Self {
        let Scratch { kept: Kept { new, old, findings, refused, .. }, buffers } = scratch;
        findings.clear();
        refused.clear();
        let [of_new, of_old] = &mut buffers.records;
        let of_old = if request.has_old() { core::mem::take(of_old) } else { Records::default() };
        let of_new = core::mem::take(of_new);
        RequestState {
            definition,
            request,
            new: DecodedObject::new(definition, new, of_new, request.new),
            old: DecodedObject::new(definition, old, of_old, request.old),
            progress: Progress::default(),
            ratcheted: Vec::new(),
            findings,
            buffers,
            refused,
        }
    }

    /// The part of the objects that steps of extensions process.
    pub(crate) fn extent(&self) -> Extent<'p> {
        Extent { kind: self.request.kind, root: self.definition.places, statuses: self.progress.statuses }
    }

    /// The object that will be stored.
    pub(crate) fn stored(&self) -> Tape<'_> {
        let stores_old = self.request.kind == RequestKind::UpdateStatus;
        let (stored, other) = if stores_old { (&self.old, &self.new) } else { (&self.new, &self.old) };
        stored.tape_with(other)
    }

    /// The object that will be stored, and the old one. In a status update both are on one tape.
    pub(crate) fn tapes(&self) -> Tapes<'_> {
        let new = self.stored();
        Tapes { new, old: if self.request.kind == RequestKind::Update { self.old.tape() } else { new } }
    }

    /// The side that will be stored.
    pub(crate) fn stored_side(&mut self) -> &mut Side {
        match self.request.kind {
            RequestKind::UpdateStatus => self.old.side,
            _ => self.new.side,
        }
    }

    /// The violations of the object that is stored.
    pub(crate) fn stored_violations(&mut self) -> &mut Vec<Violation<'p>> {
        match self.request.kind {
            RequestKind::UpdateStatus => &mut self.old.records.violations,
            _ => &mut self.new.records.violations,
        }
    }

    /// Ignores the errors that decoding the new object raised.
    pub(super) fn discard_schema_errors(&mut self) {
        self.new.records.violations.clear();
        self.findings.dropped = true;
    }
}
