//! A named text, or the reason why it could not be read.

use super::cut::floor_boundary;
use super::lines::{BYTE_ORDER_MARK, Lines, column};
use super::read;
use std::io;
use std::path::Path;

/// One input text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name as the user gave it: a path, or a name such as `<stdin>`.
    pub name: String,
    /// The whole text, byte order mark included.
    pub text: String,
    /// The reason why the source could not be read; `None` if it was read.
    fault: Option<Fault>,
}

/// The reason why a source has no documents. `fault.rs` reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The text is not UTF-8.
    NotUtf8 {
        /// The offset of the first invalid byte.
        at: usize,
        /// The byte that is not UTF-8.
        byte: u8,
        /// Whether the text begins like UTF-16.
        utf16: bool,
    },
    /// The file cannot be read, with the error.
    Unreadable(String),
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
    /// File system errors, pipes and devices, and files larger than 1 GiB.
    pub fn read(path: &Path) -> io::Result<Source> {
        Ok(Source::from_bytes(path.display().to_string(), read::file(path)?))
    }

    /// Reads a stream to its end, the standard input for instance.
    ///
    /// # Errors
    /// Errors of the stream, and more than 1 GiB.
    pub fn read_from(name: impl Into<String>, stream: impl io::Read) -> io::Result<Source> {
        Ok(Source::from_bytes(name, read::stream(stream, 0)?))
    }

    /// Creates a source from bytes that are already read, from a pipe for instance. If they are not UTF-8,
    /// the source has no documents, and a diagnostic points at the first invalid byte.
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Source {
        match String::from_utf8(bytes) {
            Ok(text) => Source::new(name, text),
            Err(error) => {
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                Source { name: name.into(), text, fault: Some(Fault::not_utf8(&error)) }
            }
        }
    }

    /// A source that could not be read: it has no documents, and a diagnostic with the reason.
    #[must_use]
    pub fn unreadable(name: impl Into<String>, error: &io::Error) -> Source {
        Source { name: name.into(), text: String::new(), fault: Some(Fault::Unreadable(error.to_string())) }
    }

    /// Whether the text could not be read, or is not UTF-8: it has no documents then.
    #[must_use]
    pub fn has_fault(&self) -> bool {
        self.fault.is_some()
    }

    /// The reason why the source could not be read; `None` if it was read.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
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

impl Fault {
    fn not_utf8(error: &std::string::FromUtf8Error) -> Fault {
        let bytes = error.as_bytes();
        let at = error.utf8_error().valid_up_to();
        let utf16 = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        Fault::NotUtf8 { at, byte: bytes.get(at).copied().unwrap_or_default(), utf16 }
    }
}

/// The text without its byte order mark, and the length of the mark in bytes.
pub(crate) fn without_mark(text: &str) -> (&str, usize) {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, text.len() - rest.len()),
        None => (text, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

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
}
