//! A value of a decoded object, read where it is: in the text, by the entries of the tape.
//!
//! In: the tape of an outcome and an entry. Out: what the value is, and the values in it, without copies.
//! Easy to break: dead entries are not part of the object, so every walk leaves them out.

mod iter;
mod path;
mod whole;

#[cfg(feature = "serde")]
pub(crate) use iter::content;
pub use iter::{Items, Members};
pub use whole::{Value, ValueKind};
