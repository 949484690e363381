//! A cursor over JSON text. In: any bytes. Out: members, items, strings, and where values are.
//!
//! Easy to break: skipping a value does not check its contents, except for the ends of strings and the number
//! of brackets, so that `[1}` is skipped too; the code that reads the value reports the error. A member's
//! value is skipped only when the next member is requested, so that a search stops early. Nothing recurses,
//! so depth takes no stack.

mod malformed;
mod string;
#[cfg(test)]
mod tests;

use core::ops::Range;

pub use malformed::{Malformed, Read};
pub use string::JsonString;

use string::whole_string;

use super::scan;

/// A position in a JSON text.
///
/// ```
/// use crdc_object::json::cursor::Cursor;
///
/// let text = br#"{"kind": "A", "spec": {"replicas": 3}}"#;
/// let mut cursor = Cursor::new(text);
/// let mut found = None;
/// let mut member = cursor.first_member()?;
/// while let Some(key) = member {
///     let value = cursor.value()?;
///     if key.is("spec") {
///         found = Some(value);
///     }
///     member = cursor.next_member()?;
/// }
/// assert_eq!(&text[found.unwrap()], br#"{"replicas": 3}"#);
/// assert!(cursor.is_at_end());
/// # Ok::<(), crdc_object::json::cursor::Malformed>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    /// A cursor at the beginning of a text.
    #[inline]
    pub fn new(text: &'t [u8]) -> Self {
        Self::at(text, 0)
    }

    /// A cursor at an offset of a text.
    #[inline]
    pub fn at(text: &'t [u8], offset: usize) -> Self {
        Cursor { text, at: offset }
    }

    /// The offset in bytes, after the part that was read last.
    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The bytes of a range.
    #[inline]
    pub fn part(&self, range: &Range<usize>) -> &'t [u8] {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The next byte that is not white space, which is skipped.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        let next = self.text.get(self.at).copied();
        // Objects mostly have no white space.
        if next.is_some_and(|byte| byte > b' ') {
            return next;
        }
        self.at = after_space(self.text, self.at);
        self.text.get(self.at).copied()
    }

    /// Whether only white space is left.
    #[inline]
    pub fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// The error that the text is not JSON at the position.
    #[inline]
    pub fn malformed(&self) -> Malformed {
        Malformed { offset: self.at }
    }

    /// Enters an object, and returns the key of its first member, whose value is read next. `None` if the
    /// object is empty, which is then left.
    ///
    /// # Errors
    ///
    /// If no object begins here, or neither a member nor its end follows.
    #[inline]
    pub fn first_member(&mut self) -> Read<Option<JsonString<'t>>> {
        self.expect(b'{')?;
        if self.takes(b'}') { Ok(None) } else { self.key().map(Some) }
    }

    /// The key of the next member, after the value of the previous one. `None` at the end of the object,
    /// which is then left.
    ///
    /// # Errors
    ///
    /// If neither another member nor the end follows.
    #[inline]
    pub fn next_member(&mut self) -> Read<Option<JsonString<'t>>> {
        if self.takes(b'}') {
            return Ok(None);
        }
        self.expect(b',')?;
        self.key().map(Some)
    }

    /// Reads an object: `member` is called with each key, and has to read the value.
    ///
    /// # Errors
    ///
    /// The first error of `member`, or of the text.
    pub fn members<E: From<Malformed>>(
        &mut self,
        mut member: impl FnMut(&mut Self, JsonString<'t>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut next = self.first_member()?;
        while let Some(key) = next {
            member(self, key)?;
            next = self.next_member()?;
        }
        Ok(())
    }

    /// Reads an array: `item` is called at each item, and has to read it.
    ///
    /// # Errors
    ///
    /// The first error of `item`, or of the text.
    pub fn items<E: From<Malformed>>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.expect(b'[')?;
        let mut is_open = !self.takes(b']');
        while is_open {
            self.peek();
            item(self)?;
            is_open = !self.takes(b']');
            if is_open {
                self.expect(b',')?;
            }
        }
        Ok(())
    }

    /// Reads a string.
    ///
    /// # Errors
    ///
    /// If no string begins here, or it does not end.
    #[inline]
    pub fn string(&mut self) -> Read<JsonString<'t>> {
        self.peek();
        let start = self.at;
        let Some((end, is_plain)) = whole_string(self.text, start) else { return Err(self.malformed()) };
        self.at = end;
        Ok(JsonString::new(self.part(&(start..end)), start, is_plain))
    }

    /// Skips a value, and returns its range. Takes time linear in the value, and no memory.
    ///
    /// # Errors
    ///
    /// If no value begins here, or one of its strings or brackets does not end.
    #[inline]
    pub fn value(&mut self) -> Read<Range<usize>> {
        self.peek();
        let start = self.at;
        // Most values of metadata are strings.
        match whole_string(self.text, start) {
            Some((end, _)) => self.at = end,
            None => self.skip_other()?,
        }
        Ok(start..self.at)
    }

    /// Skips any value that begins here. After an error the cursor is at its position.
    fn skip_other(&mut self) -> Read<()> {
        let (text, mut at) = (self.text, self.at);
        let mut depth = 0usize;
        let is_skipped = loop {
            match text.get(at) {
                Some(b'"') => {
                    let end = scan::string_end(text, at + 1);
                    if end >= text.len() {
                        break false;
                    }
                    at = end + 1;
                }
                Some(b'{' | b'[') => {
                    depth += 1;
                    at += 1;
                }
                Some(b'}' | b']') if depth > 0 => {
                    depth -= 1;
                    at += 1;
                }
                Some(b',' | b':' | b' ' | b'\t' | b'\n' | b'\r') if depth > 0 => {
                    at += 1;
                    continue;
                }
                None | Some(b'}' | b']' | b',' | b':' | b' ' | b'\t' | b'\n' | b'\r') => break false,
                // A number, a boolean or null.
                Some(_) => at += scalar_length(text.get(at..).unwrap_or_default()),
            }
            if depth == 0 {
                break true;
            }
        };
        self.at = at;
        if is_skipped { Ok(()) } else { Err(self.malformed()) }
    }

    /// Reads a key and the colon. Afterwards the cursor is at the value.
    #[inline]
    fn key(&mut self) -> Read<JsonString<'t>> {
        let key = self.string()?;
        self.expect(b':')?;
        self.peek();
        Ok(key)
    }

    /// Reads the next byte if it is this one, and returns whether it is.
    #[inline]
    fn takes(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Read<()> {
        if self.takes(byte) { Ok(()) } else { Err(self.malformed()) }
    }
}

#[inline(never)]
fn after_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

#[inline]
fn scalar_length(rest: &[u8]) -> usize {
    let ends = |byte: &u8| {
        matches!(byte, b',' | b':' | b'{' | b'[' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r' | b'"')
    };
    rest.iter().position(ends).unwrap_or(rest.len())
}
