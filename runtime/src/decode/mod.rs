//! One pass over the text: generated functions read values with a [`Decoder`], which writes the tape and
//! records violations.
//!
//! In: text of one object. Out: the tape, violations, counts of changes. An irregular value (another type
//! than the expected one, a duplicate key, metadata that is not in its stored form) is handled at once by a
//! cold function. Text that cannot be decoded stops everything with [`DecodeError`]; `Decoder::halt` has the
//! reason.

mod any;
mod array;
mod begin;
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
mod ruled;
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
