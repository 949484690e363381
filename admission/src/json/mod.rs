//! Reads and edits single members of JSON text, without a tree of values.
//!
//! In: the text of an object, and the keys from its root to a member. Easy to break: texts may be invalid,
//! since mutators write them. Nothing here panics, and everything takes linear time and constant stack.

mod edit;
mod scan;
mod string;

pub(crate) use edit::{Content, Place, place, place_behind, place_below, removal, set};
pub(crate) use scan::find;
pub(crate) use string::{plain_string, push_string, string};

#[cfg(test)]
mod tests;
