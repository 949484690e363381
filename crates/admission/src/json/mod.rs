//! Reads and edits single members of JSON text, without a tree of values.
//!
//! In: the text of an object, and the keys from its root to a member. Easy to break: texts may be invalid,
//! since mutators write them. No function here panics, and each takes linear time and constant stack.

mod edit;
mod scan;

use std::borrow::Cow;

pub(crate) use crdc_object::json::escape::push_string;
pub(crate) use edit::{Content, Place, place, place_behind, place_below, removal, set};
pub(crate) use scan::find;

use crdc_object::json::cursor::JsonString;

/// The content of a JSON string that has no escapes; `None` if the text is not UTF-8.
pub(crate) fn plain_string(quoted: &[u8]) -> Option<Cow<'_, str>> {
    std::str::from_utf8(quoted.get(1..quoted.len().checked_sub(1)?)?).ok().map(Cow::Borrowed)
}

/// The content of a JSON string; `None` if the text is not a string.
pub(crate) fn string(text: &[u8]) -> Option<Cow<'_, str>> {
    JsonString::of(text)?.content().ok()
}

#[cfg(test)]
mod tests;
