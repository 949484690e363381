//! Strings of JSON: their content without quotes and escapes, and back.
//!
//! Easy to break: keys and names are compared on the way of every request, so a string without escapes is not copied.

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
