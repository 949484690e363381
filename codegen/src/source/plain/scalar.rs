//! Scalars that end with their line.

use std::borrow::Cow;
use std::ops::Range;

use super::super::scalar::{Scalar, resolve_plain};
use super::super::to_json;
use super::super::{Node, Span};
use super::Reader;

impl Reader<'_, '_> {
    /// A value at the position, which a collection at `column` holds. Moves to the next line; the range of a string.
    #[allow(clippy::option_option)]
    pub(super) fn scalar(&mut self, column: usize) -> Option<Option<Range<usize>>> {
        let (line, at) = (self.line(), self.at);
        let found = match line.as_bytes().first()? {
            b'"' | b'\'' => {
                let length = self.quoted(line)?;
                if !is_rest(line.get(length..)?) {
                    return None;
                }
                Some(at + 1..at + length - 1)
            }
            b'|' => return self.literal(column).map(|()| None),
            b'{' | b'[' => {
                let length = self.flow(line, 0)?;
                if !is_rest(line.get(length..)?) {
                    return None;
                }
                None
            }
            b'-' if line.len() == 1 || line.starts_with("- ") => return None,
            b'?' | b':' | b',' | b']' | b'}' | b'#' | b'&' | b'*' | b'!' | b'>' | b'%' | b'@' | b'`' => {
                return None;
            }
            _ => {
                let text = line.find(" #").map_or(line, |comment| &line[..comment]).trim_end_matches(' ');
                // A mapping within a line.
                if text.contains(": ") || text.ends_with(':') {
                    return None;
                }
                self.plain(text)?.then(|| at..at + text.len())
            }
        };
        self.advance();
        // A line that is deeper continues the text.
        (self.ended || self.column <= column).then_some(found)
    }

    /// Writes the quoted text that a line begins with. Its length with the quotes.
    pub(super) fn quoted(&mut self, line: &str) -> Option<usize> {
        let (bytes, start) = (line.as_bytes(), 1);
        let mut end = start;
        if bytes.first() == Some(&b'\'') {
            while !matches!((bytes.get(end)?, bytes.get(end + 1)), (b'\'', next) if next != Some(&b'\'')) {
                end += if bytes.get(end) == Some(&b'\'') { 2 } else { 1 };
            }
            let text = line.get(start..end)?;
            if text.contains("''") {
                to_json::string(self.json, &text.replace("''", "'"));
            } else {
                to_json::string(self.json, text);
            }
            return Some(end + 1);
        }
        while *bytes.get(end)? != b'"' {
            if bytes.get(end) == Some(&b'\\') {
                // These are the same in JSON.
                end += matches!(bytes.get(end + 1)?, b'"' | b'\\' | b'n' | b't').then_some(1)?;
            }
            end += 1;
        }
        self.json.push_str(line.get(..=end)?);
        Some(end + 1)
    }

    /// Writes what an unquoted text stands for. Whether it is a string.
    pub(super) fn plain(&mut self, text: &str) -> Option<bool> {
        match resolve_plain(text) {
            Scalar::Text => {
                to_json::string(self.json, text);
                Some(true)
            }
            other => {
                let value = other.into_value(Cow::Borrowed(text))?;
                Node { span: Span::default(), value }.append_json(self.json);
                Some(false)
            }
        }
    }
}

/// Whether nothing but spaces and a comment stands behind a value.
fn is_rest(text: &str) -> bool {
    let trimmed = text.trim_start_matches(' ');
    trimmed.is_empty() || (trimmed.starts_with('#') && trimmed.len() < text.len())
}
