//! The outcome of a request.
//!
//! In: the results of the steps of a request, in the scratch. Out: a verdict, the object, and on demand
//! errors and warnings (`reports.rs`). Easy to break: an accepted and a refused object have methods with
//! different names, so that callers do not store a refused one by mistake.

pub(crate) mod accepted;
pub(crate) mod refused;
mod reports;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::definition::{Definition, UncompiledRule};
use crate::error::{Report, Violation};
use crate::operation::{Request, RequestKind};
use crate::refusal::Undecodable;
use crate::request::{self, Verdict};
use crate::scratch::{Kept, Scratch};
use crate::side::Side;
use crate::value::Value;
use crdc_object::tape::{CHANGED, Tape, render_if_changed, splice};

/// The server's answer to a request: whether it is accepted, what would be stored, and all errors.
///
/// [`Outcome::into_result`] distinguishes accepted from refused requests. The reports about both are methods
/// of this type: errors, warnings, and fields, each as an iterator. They are created on demand, so they cost
/// nothing if they are not used.
#[must_use = "an outcome says whether the request is accepted"]
pub struct Outcome<'a> {
    definition: &'a Definition<'a>,
    request: Request<'a>,
    scratch: &'a Kept,
    /// `None` if there are neither violations nor ratcheted errors.
    raised: Option<Box<Raised<'a>>>,
    verdict: Verdict,
    accepted: bool,
    /// Whether the stored object is in the scratch, not in the request.
    rendered: bool,
}

/// Violations of the schema.
pub(crate) struct Raised<'a> {
    /// The violations of the object that is stored.
    pub(crate) violations: Vec<Violation<'a>>,
    /// The violations that are ignored because the old object has them too.
    pub(crate) ratcheted: Vec<Violation<'a>>,
}

impl<'a> Outcome<'a> {
    pub(crate) fn new(
        definition: &'a Definition<'a>,
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
        let side = if request.kind == RequestKind::UpdateStatus { &*old } else { &*new };
        let mut rendered = false;
        if verdict.is_ok() && side.tape.first().is_some_and(|root| root.has(CHANGED)) {
            let tape = stored(definition, &request, new, old);
            let added_only = side.changes as usize == side.splices.len();
            rendered = (added_only && splice(&tape, &side.splices, out))
                || render_if_changed(tape, out, &mut buffers.open);
        }
        let mut outcome =
            Outcome { definition, request, scratch, raised, verdict, accepted: false, rendered };
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
        match (self.verdict, self.accepted, self.request.kind) {
            (Err(_), ..) => 400,
            (_, false, _) => 422,
            (_, true, RequestKind::Create) => 201,
            (_, true, _) => 200,
        }
    }

    /// Whether the request updates the status alone: [`Request::update_status`].
    pub fn is_status_update(&self) -> bool {
        self.request.kind == RequestKind::UpdateStatus
    }

    /// The message of code 400, otherwise `None`. For strict validation and immutable fields it shows up to
    /// one mebibyte of errors, like [`Status`](crate::Status).
    pub fn message(&self) -> Option<&str> {
        self.is_refused().then_some(self.scratch.refused.message.as_str())
    }

    /// The reason why the object cannot be decoded, as data; `None` if it can be, whatever else is wrong with
    /// it. A stored object that cannot be decoded has a [`message`](Outcome::message) only.
    pub fn undecodable(&self) -> Option<&Undecodable> {
        self.scratch.refused.undecodable.as_ref().filter(|_| self.is_refused())
    }

