//! Writes JSON strings: for reports, or as Go does.

use super::outside::{is_before_command, is_hidden};
use std::fmt::{self, Write};

/// Returns a text as a JSON string, with the escapes of reports (see `string`).
#[must_use]
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    string(&mut out, text);
    out
}

/// Writes a JSON text as Go does: with escapes for `<`, `>` and `&`, which have a meaning in HTML. In JSON,
/// these characters occur only in strings.
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

/// Appends a text as a JSON string. Escapes all characters that a report must not show, so that terminals and
/// services read no commands in it, and readers of JSON get the exact text.
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
