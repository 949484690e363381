//! A request: its options, its objects, and its steps in the server's order (semantics §1).
//!
//! In: bytes of the new object, and of the old one on updates. Out: an [`Outcome`]. `operations.rs` has the
//! order of the steps. They are methods of [`RequestState`] while the objects may change, and of
//! [`Validation`] after that, one file for each topic.

mod cleared;
mod decode;
mod generation;
mod lists;
mod metadata;
mod namespace;
mod object;
mod operations;
pub(crate) mod owner_references;
mod prepare;
mod ratchet;
mod revalidate;
mod rules;
mod scale;
mod schema;
mod state;
mod status_field;
pub(crate) mod strict;
pub(crate) mod system;
mod type_meta;
mod validation;
pub(crate) mod warnings;

#[cfg(feature = "cel")]
pub(crate) use decode::decode_stored_to;
pub(crate) use rules::Broken;
pub use state::RequestState;
pub use validation::Validation;

use owner_references::OwnerReferences;

use alloc::boxed::Box;
use alloc::string::String;

use crate::compiled::Compiled;
use crate::outcome::{Outcome, Raised};
use crate::scratch::Scratch;
use crate::tape::{Kind, Tape};

/// The operation of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Decode, prune and default an object, without validation.
    Decode,
    /// Create an object.
    Create,
    /// Replace an object.
    Update,
    /// Replace the status of an object.
    UpdateStatus,
}

/// How unknown and duplicate fields are handled: the query parameter `fieldValidation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldValidation {
    /// Drop them silently.
    Ignore,
    /// Drop them with a warning. The server's default.
    #[default]
    Warn,
    /// Refuse the object (400).
    Strict,
}

/// One request: an operation, its objects as JSON bytes, and its options.
///
/// ```
/// use crdc::{FieldValidation, Request};
/// let request = Request::create(br#"{"kind":"Database"}"#).field_validation(FieldValidation::Strict);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub(crate) operation: Operation,
    pub(crate) new: &'a [u8],
    pub(crate) old: &'a [u8],
    pub(crate) field_validation: FieldValidation,
    pub(crate) namespace: Option<&'a str>,
}

impl<'a> Request<'a> {
    fn new(operation: Operation, new: &'a [u8], old: &'a [u8]) -> Self {
        Request { operation, new, old, field_validation: FieldValidation::default(), namespace: None }
    }

    /// Whether the request has a stored object.
    pub(crate) fn has_old(&self) -> bool {
        matches!(self.operation, Operation::Update | Operation::UpdateStatus)
    }

    /// Decodes, prunes and defaults `object`, without validation.
    pub fn decode(object: &'a [u8]) -> Self {
        Self::new(Operation::Decode, object, b"")
    }

    /// Creates `new`.
    pub fn create(new: &'a [u8]) -> Self {
        Self::new(Operation::Create, new, b"")
    }

    /// Replaces `old` with `new`.
    pub fn update(new: &'a [u8], old: &'a [u8]) -> Self {
        Self::new(Operation::Update, new, old)
    }

    /// Replaces the status of `old` with that of `new`.
    pub fn update_status(new: &'a [u8], old: &'a [u8]) -> Self {
        Self::new(Operation::UpdateStatus, new, old)
    }

    /// Sets how unknown and duplicate fields are handled.
    pub fn field_validation(self, field_validation: FieldValidation) -> Self {
        Request { field_validation, ..self }
    }

    /// Sets the namespace of the request. An object of a namespaced kind without a namespace gets it; one
    /// with another namespace is refused. The default is the namespace in the object, or else `default`.
    pub fn namespace(self, namespace: &'a str) -> Self {
        Request { namespace: Some(namespace), ..self }
    }
}

/// Runs a request like [`Resource::answer`](crate::Resource::answer), for callers that have the description
/// of a resource instead of its type.
pub fn answer<'a>(compiled: &'a Compiled<'a>, request: Request<'a>, scratch: &'a mut Scratch) -> Outcome<'a> {
    run(compiled, request, scratch)
}

pub(crate) fn run<'a>(
    compiled: &'a Compiled<'a>,
    request: Request<'a>,
    scratch: &'a mut Scratch,
) -> Outcome<'a> {
    scratch.kept.out.clear();
    let mut whole = RequestState::new(compiled, request, scratch);
    let state = &mut whole;
    let verdict = match request.operation {
        Operation::Decode => operations::decode(state),
        Operation::Create => operations::create(state),
        Operation::Update => operations::update(state),
        Operation::UpdateStatus => operations::update_status(state),
    };
    let RequestState { new, old, ratcheted, buffers, .. } = whole;
    let (mut stored, other) = match request.operation {
        Operation::UpdateStatus => (old.records, new.records),
        _ => (new.records, old.records),
    };
    // An outcome owns its violations. Those of most requests are none, and the buffers serve the next one.
    let raised = (!stored.violations.is_empty() || !ratcheted.is_empty())
        .then(|| Box::new(Raised { violations: core::mem::take(&mut stored.violations), ratcheted }));
    let [of_new, of_old] = &mut buffers.records;
    // What was left there is empty and owns nothing.
    core::mem::forget(core::mem::replace(of_new, stored.recycled()));
    if request.has_old() {
        core::mem::forget(core::mem::replace(of_old, other.recycled()));
    }
    Outcome::new(compiled, request, scratch, verdict, raised)
}

/// How a request ended.
pub(crate) type Verdict = Result<Validated, Refused>;

/// The object was validated, with or without errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Validated {
    /// The entry where validation began.
    pub(crate) root: u32,
    /// The prefix of its paths.
    pub(crate) prefix: &'static str,
}

impl Validated {
    /// The whole object was validated.
    const OBJECT: Validated = Validated { root: 0, prefix: "" };
}

/// The request is refused with 400; the message is in the scratch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Whether the request's object was decoded, so that its unknown and duplicate fields are known.
    pub(crate) decoded: bool,
}

/// The `kind` of an object, unless it is not a string.
pub(crate) fn kind(tape: Tape<'_>) -> Option<String> {
    let kind = tape.entry(tape.member(0, b"kind")?);
    (kind.kind == Kind::String).then(|| String::from_utf8_lossy(tape.string(&kind)).into_owned())
}

/// `metadata.name`, or an empty string.
pub(crate) fn name(tape: Tape<'_>) -> String {
    let name = tape.member(0, b"metadata").and_then(|metadata| tape.member(metadata, b"name"));
    name.map(|at| String::from_utf8_lossy(tape.string(&tape.entry(at))).into_owned()).unwrap_or_default()
}
