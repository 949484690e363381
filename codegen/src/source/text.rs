//! A named text, and the mapping from byte offsets to lines and columns. Columns count characters, as editors
//! and rustc do; a byte order mark is not a column.

use super::Span;
use crate::diag::{Code, Diagnostic};
use std::io;
use std::path::Path;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// One input text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name as the user gave it: a path, or a name such as `<stdin>`.
    pub name: String,
    /// The whole text, byte order mark included.
    pub text: String,
    /// Why it has no documents, if so.
    fault: Option<Fault>,
}

/// Why a source has no documents.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    code: Code,
    /// The offset of the error.
    at: u32,
    message: String,
    help: &'static str,
}

impl Source {
    /// A source that does not come from a file.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into(), fault: None }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// File system errors.
    pub fn read(path: &Path) -> io::Result<Source> {
        Ok(Source::from_bytes(path.display().to_string(), std::fs::read(path)?))
    }

    /// Creates a source from bytes that are already read, from a pipe for instance. If they are not UTF-8,
    /// the source has no documents, and a diagnostic points at the first invalid byte.
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Source {
        match String::from_utf8(bytes) {
            Ok(text) => Source::new(name, text),
            Err(error) => {
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                Source { name: name.into(), text, fault: Some(not_utf8(&error)) }
            }
        }
    }

    /// A source that could not be read: it has no documents, and a diagnostic says why.
    #[must_use]
    pub fn unreadable(name: impl Into<String>, error: &io::Error) -> Source {
        let message = format!("the file cannot be read: {error}");
        let help = "make it readable, or move it out of the folder";
        let fault = Fault { code: Code::SourceUnreadable, at: 0, message, help };
        Source { name: name.into(), text: String::new(), fault: Some(fault) }
    }

    /// Why it has no documents, if so.
    pub(super) fn problem(&self) -> Option<Diagnostic> {
        let fault = self.fault.as_ref()?;
        let span = Span { start: fault.at, end: fault.at };
        Some(Diagnostic::new(fault.code, span, fault.message.clone()).help(fault.help))
    }

    /// The line and column (both from 1) of a byte offset. Offsets past the end count as the end. Reads the
    /// text up to the offset; see [`Lines`] for many offsets.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let end = floor_boundary(&self.text, offset as usize);
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = 1 + before.bytes().filter(|b| *b == b'\n').count();
        (line, column(&before[line_start..], line_start))
    }

    /// An index of the line starts, for looking up many offsets.
    #[must_use]
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text)
    }
}

/// The line starts of a text, and character counts at regular byte intervals: a lookup takes the same time
/// however long the line is.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// Characters that start before each multiple of `STRIDE` bytes.
    counted: Vec<usize>,
}

/// Bytes between two counts.
const STRIDE: usize = 1024;

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1));
        let mut counted = vec![0];
        let mut characters = 0;
        for block in text.as_bytes().chunks(STRIDE) {
            characters += starts_in(block);
            counted.push(characters);
        }
        Lines { text, starts, counted }
    }

    /// The number of characters before a byte offset.
    #[must_use]
    pub(crate) fn characters(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        let block = offset / STRIDE;
        let rest = self.text.as_bytes().get(block * STRIDE..offset).unwrap_or_default();
        self.counted.get(block).copied().unwrap_or_default() + starts_in(rest)
    }

    /// Index (from 0) of the line that holds the offset.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// Where a line (index from 0) starts; the end of the text for lines past the last.
    #[must_use]
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// Where a line (index from 0) ends, before its line break.
    #[must_use]
    pub fn end(&self, line: usize) -> usize {
        let start = self.start(line);
        let next = self.start(line + 1);
        let text = self.text[start..next].trim_end_matches('\n');
        start + text.strip_suffix('\r').unwrap_or(text).len()
    }

    /// Like [`Source::line_column`].
    #[must_use]
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let offset = floor_boundary(self.text, offset as usize);
        let line = self.line_of(offset);
        let start = self.start(line);
        let bytes = self.text.as_bytes();
        let marked =
            start == 0 && offset >= BYTE_ORDER_MARK.len_utf8() && self.text.starts_with(BYTE_ORDER_MARK);
        let returned = offset > start && bytes.get(offset - 1) == Some(&b'\r');
        let before = self.characters(offset) - self.characters(start);
        (line + 1, 1 + before - usize::from(marked) - usize::from(returned))
    }
}

/// The number of characters that start in these UTF-8 bytes.
fn starts_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

fn column(before: &str, line_start: usize) -> usize {
    let before =
        if line_start == 0 { before.strip_prefix(BYTE_ORDER_MARK).unwrap_or(before) } else { before };
    // The line feed after the carriage return belongs to the same line break.
    1 + before.strip_suffix('\r').unwrap_or(before).chars().count()
}

