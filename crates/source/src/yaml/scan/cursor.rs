//! A position in a text, with its line and column. Columns are counted in characters, as in Go.

use super::super::Span;

/// The position.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// Length of the line break at an offset; 0 if there is none.
fn break_at(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..).unwrap_or_default() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        [0xC2, 0x85, ..] => 2,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

/// Whether a line that begins at an offset is a `---`, also with text after it.
pub(in super::super) fn begins_document(text: &str, at: usize) -> bool {
    let cursor = Cursor { text, at, line: 0, column: 0 };
    cursor.byte(0) == b'-' && cursor.at_document_indicator()
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, start: usize) -> Self {
        let mut cursor = Cursor { text, at: start, line: 0, column: 0 };
        if start == 0 && text.starts_with('\u{feff}') {
            cursor.at = '\u{feff}'.len_utf8();
        }
        cursor
    }

    /// The byte at a distance after the position; 0 at the end of the text.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn break_length(&self) -> usize {
        break_at(self.text.as_bytes(), self.at)
    }

    pub(super) fn is_blank(&self) -> bool {
        matches!(self.byte(0), b' ' | b'\t')
    }

    /// Whether a blank, a line break or the end of the text is so far ahead.
    pub(super) fn is_blankz(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), 0 | b' ' | b'\t') || break_at(self.text.as_bytes(), self.at + ahead) > 0
    }

    pub(super) fn is_breakz(&self) -> bool {
        self.byte(0) == 0 || self.break_length() > 0
    }

    /// Whether a line begins with `---` or `...` here.
    pub(super) fn at_document_indicator(&self) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.column == 0 && (rest.starts_with(b"---") || rest.starts_with(b"...")) && self.is_blankz(3)
    }

    pub(super) fn signed_column(&self) -> isize {
        isize::try_from(self.column).unwrap_or(isize::MAX)
    }

    /// Moves over bytes of the line.
    pub(super) fn skip(&mut self, length: usize) {
        let end = (self.at + length).min(self.text.len());
        let passed = self.text.as_bytes().get(self.at..end).unwrap_or_default();
        // The first bytes of characters.
        self.column += passed.iter().filter(|byte| (**byte as i8) >= -0x40).count();
        self.at = end;
    }

    /// Moves over the character, whatever its length; its text.
    pub(super) fn skip_character(&mut self) -> &'a str {
        let text = self.text;
        let length = text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let character = text.get(self.at..self.at + length).unwrap_or_default();
        self.skip(length);
        character
    }

    /// Moves to the end of the line, and returns the skipped text.
    pub(super) fn skip_line_rest(&mut self) -> &'a str {
        let (text, start) = (self.text, self.at);
        loop {
            let rest = text.as_bytes().get(self.at..).unwrap_or_default();
            let special = |byte: &u8| matches!(byte, 0 | b'\n' | b'\r' | 0xC2 | 0xE2);
            self.skip(rest.iter().position(special).unwrap_or(rest.len()));
            if self.is_breakz() {
                return text.get(start..self.at).unwrap_or_default();
            }
            self.skip_character();
        }
    }

    /// Moves over the line break, and returns its value. Go keeps two line breaks of Unicode as they are.
    pub(super) fn skip_break(&mut self) -> &'a str {
        let text = self.text;
        let length = self.break_length();
        let written = text.get(self.at..self.at + length).unwrap_or_default();
        if length == 0 {
            return written;
        }
        self.at += length;
        self.line += 1;
        self.column = 0;
        if length == 3 { written } else { "\n" }
    }

    /// Whether the position is at most a number of characters after an offset.
    pub(super) fn is_within(&self, start: usize, characters: usize) -> bool {
        let passed = self.text.get(start..self.at).unwrap_or_default();
        passed.len() <= characters || (passed.len() <= 4 * characters && passed.chars().count() <= characters)
    }

    // The caller refuses texts that u32 cannot address.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: narrow(start), end: narrow(end) }
    }

    /// The span of the character at an offset; empty at a line break and at the end.
    pub(super) fn character(&self, at: usize) -> Span {
        let next = self.text.get(at..).and_then(|rest| rest.chars().next());
        self.span(at, at + next.filter(|next| !next.is_control()).map_or(0, char::len_utf8))
    }
}
