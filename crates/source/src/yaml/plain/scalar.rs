//! Scalars, unquoted and in quotes. Scalars that end on their line are read here, others in
//! [`folded`](super::folded).

use std::borrow::Cow;
use std::ops::Range;

use super::super::scalar::{Scalar, resolve_plain};
use super::reader::Reader;
use super::sink::Sink;

/// A scalar that was read.
#[derive(Default)]
pub(super) struct ReadScalar {
    /// Of a string on one line: its characters in the text, without quotes.
    pub(super) range: Option<Range<usize>>,
    /// Whether the scalar is a string that the text has in another form.
    pub(super) is_changed: bool,
}

impl ReadScalar {
    pub(super) const CHANGED: ReadScalar = ReadScalar { range: None, is_changed: true };
}

impl<S: Sink> Reader<'_, S> {
    /// A value at the position, which a collection at `column` holds. Moves to the next line.
    pub(super) fn scalar(&mut self, column: usize) -> Option<ReadScalar> {
        let (line, at) = (self.line(), self.at);
        let line_end = at + line.len();
        let found = match line.as_bytes().first()? {
            b'"' | b'\'' => match self.quoted(at, line_end) {
                Some(end) => {
                    self.ends_line(end)?;
                    let is_changed = self.text.get(at..end)?.contains(['\\'])
                        || self.text.get(at + 1..end - 1)?.contains("''");
                    ReadScalar { range: Some(at + 1..end - 1), is_changed }
                }
                None => {
                    let end = self.folded_quoted()?;
                    self.ends_line(end)?;
                    ReadScalar::CHANGED
                }
            },
            b'|' => {
                self.literal(column)?;
                return Some(ReadScalar::CHANGED);
            }
            b'{' | b'[' => {
                let end = self.flow(at, 0)?;
                self.ends_line(end)?;
                ReadScalar::CHANGED
            }
            b'-' if line.len() == 1 || line.starts_with("- ") => return None,
            b'?' | b':' | b',' | b']' | b'}' | b'#' | b'&' | b'*' | b'!' | b'>' | b'%' | b'@' | b'`' => {
                return None;
            }
            _ => {
                let text = line.find(" #").map_or(line, |comment| &line[..comment]);
                let has_comment = text.len() < line.len();
                let text = text.trim_end_matches(' ');
                // A mapping within a line.
                if text.contains(": ") || text.ends_with(':') {
                    return None;
                }
                if !has_comment && self.continues(column) {
                    self.folded_plain(text, column)?;
                    ReadScalar::CHANGED
                } else {
                    let end = at + text.len();
                    let is_text = self.plain(text, at, end)?;
                    ReadScalar { range: is_text.then_some(at..end), is_changed: false }
                }
            }
        };
        self.advance();
        self.ends_scalar(column)?;
        Some(found)
    }

    /// The quoted text at an offset, if it ends before `limit`. Where it ends.
    pub(super) fn quoted(&mut self, start: usize, limit: usize) -> Option<usize> {
        let line = self.text.get(start..limit)?;
        let bytes = line.as_bytes();
        let mut end = 1;
        if bytes.first() == Some(&b'\'') {
            while !matches!((bytes.get(end)?, bytes.get(end + 1)), (b'\'', next) if next != Some(&b'\'')) {
                end += if bytes.get(end) == Some(&b'\'') { 2 } else { 1 };
            }
            let text = line.get(1..end)?;
            let text = if text.contains("''") { text.replace("''", "'").into() } else { Cow::Borrowed(text) };
            self.sink.text(text, start, start + end + 1);
            return Some(start + end + 1);
        }
        while *bytes.get(end)? != b'"' {
            if bytes.get(end) == Some(&b'\\') {
                // These escapes are the same in JSON.
                end += matches!(bytes.get(end + 1)?, b'"' | b'\\' | b'n' | b't').then_some(1)?;
            }
            end += 1;
        }
        self.sink.json_text(line.get(..=end)?, start, start + end + 1);
        Some(start + end + 1)
    }

    /// Writes the value of an unquoted text. Returns whether it is a string.
    pub(super) fn plain(&mut self, text: &str, start: usize, end: usize) -> Option<bool> {
        match resolve_plain(text) {
            Scalar::Text => {
                self.sink.text(Cow::Borrowed(text), start, end);
                Some(true)
            }
            other => {
                self.sink.scalar(other, text, start, end)?;
                Some(false)
            }
        }
    }

    /// Checks that only spaces and a comment follow a value on the last line that was read.
    fn ends_line(&self, end: usize) -> Option<()> {
        let text = self.text.get(end..self.next)?;
        let trimmed = text.trim_end_matches('\n').trim_start_matches(' ');
        (trimmed.is_empty() || (trimmed.starts_with('#') && text.starts_with(' '))).then_some(())
    }
}
