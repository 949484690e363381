//! The YAML that tools write, as JSON at once: block mappings and lists, scalars and flow collections on one line, literal
//! texts. In: a text. Out: the
//! JSON of each document, and what its object is called.
//!
//! **What this reads, [`parse`](super::parse) reads to the same JSON without problems.** All other texts are left to it: anchors, tags, texts over several lines, characters beyond ASCII, and everything that is wrong. Adding a form
//! here means a row in the tests, which compare both readers, and the fuzz target `yaml`.

mod block;
mod flow;
mod literal;
mod scalar;
#[cfg(test)]
mod tests;

use std::ops::Range;

/// The documents of a text that is plain.
#[derive(Clone, Debug, Default)]
pub struct PlainText {
    json: String,
    documents: Vec<PlainDocument>,
}

/// One document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlainDocument {
    json: Range<usize>,
    /// Where the document begins in the text.
    pub start: usize,
    /// Its `apiVersion`, as a range of the text; these five are there if they are strings.
    pub api_version: Option<Range<usize>>,
    /// Its `kind`.
    pub kind: Option<Range<usize>>,
    /// Its `metadata.namespace`.
    pub namespace: Option<Range<usize>>,
    /// Its `metadata.name`.
    pub name: Option<Range<usize>>,
    /// Its `metadata.generateName`.
    pub generate_name: Option<Range<usize>>,
}

/// The deepest collection that is read here.
const DEEPEST: usize = 64;

impl PlainText {
    /// Reads a text, if it is plain.
    ///
    /// ```
    /// use crdc_codegen::source::PlainText;
    /// let mut plain = PlainText::default();
    /// let text = "kind: Note\nspec:\n- size: 3 # of ten\n- yes\n";
    /// assert!(plain.read(text));
    /// let [document] = plain.documents() else { panic!() };
    /// assert_eq!(plain.json(document), r#"{"kind":"Note","spec":[{"size":3},true]}"#);
    /// assert_eq!(&text[document.kind.clone().unwrap()], "Note");
    /// assert!(!plain.read("anchor: &a 1\n"));
    /// ```
    pub fn read(&mut self, text: &str) -> bool {
        self.json.clear();
        self.documents.clear();
        // Vectorized: no early exit.
        let is_plain = |bytes: &[u8]| bytes.iter().fold(true, |all, byte| all & is_plain(*byte));
        if !text.as_bytes().chunks(4096).all(is_plain) {
            return false;
        }
        let mut reader = Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            next: 0,
            column: 0,
            ended: false,
            json: &mut self.json,
            keys: Vec::new(),
            document: PlainDocument::default(),
        };
        while reader.document_start() {
            let start = reader.json.len();
            reader.document = PlainDocument { start: reader.at, ..PlainDocument::default() };
            if !reader.starts_document() {
                // Only comments.
                continue;
            }
            reader.document.start = reader.at;
            if reader.node(0, block::Place::Root).is_none() || !reader.ended {
                return false;
            }
            let document = std::mem::take(&mut reader.document);
            self.documents.push(PlainDocument { json: start..reader.json.len(), ..document });
        }
        !reader.is_stuck()
    }

    /// The documents that were read, in their order. Documents that are empty are left out.
    #[must_use]
    pub fn documents(&self) -> &[PlainDocument] {
        &self.documents
    }

    /// The JSON of a document.
    #[must_use]
    pub fn json(&self, document: &PlainDocument) -> &str {
        self.json.get(document.json.clone()).unwrap_or_default()
    }
}

/// Printable ASCII and line feeds.
fn is_plain(byte: u8) -> bool {
    (b' '..0x7f).contains(&byte) | (byte == b'\n')
}

/// A position in the text: always at the first character of a node, or at the end of a document.
struct Reader<'t, 'j> {
    text: &'t str,
    bytes: &'t [u8],
    /// The position.
    at: usize,
    /// Where the next line begins.
    next: usize,
    /// The column of the position.
    column: usize,
    /// Whether the document has no more lines.
    ended: bool,
    json: &'j mut String,
    /// The keys of open mappings, all in one list.
    keys: Vec<&'t str>,
    document: PlainDocument,
}

impl<'t> Reader<'t, '_> {
    /// Moves behind a `---`, or to the start of the text. False at the end of the text.
    fn document_start(&mut self) -> bool {
        if self.next >= self.bytes.len() {
            return false;
        }
        self.ended = false;
        true
    }

    /// Moves to the first line of the document. False if it has none.
    fn starts_document(&mut self) -> bool {
        self.advance();
        !self.ended
    }

    /// Whether something of the text was not read.
    fn is_stuck(&self) -> bool {
        self.next < self.bytes.len()
    }

    /// The rest of the line, without its line break.
    fn line(&self) -> &'t str {
        let end = self.next.min(self.bytes.len());
        let line = self.text.get(self.at..end).unwrap_or_default();
        line.strip_suffix('\n').unwrap_or(line)
    }

    /// Moves to the next line that is not blank or a comment, or to the end of the document.
    fn advance(&mut self) {
        loop {
            let start = self.next;
            let Some(rest) = self.bytes.get(start..).filter(|rest| !rest.is_empty()) else {
                self.ended = true;
                return;
            };
            let length = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
            self.next = start + length;
            let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
            match rest.get(spaces) {
                None | Some(b'\n' | b'#') => continue,
                // Nothing may stand behind the marker: `--- text` is left to the other reader, which sees a node here.
                Some(b'-') if spaces == 0 && is_marker(&rest[..length]) => {
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
}

/// `---` alone on a line.
fn is_marker(line: &[u8]) -> bool {
    matches!(line, b"---" | b"---\n")
}
