//! JSON strings.

use super::outside::{is_before_command, is_hidden};
use std::fmt::{self, Write};

/// Returns the string as JSON.
#[must_use]
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    string(&mut out, text);
    out
}

/// Writes JSON as Go does: the characters that HTML gives a meaning to are escaped. They stand in strings
/// alone.
// Go: encoding/json HTMLEscape
pub(super) fn escape_html(json: &str, out: &mut impl Write) -> fmt::Result {
    let mut rest = json;
    while let Some(at) = rest.find(['<', '>', '&']) {
        let (before, found) = rest.split_at(at);
        out.write_str(before)?;
        let mut characters = found.chars();
        if let Some(character) = characters.next() {
            write!(out, "\\u{:04x}", u32::from(character))?;
        }
        rest = characters.as_str();
    }
    out.write_str(rest)
}

/// Escapes all that must not be shown, so that the line is safe for terminals and services, and the text is
/// exact for readers of JSON.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    for (at, c) in text.char_indices() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) || c == '[' && is_before_command(&text[..at]) => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
