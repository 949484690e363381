//! JSON of plain texts, without spaces.

use super::super::scalar::Scalar;
use super::super::{Node, Span};
use super::sink::Sink;
use crdc_vocabulary::go::{Escapes, append_json_string};
use std::borrow::Cow;

/// Appends JSON. The last character decides whether a comma is needed.
pub(super) struct Json<'j> {
    pub(super) text: &'j mut String,
    /// The start of the document.
    pub(super) start: usize,
}

impl Json<'_> {
    fn comma(&mut self) {
        if self.text.len() > self.start && !self.text.ends_with(['[', '{', ':']) {
            self.text.push(',');
        }
    }
}

impl Sink for Json<'_> {
    fn document(&mut self) {
        self.start = self.text.len();
    }

    fn open(&mut self, is_map: bool, _start: usize) {
        self.comma();
        self.text.push(if is_map { '{' } else { '[' });
    }

    fn close(&mut self, is_map: bool, _end: Option<usize>) {
        self.text.push(if is_map { '}' } else { ']' });
    }

    fn key(&mut self, key: &str, _start: usize, _end: usize) {
        self.comma();
        append_json_string(self.text, key, Escapes::Fewest);
        self.text.push(':');
    }

    fn text(&mut self, text: Cow<'_, str>, _start: usize, _end: usize) {
        self.comma();
        append_json_string(self.text, &text, Escapes::Fewest);
    }

    fn json_text(&mut self, quoted: &str, _start: usize, _end: usize) {
        self.comma();
        self.text.push_str(quoted);
    }

    fn scalar(&mut self, scalar: Scalar, text: &str, _start: usize, _end: usize) -> Option<()> {
        self.comma();
        let value = scalar.into_value(Cow::Borrowed(text))?;
        Node { span: Span::default(), value }.append_json(self.text);
        Some(())
    }
}
