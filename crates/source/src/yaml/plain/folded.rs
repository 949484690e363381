//! Unquoted and quoted texts over several lines. A line break between two lines is a space; with blank lines
//! between them, each blank line is a line break.

use std::borrow::Cow;

use super::super::scalar::{Scalar, resolve_plain};
use super::reader::Reader;
use super::sink::Sink;

/// A line that continues a text.
struct Line<'t> {
    /// The text of the line, without the spaces before it and the line break.
    text: &'t str,
    /// The start of the text.
    start: usize,
    /// The start of the line after it.
    next: usize,
    /// The line breaks before it.
    breaks: usize,
}

impl<'t, S: Sink> Reader<'t, S> {
    /// Whether the next line continues an unquoted text of a collection at `column`.
    pub(super) fn continues(&self, column: usize) -> bool {
        self.continuation(self.next, Some(column)).is_some_and(|line| !line.text.starts_with('#'))
    }

    /// The next line with text at or after an offset, if it is indented more than `column`. If `column` is
    /// `None`, any indentation is allowed: lines of quoted texts may begin anywhere, but a document may end
    /// there.
    fn continuation(&self, mut next: usize, column: Option<usize>) -> Option<Line<'t>> {
        let mut breaks = 1;
        loop {
            let rest = self.text.get(next..).filter(|rest| !rest.is_empty())?;
            let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
            let text = line.trim_start_matches(' ');
            let spaces = line.len() - text.len();
            let next_line = (next + line.len() + 1).min(self.text.len());
            if !text.is_empty() {
                let is_deeper = match column {
                    Some(column) => spaces > column,
                    None => spaces > 0 || !(text.starts_with("---") || text.starts_with("...")),
                };
                return is_deeper.then_some(Line { text, start: next + spaces, next: next_line, breaks });
            }
            breaks += 1;
            next = next_line;
        }
    }

    /// An unquoted text that begins with `first` at the position and continues.
    pub(super) fn folded_plain(&mut self, first: &str, column: usize) -> Option<()> {
        let mut text = first.to_owned();
        let mut end = self.at;
        while let Some(line) = self.continuation(self.next, Some(column)) {
            // A comment may end the text, and a colon makes it a key: both are left to the complete reader.
            let part = line.text.trim_end_matches(' ');
            if part.starts_with('#') || part.contains(" #") || part.contains(": ") || part.ends_with(':') {
                return None;
            }
            fold(&mut text, line.breaks);
            text.push_str(part);
            end = line.start + part.len();
            self.next = line.next;
        }
        if resolve_plain(&text) != Scalar::Text {
            return None;
        }
        self.sink.text(Cow::Owned(text), self.at, end);
        Some(())
    }

    /// Reads a quoted text at the position that ends on another line. Returns its end; the line of its end is
    /// the last line that was read.
    pub(super) fn folded_quoted(&mut self) -> Option<usize> {
        let is_double = self.text.as_bytes().get(self.at) == Some(&b'"');
        let mut text = String::new();
        let mut line = self.line().get(1..)?;
        let mut start = self.at + 1;
        loop {
            let (rest, is_escaped) = match quoted_part(line, is_double, &mut text)? {
                LineEnd::End(length) => {
                    self.sink.text(Cow::Owned(text), self.at, start + length);
                    return Some(start + length);
                }
                LineEnd::Line { is_escaped, kept } => (kept, is_escaped),
            };
            let next = self.continuation(self.next, None)?;
            if is_escaped {
                if next.breaks > 1 {
                    return None;
                }
            } else {
                // Spaces before a line break are not part of the text, unless they are escaped.
                let spaces = text.len() - text.trim_end_matches(' ').len();
                text.truncate(text.len() - spaces.min(rest));
                fold(&mut text, next.breaks);
            }
            (line, start, self.next) = (next.text, next.start, next.next);
        }
    }
}

fn fold(text: &mut String, breaks: usize) {
    match breaks {
        1 => text.push(' '),
        _ => text.extend(std::iter::repeat_n('\n', breaks - 1)),
    }
}

/// The end of a line of a quoted text.
enum LineEnd {
    /// The text ends with the quote; the length up to and with the quote.
    End(usize),
    /// Without it: whether the line break is escaped, and how many characters at the end are as in the text.
    Line { is_escaped: bool, kept: usize },
}

/// Appends a line of a quoted text.
fn quoted_part(line: &str, is_double: bool, text: &mut String) -> Option<LineEnd> {
    let bytes = line.as_bytes();
    let (mut at, mut from) = (0, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\'' if !is_double => {
                text.push_str(line.get(from..at)?);
                if bytes.get(at + 1) != Some(&b'\'') {
                    return Some(LineEnd::End(at + 1));
                }
                text.push('\'');
                at += 2;
                from = at;
            }
            b'"' if is_double => {
                text.push_str(line.get(from..at)?);
                return Some(LineEnd::End(at + 1));
            }
            b'\\' if is_double => {
                text.push_str(line.get(from..at)?);
                let Some(escape) = bytes.get(at + 1) else {
                    return Some(LineEnd::Line { is_escaped: true, kept: 0 });
                };
                text.push(match escape {
                    b'"' | b'\\' | b' ' => char::from(*escape),
                    b'n' => '\n',
                    b't' => '\t',
                    _ => return None,
                });
                at += 2;
                from = at;
            }
            _ => at += 1,
        }
    }
    let rest = line.get(from..)?;
    text.push_str(rest);
    Some(LineEnd::Line { is_escaped: false, kept: rest.len() })
}
