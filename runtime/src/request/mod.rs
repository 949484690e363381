//! The steps of a request, in the server's order (semantics §1).
//!
//! In: bytes of the new object, and of the old one on updates. Out: an [`Outcome`]. `create.rs` and
//! `update.rs` define the order, each as one list of calls; a step that a resource does not have is an empty
//! slot of [`Steps`](crate::Steps).

mod create;
mod decode;
mod extensions;
mod generation;
mod lists;
mod metadata;
mod namespace;
pub(crate) mod owner_references;
mod ratchet;
mod receive;
mod revalidate;
mod rules;
mod scale;
mod status_field;
pub(crate) mod strict;
mod system;
mod type_meta;
mod update;
pub(crate) mod warnings;
mod whole;

pub(crate) use rules::Broken;

use alloc::string::String;

use crate::compiled::Compiled;
use crate::error::FieldError;
use crate::outcome::Outcome;
use crate::scratch::Scratch;
use crate::side::Side;
use crate::tape::Tape;

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

/// The decoded objects of a request, for the steps between decoding and the outcome.
#[derive(Debug)]
pub struct Objects<'a> {
    pub(crate) compiled: &'static Compiled,
    pub(crate) request: Request<'a>,
    pub(crate) scratch: &'a mut Scratch,
}

impl<'a> Objects<'a> {
    /// The operation.
    pub fn operation(&self) -> Operation {
        self.request.operation
    }

    /// The resource.
    pub fn compiled(&self) -> &'static Compiled {
        self.compiled
    }

    /// Adds an error to the outcome.
    pub fn raise(&mut self, error: FieldError) {
        self.scratch.after.push(error);
    }

    /// The entry of the stored object at the path `keys` from the root.
    pub fn find(&self, keys: &[&str]) -> Option<u32> {
        let stored = rules::stored(self.compiled, self.request, self.scratch);
        keys.iter().try_fold(0, |at, key| stored.member(at, key.as_bytes()))
    }

    /// Records that a rule of the value at `at`, an entry of the stored object, is broken. On an update it
    /// becomes a warning if the value did not change, unless it is a `transition` rule, which uses the old
    /// value. Nothing is compared before the step ends.
    pub fn broken(&mut self, at: u32, transition: bool, error: FieldError) {
        self.scratch.broken.push(Broken { at, transition, error });
    }
}

/// Runs a request like [`Resource::answer`](crate::Resource::answer), for callers that have the description
/// of a resource instead of its type.
pub fn answer<'a>(
    compiled: &'static Compiled,
    request: Request<'a>,
    scratch: &'a mut Scratch,
) -> Outcome<'a> {
    run(compiled, request, scratch)
}

pub(crate) fn run<'a>(
    compiled: &'static Compiled,
    request: Request<'a>,
    scratch: &'a mut Scratch,
) -> Outcome<'a> {
    scratch.out.clear();
    scratch.before.clear();
    scratch.after.clear();
    scratch.ratcheted.clear();
    scratch.warnings.clear();
    scratch.broken.clear();
    scratch.violated.clear();
    scratch.lowered.clear();
    scratch.statuses = [None; 2];
    scratch.message.clear();
    let verdict = match request.operation {
        Operation::Decode => create::decode(compiled, request, scratch),
        Operation::Create => create::create(compiled, request, scratch),
        Operation::Update => update::update(compiled, request, scratch),
        Operation::UpdateStatus => update::update_status(compiled, request, scratch),
    };
    Outcome::new(compiled, request, scratch, verdict)
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// 400; the message is in the scratch.
    Refused {
        /// Whether the request's object was decoded, so that its unknown and duplicate fields are known.
        decoded: bool,
    },
    /// Validated, with or without errors.
    Validated {
        /// The entry where validation began.
        root: u32,
        /// The prefix of its paths.
        prefix: &'static str,
    },
}

/// The request is refused with 400; the message is in the scratch.
#[derive(Debug)]
pub(crate) struct Refused;

/// `metadata.name`, or an empty string.
pub(crate) fn name(tape: Tape<'_>) -> String {
    let name = tape.member(0, b"metadata").and_then(|metadata| tape.member(metadata, b"name"));
    name.map(|at| String::from_utf8_lossy(tape.string(&tape.entry(at))).into_owned()).unwrap_or_default()
}

/// The text that a side's tape was decoded from.
pub(crate) fn input<'s>(side: &'s Side, text: &'s [u8]) -> &'s [u8] {
    if side.is_normalised { &side.normalised } else { text }
}

/// A side with its texts: `text` is what it was decoded from, `other` is the text of the object whose status
/// it took over.
pub(crate) fn tape<'s>(compiled: &Compiled, side: &'s Side, text: &'s [u8], other: &'s [u8]) -> Tape<'s> {
    Tape {
        entries: &side.tape,
        texts: [input(side, text), compiled.defaults, &side.fragments, other],
        strings: &side.strings,
    }
}
