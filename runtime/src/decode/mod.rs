//! One pass over the text: generated functions read values with a [`Decoder`], which writes the tape and
//! records violations.
//!
//! In: text of one object. Out: the tape, violations, counts of changes. An irregular value (another type
//! than the expected one, a duplicate key, metadata that is not in its stored form) is handled at once by a
//! cold function. Text that cannot be decoded stops everything with [`DecodeError`]; `Decoder::halt` has the
//! reason.
//!
//! `request/decode.rs` makes the pass. Cold functions are in `unexpected` (another kind, with the node's
//! `Shape`), `object` (a duplicate key) and `meta`, which rewinds and calls `metadata/`. One bit for each
//! field answers `required` and defaults; objects with irregular members recompute their bits at the end.
//!
//! **Any decoding error stops the pass.** `StopReason` says how to continue: `Normalize` rewrites the text
//! (keys, invalid UTF-8, integers beyond 64 bits) and restarts once; `Refused` leaves the fast path. Then
//! `refusal/` reads the text as Go does and finds the server's message. It also handles a type meta of
//! another resource. **The fast path has no messages**, so none can be wrong.
//!
//! The decoder counts changes and keeps the place of the last one (`latest`): a container that began before
//! it is marked when it ends. Later steps mark the root and what they touch, and count their changes
//! (`Side::changes`).
//!
//! Metadata of the root always has entries for the fields that the server sets (`SYSTEM` in `root`), dead if
//! absent; setting one points it to a fragment (`request/system.rs`). `Side::metadata_fields` has a bit for
//! each field that it may have, so that steps for rare fields return at once. Facts that are cheap to compute
//! while the bytes are read are recorded here: whether `apiVersion` and `kind` are the resource's, whether
//! names, labels and annotations are certainly valid (`Side::plain_metadata`), whether there is a status, and
//! where the replicas of the scale subresource are. Steps use these records first, and inspect the tape if
//! the records are not certain.
//!
//! Sets and list maps are checked here: `distinct` compares fingerprints. Lists that are long, lack keys or
//! have equal fingerprints are recorded in `Side::lists`, for the step of `lists/`.

mod any;
mod array;
mod begin;
mod candidates;
mod constrained_meta;
pub(crate) mod decoder;
mod defaults;
mod distinct;
mod field;
pub(crate) mod field_numbers;
mod key;
mod latest;
pub(crate) mod literal;
pub(crate) mod meta;
mod nested;
mod node;
mod number;
mod object;
mod reserve;
mod root;
mod string;
mod type_meta;
mod unexpected;

pub use array::Array;
pub use decoder::{DecodeError, DecodeResult, Decoder, Member};
pub(crate) use decoder::{DecodeOptions, MAX_DEPTH, StopReason, texts};
pub use defaults::Default;
pub use distinct::Fingerprints;
pub use field::{Field, Role};
pub use key::Key;
pub use nested::MAX_RECURSION;
pub use node::{Decode, DecodeFn, DecodePlan};
pub use number::Number;
pub use object::Object;
pub use string::Check;
pub use unexpected::Shape;
