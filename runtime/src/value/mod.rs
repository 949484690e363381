//! A value of a decoded object, which is read in place: from the text, by the entries of the tape.
//!
//! In: the tape of an outcome and an entry. Out: the type and content of the value, and the values in it,
//! without copies. Easy to break: dead entries are not part of the object, so every walk leaves them out.

mod iter;
mod path;
mod whole;

#[cfg(feature = "serde")]
pub(crate) use iter::content;
pub use iter::{Items, Members};
pub use whole::{Value, ValueKind};
