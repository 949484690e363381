//! Changes of objects as JSON text. In: texts of an object before and after a step. Out: a JSON patch, or a
//! third text with the same change.
//!
//! Easy to break: values in a patch are the bytes of the text that they come from, so numbers keep their
//! digits. Unchanged values are taken from the sent object, so that fields which the step does not have are
//! kept.

mod diff;
mod merge;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use diff::Diff;
pub(crate) use merge::{Kept, Parent, merge};
