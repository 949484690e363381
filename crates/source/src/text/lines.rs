//! Line starts of a text: from byte offsets to lines and columns. Columns count characters, as editors and
//! rustc do; a byte order mark is not a column.

use super::cut::floor_boundary;

/// The mark that some editors write before a text.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

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
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let mut starts = vec![0];
        // Faster than a look at each byte.
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
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

    /// The start of a line (index from 0); the end of the text for lines past the last.
    #[must_use]
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// The end of a line (index from 0), before its line break.
    #[must_use]
    pub fn end(&self, line: usize) -> usize {
        let start = self.start(line);
        let next = self.start(line + 1);
        let text = self.text[start..next].trim_end_matches('\n');
        start + text.strip_suffix('\r').unwrap_or(text).len()
    }

    /// Like [`Source::line_column`](super::Source::line_column).
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

pub(super) fn column(before: &str, line_start: usize) -> usize {
    let before =
        if line_start == 0 { before.strip_prefix(BYTE_ORDER_MARK).unwrap_or(before) } else { before };
    // The line feed after the carriage return belongs to the same line break.
    1 + before.strip_suffix('\r').unwrap_or(before).chars().count()
}