    /// The object as it would be stored, as JSON; `None` if the request is refused.
    /// [`Accepted::object`](crate::Accepted::object) is the same.
    pub fn accepted_object(&self) -> Option<&'a [u8]> {
        if self.accepted { self.processed_object() } else { None }
    }

    /// The object of a refused request in the state in which it was refused, as JSON. It is not stored.
    /// `None` if the request is accepted, and on 400.
    pub fn rejected_object(&self) -> Option<&'a [u8]> {
        if self.accepted { None } else { self.processed_object() }
    }

    /// The rejected object as a value, for reading its fields.
    pub fn rejected_value(&self) -> Option<Value<'a>> {
        (!self.accepted && !self.is_refused()).then(|| self.stored_value())
    }

    /// The object that an update replaces, decoded, with its defaults; `None` for other requests, and on 400.
    /// A status update stores this object with another status, so there is no value of it as it was.
    pub fn old_value(&self) -> Option<Value<'a>> {
        let updates = self.request.kind == RequestKind::Update && !self.is_refused();
        updates.then(|| Value::new(self.scratch.old.tape(self.request.old, self.definition.defaults, b""), 0))
    }

    /// Whether the request is accepted and the bytes that would be stored are the request's. Never true for a
    /// create whose object lacks `metadata.generation: 1`: see [`Outcome::unchanged_but_system_fields`].
    pub fn unchanged(&self) -> bool {
        self.accepted && !self.takes_status() && !self.side().is_normalized && !self.rendered
    }

    /// Whether the request is accepted and the stored object equals the request's except for what the server
    /// maintains in `metadata`: the generation and the namespace that it sets, and the fields that it wipes
    /// on a create or restores on an update (`uid`, `creationTimestamp`, `deletionTimestamp`,
    /// `deletionGracePeriodSeconds`, `selfLink`). If true, nothing was pruned, defaulted, normalized or
    /// dropped, so a webhook has nothing to patch. Always `false` for a status update, which stores another
    /// object.
    pub fn unchanged_but_system_fields(&self) -> bool {
        let side = self.side();
        let only_system = !side.is_normalized && side.changes == side.system_changes;
        self.unchanged() || (only_system && self.accepted && !self.takes_status())
    }

    /// The cost of the CEL rules of the request, in the server's units, of which an object may use
    /// 10,000,000. `None` if no rules ran, or their cost was not counted: see `Scratch::count_rule_costs`.
    /// The evaluation that exceeds the budget is not included.
    pub fn rule_cost(&self) -> Option<u64> {
        self.scratch.findings.rule_cost
    }

    /// The CEL rules of the schema that were not checked, because crdc cannot compile them: the server may
    /// reject what this outcome accepts. Always empty unless the compiler's option `skip_uncompiled_rules` is
    /// set. The same for every request of a resource.
    pub fn uncompiled_rules(&self) -> &'a [UncompiledRule<'a>] {
        self.definition.uncompiled_rules
    }

    fn is_refused(&self) -> bool {
        self.verdict.is_err()
    }

    fn is_decoded(&self) -> bool {
        self.verdict != Err(request::Refused { decoded: false })
    }

    fn takes_status(&self) -> bool {
        self.request.kind == RequestKind::UpdateStatus
    }

    /// The side that is stored.
    fn side(&self) -> &'a Side {
        if self.takes_status() { &self.scratch.old } else { &self.scratch.new }
    }

    /// The side that was decoded from the request's object.
    fn read_side(&self) -> &'a Side {
        &self.scratch.new
    }

    /// The decoded form of the object, accepted or not.
    pub(crate) fn decoded_object(&self) -> Option<Tape<'a>> {
        (!self.is_refused()).then(|| self.stored_tape())
    }

    /// The object as it was processed, accepted or not.
    #[inline]
    pub(crate) fn processed_object(&self) -> Option<&'a [u8]> {
        // The text of the request is looked up only if it is the object.
        if self.rendered { Some(&self.scratch.out) } else { self.decoded().map(|(_, source)| source) }
    }

    /// Whether the object was written to a new text, which is not the text of the request.
    pub(crate) fn is_rendered(&self) -> bool {
        self.rendered
    }

    /// Whether the metadata of the object certainly has no field of this number.
    #[inline]
    pub(crate) fn lacks_metadata_field(&self, number: u16) -> bool {
        let side = self.side();
        self.verdict.is_ok() && side.bad_metadata.is_none() && side.metadata_fields >> number & 1 == 0
    }

    /// The decoded object, and the text that it was decoded from; `None` if it was not decoded.
    #[inline]
    pub(crate) fn decoded(&self) -> Option<(&'a Side, &'a [u8])> {
        if self.is_refused() {
            return None;
        }
        let side = self.side();
        Some((side, side.source(if self.takes_status() { self.request.old } else { self.request.new })))
    }

    fn stored_value(&self) -> Value<'a> {
        Value::new(self.stored_tape(), 0)
    }

    fn stored_tape(&self) -> Tape<'a> {
        stored(self.definition, &self.request, &self.scratch.new, &self.scratch.old)
    }

    fn read_tape(&self) -> Tape<'a> {
        self.scratch.new.tape(self.request.new, self.definition.defaults, b"")
    }
}

/// The object that is stored.
fn stored<'s>(
    definition: &'s Definition<'s>,
    request: &Request<'s>,
    new: &'s Side,
    old: &'s Side,
) -> Tape<'s> {
    let (new, old) = ((new, request.new), (old, request.old));
    let stores_old = request.kind == RequestKind::UpdateStatus;
    let ((side, text), (other, other_text)) = if stores_old { (old, new) } else { (new, old) };
    side.tape(text, definition.defaults, other.source(other_text))
}

impl fmt::Debug for Outcome<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outcome")
            .field("code", &self.code())
            .field("accepted", &self.accepted)
            .finish_non_exhaustive()
    }
}
