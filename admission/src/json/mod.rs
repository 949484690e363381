//! Reads and edits single members of JSON text, without a tree of values.
//!
//! In: the text of an object, and the keys from its root to a member. Easy to break: texts may be invalid,
//! since mutators write them. Nothing here panics, and everything takes linear time and constant stack.

mod edit;
mod scan;

pub(crate) use edit::{Content, Place, place, place_behind, place_below, removal, set};
pub(crate) use scan::find;

use std::borrow::Cow;

use crdc::__private::json::special;

/// The content of a JSON string without escapes.
pub(crate) fn plain_string(quoted: &[u8]) -> Option<Cow<'_, str>> {
    std::str::from_utf8(quoted.get(1..quoted.len().checked_sub(1)?)?).ok().map(Cow::Borrowed)
}

/// The content of a JSON string; `None` if the text is not a string.
pub(crate) fn string(text: &[u8]) -> Option<Cow<'_, str>> {
    let content = text.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    if content.contains(&b'\\') {
        return serde_json::from_slice::<String>(text).ok().map(Cow::Owned);
    }
    std::str::from_utf8(content).ok().map(Cow::Borrowed)
}

/// Appends a string as JSON.
pub(crate) fn push_string(out: &mut Vec<u8>, content: &str) {
    if special(content.as_bytes(), 0) < content.len() {
        // Writing a string into memory cannot fail.
        let _ = serde_json::to_writer(out, content);
        return;
    }
    out.push(b'"');
    out.extend_from_slice(content.as_bytes());
    out.push(b'"');
}

#[cfg(test)]
mod tests;
