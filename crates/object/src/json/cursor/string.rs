//! A string of a JSON text: its spelling and its content.
//!
//! Easy to break: keys and names are compared on the way of every request, so a string without escapes is not
//! copied.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::malformed::{Malformed, Read};
use crate::json::escape::unescape;
use crate::json::scan;

/// A string in a JSON text.
#[derive(Clone, Copy, Debug)]
pub struct JsonString<'t> {
    quoted: &'t [u8],
    start: usize,
    /// Whether the string has neither escapes nor control characters nor bytes beyond ASCII.
    is_plain: bool,
}

impl<'t> JsonString<'t> {
    #[inline]
    pub(super) fn new(quoted: &'t [u8], start: usize, is_plain: bool) -> Self {
        JsonString { quoted, start, is_plain }
    }

    /// Reads a text that consists of one string, from quote to quote.
    ///
    /// ```
    /// use crdc_object::json::cursor::JsonString;
    ///
    /// let content = |text| JsonString::of(text)?.content().ok();
    /// assert_eq!(content(br#""a\n""#).as_deref(), Some("a\n"));
    /// assert_eq!(content(b"1"), None);
    /// ```
    #[inline]
    pub fn of(text: &'t [u8]) -> Option<Self> {
        let (end, is_plain) = whole_string(text, 0)?;
        (end == text.len()).then_some(JsonString::new(text, 0, is_plain))
    }

    /// The range of the string in the text, with its quotes.
    #[inline]
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.quoted.len()
    }

    /// The text between the quotes, as it is written.
    #[inline]
    pub fn written(&self) -> &'t [u8] {
        self.quoted.get(1..self.quoted.len().saturating_sub(1)).unwrap_or_default()
    }

    /// Whether the content of the string is `content`.
    #[inline]
    pub fn is(&self, content: &str) -> bool {
        self.written() == content.as_bytes() || (!self.is_plain && self.reads(content))
    }

    #[cold]
    fn reads(&self, content: &str) -> bool {
        self.written().contains(&b'\\') && self.content().is_ok_and(|read| read == content)
    }

    /// The content of the string.
    ///
    /// # Errors
    ///
    /// If that is no text: for an invalid escape, half a surrogate pair, a raw control character, or bytes
    /// that are not UTF-8.
    #[inline]
    pub fn content(&self) -> Read<Cow<'t, str>> {
        let written = self.written();
        if !self.is_plain && written.iter().any(|byte| *byte < 0x20 || *byte == b'\\') {
            return self.unescaped().map(Cow::Owned).ok_or(self.malformed());
        }
        core::str::from_utf8(written).map(Cow::Borrowed).map_err(|_| self.malformed())
    }

    #[inline(never)]
    fn unescaped(&self) -> Option<String> {
        let written = self.written();
        if written.iter().any(|byte| *byte < 0x20) {
            return None;
        }
        let mut content = Vec::with_capacity(written.len());
        unescape(written, &mut content).ok()?;
        String::from_utf8(content).ok()
    }

    fn malformed(&self) -> Malformed {
        Malformed { offset: self.start }
    }
}

/// The position after the string that starts at `at`, and whether it has neither escapes nor control
/// characters nor bytes beyond ASCII. Not inlined: a request runs so much code that several copies would cost
/// more than calls.
#[inline(never)]
pub(super) fn whole_string(text: &[u8], at: usize) -> Option<(usize, bool)> {
    if text.get(at) != Some(&b'"') {
        return None;
    }
    let end = scan::special(text, at + 1);
    if text.get(end) == Some(&b'"') {
        return Some((end + 1, true));
    }
    let end = scan::string_end(text, end);
    (end < text.len()).then_some((end + 1, false))
}
