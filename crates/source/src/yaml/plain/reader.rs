//! The reader of plain YAML: a position in the text that moves from line to line.

use super::document::PlainDocument;

/// A position in the text: always at the first character of a node, or at the end of a document, which is the
/// marker of the next document.
pub(super) struct Reader<'t, S> {
    pub(super) text: &'t str,
    /// The position.
    pub(super) at: usize,
    /// The start of the next line.
    pub(super) next: usize,
    /// The column of the position.
    pub(super) column: usize,
    /// Whether the document has no more lines.
    pub(super) ended: bool,
    pub(super) sink: S,
    /// The keys of open mappings, all in one list.
    pub(super) keys: Vec<&'t str>,
    pub(super) document: PlainDocument,
}

impl<'t, S> Reader<'t, S> {
    pub(super) fn new(text: &'t str, sink: S) -> Self {
        let document = PlainDocument::default();
        Reader { text, at: 0, next: 0, column: 0, ended: false, sink, keys: Vec::new(), document }
    }

    /// Begins a document: after a `---`, or at the start of the text. False at the end of the text.
    pub(super) fn document_start(&mut self) -> bool {
        if self.next >= self.text.len() {
            return false;
        }
        self.ended = false;
        true
    }

    /// Moves to the first line of the document. False if it has none.
    pub(super) fn starts_document(&mut self) -> bool {
        self.advance();
        !self.ended
    }

    /// Whether a part of the text is left that this reader cannot read.
    pub(super) fn is_stuck(&self) -> bool {
        self.next < self.text.len()
    }

    /// The rest of the line, without its line break.
    pub(super) fn line(&self) -> &'t str {
        let line = self.text.get(self.at..self.next).unwrap_or_default();
        line.strip_suffix('\n').unwrap_or(line)
    }

    /// Moves to the next line that is not blank or a comment, or to the end of the document.
    pub(super) fn advance(&mut self) {
        loop {
            let start = self.next;
            let Some(rest) = self.text.as_bytes().get(start..).filter(|rest| !rest.is_empty()) else {
                self.ended = true;
                return;
            };
            let length = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
            self.next = start + length;
            let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
            match rest.get(spaces) {
                None | Some(b'\n' | b'#') => continue,
                // Nothing may stand after the marker: `--- text` is no marker here, and is left to the other
                // reader.
                Some(b'-') if spaces == 0 && is_marker(&rest[..length]) => {
                    self.at = start;
                    self.ended = true;
                    return;
                }
                _ => {}
            }
            self.at = start + spaces;
            self.column = spaces;
            return;
        }
    }

    /// `None` if this line continues a scalar of a collection at `column`, because it is indented more: this
    /// reader does not read scalars of several lines.
    pub(super) fn ends_scalar(&self, column: usize) -> Option<()> {
        (self.ended || self.column <= column).then_some(())
    }
}

/// Whether a line is `---` and nothing else.
fn is_marker(line: &[u8]) -> bool {
    matches!(line, b"---" | b"---\n")
}
