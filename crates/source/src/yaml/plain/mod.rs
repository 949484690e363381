//! The fast path for the YAML that tools write: block mappings and lists, flow collections on one line, texts
//! over several lines. In: a text. Out: the JSON of each document with the object's name ([`PlainText`]), or
//! nodes ([`nodes`]).
//!
//! **The reader of all YAML ([`read`](super::read)) must read each text that is accepted here to the same
//! values and spans, without problems.** All other texts are left to that reader: anchors, tags, and all
//! errors. A new form here needs a row in the tests, which compare both readers, and the fuzz target `yaml`.

mod block;
mod document;
mod flow;
mod folded;
mod json;
mod literal;
mod nodes;
mod reader;
mod scalar;
mod sink;
#[cfg(test)]
mod tests;

pub use document::PlainDocument;

use super::Node;
use json::Json;
use nodes::Nodes;
use reader::Reader;

/// The documents of a plain text.
#[derive(Clone, Debug, Default)]
pub struct PlainText {
    json: String,
    documents: Vec<PlainDocument>,
}

/// The deepest collection that is read here.
const DEEPEST: usize = 64;

impl PlainText {
    /// Reads a text, if it is plain.
    ///
    /// ```
    /// use crdc_source::PlainText;
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
        if !is_plain(text) {
            return false;
        }
        let mut reader = Reader::new(text, Json { text: &mut self.json, start: 0 });
        while reader.document_start() {
            if !reader.starts_document() {
                // Only comments.
                continue;
            }
            reader.document = PlainDocument { start: reader.at, ..PlainDocument::default() };
            if reader.root().is_none() {
                return false;
            }
            let document = std::mem::take(&mut reader.document);
            let json = reader.sink.start..reader.sink.text.len();
            self.documents.push(PlainDocument { json, ..document });
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

/// Adds the documents from an offset on, at which one begins, up to the first that is not plain. Out: where
/// that one begins. The characters of the text must be [plain](is_plain).
pub(super) fn nodes(text: &str, from: usize, documents: &mut Vec<Node>) -> Option<usize> {
    let mut reader = Reader::new(text, Nodes::default());
    (reader.next, reader.at) = (from, from);
    while reader.document_start() {
        // With its marker.
        let start = reader.at;
        if reader.starts_document() {
            if reader.root().is_none() {
                return Some(start);
            }
            documents.append(&mut reader.sink.documents);
        }
    }
    None
}

/// Whether all characters are allowed in a plain text: line feeds, and printable characters in ASCII and
/// beyond, except for the line breaks and marks of Unicode.
pub(super) fn is_plain(text: &str) -> bool {
    // Vectorized: no early exit within a chunk.
    let is_ascii = |bytes: &[u8]| {
        bytes.iter().fold(true, |all, byte| all & ((b' '..0x7f).contains(byte) | (*byte == b'\n')))
    };
    if text.as_bytes().chunks(4096).all(is_ascii) {
        return true;
    }
    text.chars().all(|c| match c {
        '\n' | ' '..='~' => true,
        _ => c >= '\u{a0}' && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'),
    })
}
