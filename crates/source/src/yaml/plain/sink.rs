//! The output of a reader of plain texts: JSON ([`json`](super::json)) or nodes ([`nodes`](super::nodes)).

use super::super::scalar::Scalar;
use std::borrow::Cow;

/// Receives the parts of a document in their order. Offsets are bytes of the text.
pub(super) trait Sink {
    /// A document begins.
    fn document(&mut self);
    /// A list or mapping begins at an offset.
    fn open(&mut self, is_map: bool, start: usize);
    /// A collection ends. Only a flow collection has an end of its own: a block collection ends with its last
    /// part.
    fn close(&mut self, is_map: bool, end: Option<usize>);
    /// A key of the mapping that was opened last.
    fn key(&mut self, key: &str, start: usize, end: usize);
    /// A string.
    fn text(&mut self, text: Cow<'_, str>, start: usize, end: usize);
    /// A string in double quotes, whose text between `start + 1` and `end - 1` is JSON.
    fn json_text(&mut self, quoted: &str, start: usize, end: usize);
    /// A number, a boolean or null. `None` if JSON has no such number.
    fn scalar(&mut self, scalar: Scalar, text: &str, start: usize, end: usize) -> Option<()>;
}
