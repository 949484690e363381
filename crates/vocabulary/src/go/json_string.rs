//! Writes JSON strings as Go's encoders do.

use alloc::string::String;
use core::fmt::{self, Write};

/// The characters that an encoder escapes, besides quotes, backslashes and control characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// No other characters, for the shortest text.
    Fewest,
    /// `encoding/json`: `<`, `>`, `&`, U+2028 and U+2029.
    Standard,
    /// `encoding/json` with `SetEscapeHTML(false)`: U+2028 and U+2029.
    WithoutHtml,
    /// json-iterator: like `encoding/json`, but with `\u0008` and `\u000c` instead of `\b` and `\f`.
    Iterator,
    /// json-iterator with `EscapeHTML: false`: no other characters, but with `\u0008` and `\u000c` instead of
    /// `\b` and `\f`.
    IteratorWithoutHtml,
}

impl Escapes {
    // Go: encoding/json/encode.go appendString; json-iterator: stream_str.go
    fn has_html(self) -> bool {
        matches!(self, Escapes::Standard | Escapes::Iterator)
    }

    fn has_separators(self) -> bool {
        !matches!(self, Escapes::Fewest | Escapes::IteratorWithoutHtml)
    }

    fn has_short_names(self) -> bool {
        !matches!(self, Escapes::Iterator | Escapes::IteratorWithoutHtml)
    }

    /// Whether a character that begins with the byte may be escaped.
    fn may_escape(self, first: u8) -> bool {
        match first {
            b'"' | b'\\' | 0..0x20 => true,
            b'<' | b'>' | b'&' => self.has_html(),
            0xe2 => self.has_separators(),
            _ => false,
        }
    }
}

/// `text` as a string of JSON with its quotes.
///
/// ```
/// use crdc_vocabulary::go::{Escapes, json_string};
/// assert_eq!(json_string("a<b\n", Escapes::Standard), r#""a\u003cb\n""#);
/// ```
#[must_use]
pub fn json_string(text: &str, escapes: Escapes) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    append_json_string(&mut out, text, escapes);
    out
}

/// Appends what [`json_string`] returns.
pub fn append_json_string(out: &mut String, text: &str, escapes: Escapes) {
    out.push('"');
    // Writing to a `String` does not fail.
    let _ = write_json_content(out, text, escapes);
    out.push('"');
}

/// Writes the content of a JSON string, without its quotes. Text without escapes is copied in pieces.
///
/// # Errors
/// Errors of `out`.
pub fn write_json_content(out: &mut impl Write, text: &str, escapes: Escapes) -> fmt::Result {
    let mut rest = text;
    // All these bytes begin a character.
    while let Some(at) = rest.bytes().position(|byte| escapes.may_escape(byte)) {
        let (plain, found) = rest.split_at(at);
        out.write_str(plain)?;
        let mut chars = found.chars();
        match chars.next() {
            Some('\n') => out.write_str("\\n")?,
            Some('\r') => out.write_str("\\r")?,
            Some('\t') => out.write_str("\\t")?,
            Some('\u{8}') if escapes.has_short_names() => out.write_str("\\b")?,
            Some('\u{c}') if escapes.has_short_names() => out.write_str("\\f")?,
            Some(c @ ('"' | '\\')) => write!(out, "\\{c}")?,
            Some(c @ ('\0'..' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}')) => {
                write!(out, "\\u{:04x}", u32::from(c))?;
            }
            Some(c) => out.write_char(c)?,
            None => break,
        }
        rest = chars.as_str();
    }
    out.write_str(rest)
}

#[cfg(test)]
mod tests {
    use super::{Escapes, json_string};

    #[test]
    fn each_encoder_has_its_escapes() {
        let text = "é…\"\\\n\r\t\u{8}\u{c}\u{1}<>&\u{2028}\u{7f}";
        for (escapes, expected) in [
            (Escapes::Fewest, "\"é…\\\"\\\\\\n\\r\\t\\b\\f\\u0001<>&\u{2028}\u{7f}\""),
            (Escapes::Standard, "\"é…\\\"\\\\\\n\\r\\t\\b\\f\\u0001\\u003c\\u003e\\u0026\\u2028\u{7f}\""),
            (Escapes::WithoutHtml, "\"é…\\\"\\\\\\n\\r\\t\\b\\f\\u0001<>&\\u2028\u{7f}\""),
            (
                Escapes::Iterator,
                "\"é…\\\"\\\\\\n\\r\\t\\u0008\\u000c\\u0001\\u003c\\u003e\\u0026\\u2028\u{7f}\"",
            ),
            (Escapes::IteratorWithoutHtml, "\"é…\\\"\\\\\\n\\r\\t\\u0008\\u000c\\u0001<>&\u{2028}\u{7f}\""),
        ] {
            assert_eq!(json_string(text, escapes), expected, "{escapes:?}");
        }
    }
}