/// The offset, moved into the text and back to the start of its character.
pub(crate) fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The maximum number of bytes shown of a path.
const MOST_OF_PATH: usize = 4096;

/// Elides the middle of a very long path: otherwise each of thousands of messages below one long key would
/// repeat the key.
pub(crate) fn cut_path(path: String) -> String {
    if path.len() > MOST_OF_PATH { cut_pieces(&[&path]) } else { path }
}

/// Like [`cut_path`], for a path in pieces. **The elided pieces are not read.**
pub(crate) fn cut_pieces(pieces: &[&str]) -> String {
    let length: usize = pieces.iter().map(|piece| piece.len()).sum();
    if length <= MOST_OF_PATH {
        return pieces.concat();
    }
    let half = MOST_OF_PATH / 2;
    let mut shown = String::with_capacity(MOST_OF_PATH + 8);
    let mut at = 0;
    for piece in pieces {
        let head = floor_boundary(piece, half.saturating_sub(at));
        shown.push_str(&piece[..head]);
        at += piece.len();
        if at >= half {
            break;
        }
    }
    shown.push('…');
    let (mut tail, mut left) = (Vec::new(), half);
    for piece in pieces.iter().rev() {
        let start = floor_boundary(piece, piece.len().saturating_sub(left));
        tail.push(&piece[start..]);
        left = left.saturating_sub(piece.len());
        if left == 0 {
            break;
        }
    }
    tail.iter().rev().for_each(|piece| shown.push_str(piece));
    shown
}

/// The text without its byte order mark, and the length of the mark in bytes.
pub(super) fn without_mark(text: &str) -> (&str, usize) {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, text.len() - rest.len()),
        None => (text, 0),
    }
}

fn not_utf8(error: &std::string::FromUtf8Error) -> Fault {
    let bytes = error.as_bytes();
    let at = error.utf8_error().valid_up_to();
    let help = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16: save it as UTF-8",
        _ => "save it as UTF-8",
    };
    let byte = bytes.get(at).copied().unwrap_or_default();
    let message = format!("the file is not UTF-8: byte 0x{byte:02x} at offset {at}");
    Fault { code: Code::SourceNotUtf8, at: u32::try_from(at).unwrap_or(u32::MAX), message, help }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn paths_are_cut_in_the_middle() {
        for (unit, count) in
            [("a", 4095), ("a", 4096), ("a", 4097), ("é", 2048), ("é", 2049), ("日", 5000), ("日本.", 700)]
        {
            let path = unit.repeat(count);
            let expected = match path.len() {
                ..=4096 => path.clone(),
                length => {
                    let end = floor_boundary(&path, length - 2048);
                    format!("{}…{}", &path[..floor_boundary(&path, 2048)], &path[end..])
                }
            };
            for size in [1, 7, 100, count] {
                let pieces: Vec<String> =
                    (0..count).step_by(size).map(|at| unit.repeat(size.min(count - at))).collect();
                let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
                assert!(cut_pieces(&pieces) == expected, "{count} of {unit}, each {size}");
            }
            assert!(cut_path(path) == expected, "{count} of {unit}");
        }
    }

    #[test]
    fn lines_and_columns_count_characters() {
        let source = Source::new("a", "\u{feff}é: 1\r\nb: 2\n");
        let lines = source.lines();
        for (offset, expected) in
            [(0, (1, 1)), (3, (1, 1)), (4, (1, 1)), (5, (1, 2)), (10, (2, 1)), (99, (3, 1))]
        {
            assert_eq!(source.line_column(offset), expected, "{offset}");
            assert_eq!(lines.line_column(offset), expected, "{offset}");
        }
        assert_eq!(lines.end(0), 8);
        assert_eq!((lines.start(7), lines.end(7)), (15, 15));
    }

    #[test]
    fn bytes_that_are_not_text_are_a_problem_with_a_place() {
        let source = Source::from_bytes("a", b"a: 1\nb: \xff\n".to_vec());
        let problem = source.problem().unwrap();
        assert_eq!(problem.message, "the file is not UTF-8: byte 0xff at offset 8");
        assert_eq!(source.line_column(problem.span.start), (2, 4));
        let problem = Source::from_bytes("a", b"\xff\xfea\0".to_vec()).problem().unwrap();
        assert_eq!(problem.help.as_deref(), Some("it looks like UTF-16: save it as UTF-8"));
        assert_eq!(Source::from_bytes("a", b"a".to_vec()), Source::new("a", "a"));
    }
}
