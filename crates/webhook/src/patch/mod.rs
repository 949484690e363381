//! Changes of objects as JSON text. In: texts of an object before and after a step. Out: a JSON patch, or a
//! third text with the same change.
//!
//! Easy to break: values of a patch are the bytes of the text that they come from, so numbers keep their
//! digits. What a step did not change is taken from the object that was sent, so that a field which the step
//! does not know survives.

mod diff;
mod merge;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use diff::Diff;
pub(crate) use merge::{Kept, Parent, merge};
