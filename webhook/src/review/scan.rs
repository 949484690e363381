//! A cursor over JSON text. In: the body of a review. Out: its members, their strings, and the ranges of their values.
//!
//! Easy to break: a value is skipped without a check of what is in it, except for where strings and brackets end. What
//! reads the value finds the rest. Nothing recurses, so depth takes no stack.

use std::borrow::Cow;
use std::ops::Range;

use super::ReviewError;

/// A cursor over JSON text.
pub(super) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Scanner { text, at: 0 }
    }

    /// The bytes of a range.
    pub(super) fn part(&self, range: &Range<usize>) -> &'t [u8] {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Where the cursor is.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The error at the cursor.
    pub(super) fn error(&self) -> ReviewError {
        ReviewError::Json { offset: self.at }
    }

    /// The next byte that is not white space.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let rest = self.text.get(self.at..)?;
        self.at += rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        self.text.get(self.at).copied()
    }

    /// Whether the next byte is this one, which is then read.
    fn takes(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), ReviewError> {
        if self.takes(byte) { Ok(()) } else { Err(self.error()) }
    }

    /// Calls `member` with each key of an object. It has to read the value.
    pub(super) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, &str) -> Result<(), ReviewError>,
    ) -> Result<(), ReviewError> {
        self.expect(b'{')?;
        if self.takes(b'}') {
            return Ok(());
        }
        loop {
            self.peek();
            let key = self.string()?;
            self.expect(b':')?;
            self.peek();
            member(self, &key)?;
            if self.takes(b'}') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Result<Cow<'t, str>, ReviewError> {
        let start = self.at;
        let range = self.string_range()?;
        let quoted = self.part(&range);
        let content = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        let failed = || ReviewError::Json { offset: start };
        if content.iter().any(|byte| *byte < 0x20 || *byte == b'\\') {
            return serde_json::from_slice(quoted).map(Cow::Owned).map_err(|_| failed());
        }
        std::str::from_utf8(content).map(Cow::Borrowed).map_err(|_| failed())
    }

    /// Skips a value.
    pub(super) fn value(&mut self) -> Result<Range<usize>, ReviewError> {
        self.peek();
        let start = self.at;
        let mut depth = 0usize;
        loop {
            match self.text.get(self.at) {
                Some(b'"') => {
                    self.string_range()?;
                }
                Some(b'{' | b'[') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b'}' | b']') => {
                    depth = depth.checked_sub(1).ok_or_else(|| self.error())?;
                    self.at += 1;
                }
                Some(b',' | b':' | b' ' | b'\t' | b'\n' | b'\r') if depth > 0 => {
                    self.at += 1;
                    continue;
                }
                None | Some(b',' | b':' | b' ' | b'\t' | b'\n' | b'\r') => return Err(self.error()),
                Some(_) => self.plain(),
            }
            if depth == 0 {
                return Ok(start..self.at);
            }
        }
    }

    /// The range of an object, the value of the member `name`; `None` for null.
    pub(super) fn range_of_object(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Range<usize>>, ReviewError> {
        let range = self.value()?;
        match self.part(&range) {
            b"null" => Ok(None),
            text if text.first() == Some(&b'{') => Ok(Some(range)),
            _ => Err(ReviewError::Value(name)),
        }
    }

    /// Whether only white space is left.
    pub(super) fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Skips a number, a boolean or null.
    fn plain(&mut self) {
        let ends = |byte: &u8| {
            matches!(byte, b',' | b':' | b'{' | b'[' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r' | b'"')
        };
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(ends).unwrap_or(rest.len());
    }

    /// Skips a string; its range with quotes.
    fn string_range(&mut self) -> Result<Range<usize>, ReviewError> {
        let start = self.at;
        if self.text.get(start) != Some(&b'"') {
            return Err(self.error());
        }
        let end = crdc::__private::json::string_end(self.text, start + 1);
        if end >= self.text.len() {
            return Err(self.error());
        }
        self.at = end + 1;
        Ok(start..self.at)
    }
}
