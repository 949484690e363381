//! Decodes strings. They are unescaped only if they have escapes.

use super::{DecodeResult, Decoder, Member, Shape};
use crate::error::{Rule, Violation};
use crdc_object::json::escape::Trouble;
use crdc_object::json::scan;
use crdc_object::tape::{ESCAPED, Kind, push_unescaped, unescaped};

/// The content of a string, for checks of its constraints.
#[derive(Debug)]
pub struct Check<'c, 'p> {
    /// The content, valid UTF-8.
    pub bytes: &'c [u8],
    at: u32,
    violations: &'c mut alloc::vec::Vec<Violation<'p>>,
}

impl<'c, 'p> Check<'c, 'p> {
    /// The content of the string at an entry of a tape.
    pub(crate) fn new(bytes: &'c [u8], at: u32, violations: &'c mut alloc::vec::Vec<Violation<'p>>) -> Self {
        Check { bytes, at, violations }
    }

    /// Length in code points.
    #[inline(always)]
    pub fn chars(&self) -> i64 {
        count(self.bytes)
    }

    /// Records that the string breaks `rule`.
    #[inline(always)]
    pub fn raise(&mut self, rule: &'p Rule<'p>) {
        take_down(self.violations, self.at, rule);
    }
}

// Both functions take parts of `Check`, which then stays in registers.

#[inline(never)]
fn count(bytes: &[u8]) -> i64 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as i64
}

#[cold]
#[inline(never)]
fn take_down<'p>(violations: &mut alloc::vec::Vec<Violation<'p>>, at: u32, rule: &'p Rule<'p>) {
    violations.push(Violation::schema(at, rule));
}

impl<'t, 'p> Decoder<'t, 'p> {
    /// Decodes a string. Any other value is handled here and returns `false`.
    ///
    /// Every unusual case is a tail call, so that the usual path needs no stack.
    #[inline(never)]
    pub fn string(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<bool> {
        if self.tape.len() == self.tape.capacity() {
            return self.string_growing(member, shape);
        }
        let Some([b'"', rest @ ..]) = self.window::<17>() else {
            return self.string_later(member, shape);
        };
        match scan::plain_bytes(rest) {
            Some(length) if rest[length] == b'"' => {
                self.push_string(member, length);
                Ok(true)
            }
            Some(_) => self.string_near_end(member),
            None => self.longer_string(member),
        }
    }

    /// Appends the entry of a string of `length` bytes and moves past it.
    #[inline(always)]
    fn push_string(&mut self, member: Member, length: usize) {
        let start = self.place();
        let end = start + length + 2;
        self.push(member, Kind::String, start, end);
        self.at = end;
    }

    /// Decodes a string whose quote is next and whose first `length` bytes are plain. Usually without calls,
    /// as above.
    #[inline(always)]
    fn long_string(&mut self, member: Member, mut length: usize) -> DecodeResult<bool> {
        let mut rest = self.text.get(self.at + 1 + length..).unwrap_or(b"");
        while let Some((bytes, tail)) = rest.split_first_chunk::<16>() {
            match scan::plain_bytes(bytes) {
                None => (length, rest) = (length + 16, tail),
                Some(last) if bytes[last] == b'"' && self.tape.len() < self.tape.capacity() => {
                    self.push_string(member, length + last);
                    return Ok(true);
                }
                Some(_) => break,
            }
        }
        self.string_near_end(member)
    }

    /// Decodes a string near the end of the text, or with something unusual in it.
    #[inline(never)]
    fn string_near_end(&mut self, member: Member) -> DecodeResult<bool> {
        let (text, start) = (self.text, self.at + 1);
        let end = scan::special(text, start);
        if text.get(end) != Some(&b'"') {
            return self.irregular_string(member, start, end);
        }
        self.push_string(member, end - start);
        Ok(true)
    }

    /// Decodes a string whose content is to be checked. Any other value is handled here and returns `None`.
    #[inline(always)]
    pub fn text(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<Option<Check<'_, 'p>>> {
        if let Some(bytes) = self.plain_text(member) {
            let at = self.mark().wrapping_sub(1);
            return Ok(Some(Check { bytes, at, violations: &mut self.records.violations }));
        }
        if self.long_text(member, shape)? { Ok(Some(self.check())) } else { Ok(None) }
    }

    /// Decodes a string whose content is to be checked; its quote must be next.
    #[inline(always)]
    pub fn open_text(&mut self, member: Member) -> DecodeResult<Check<'_, 'p>> {
        if let Some(bytes) = self.plain_text(member) {
            let at = self.mark().wrapping_sub(1);
            return Ok(Check { bytes, at, violations: &mut self.records.violations });
        }
        self.open_long_string(member)?;
        Ok(self.check())
    }

    /// Decodes a string of up to sixteen bytes without escapes, if it is next. No calls, so that it needs no
    /// stack.
    #[inline(never)]
    pub(super) fn plain_text(&mut self, member: Member) -> Option<&'t [u8]> {
        if self.tape.len() == self.tape.capacity() {
            return None;
        }
        let Some([b'"', rest @ ..]) = self.window::<17>() else { return None };
        match scan::plain_bytes(rest) {
            Some(length) if rest[length] == b'"' => {
                self.push_string(member, length);
                Some(&rest[..length])
            }
            _ => None,
        }
    }

    /// Decodes a string of any length, or handles any other value.
    #[inline(never)]
    fn long_text(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<bool> {
        if self.byte() != b'"' {
            return self.string_later(member, shape);
        }
        self.long_string(member, 0)
    }

    #[cold]
    #[inline(never)]
    fn string_growing(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<bool> {
        self.tape.reserve(1);
        self.string(member, shape)
    }

    /// Handles white space, the end of the text, and values that are not strings.
    #[cold]
    #[inline(never)]
    fn string_later(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<bool> {
        if self.peek() == b'"' {
            return self.string_near_end(member);
        }
        self.unexpected(member, shape)?;
        Ok(false)
    }

    /// Decodes a string; its quote must be next.
    pub fn open_string(&mut self, member: Member) -> DecodeResult {
        match self.plain_text(member) {
            Some(_) => Ok(()),
            None => self.open_long_string(member).map(|_| ()),
        }
    }

    #[inline(never)]
    fn open_long_string(&mut self, member: Member) -> DecodeResult<bool> {
        self.long_string(member, 0)
    }

    /// Decodes a string whose quote is next and whose first sixteen bytes are plain. Most end in the next
    /// sixteen.
    #[inline(never)]
    fn longer_string(&mut self, member: Member) -> DecodeResult<bool> {
        if let Some(window) = self.window::<33>()
            && let Some(second) = window.last_chunk::<16>()
            && let Some(length) = scan::plain_bytes(second)
            && second[length] == b'"'
            && self.tape.len() < self.tape.capacity()
        {
            self.push_string(member, 16 + length);
            return Ok(true);
        }
        self.long_string(member, 16)
    }

    /// Decodes a string with something unusual at `at`.
    #[inline(never)]
    #[cold]
    fn irregular_string(&mut self, member: Member, start: usize, mut at: usize) -> DecodeResult<bool> {
        let text = self.text;
        let mut escapes = false;
        loop {
            match text.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escapes = true;
                    at = scan::special(text, at + 2);
                }
                Some(0x80..) => {
                    let run = text[at..].iter().position(|byte| *byte < 0x80).map_or(text.len(), |n| at + n);
                    if core::str::from_utf8(&text[at..run]).is_err() {
                        return self.ask_normalize();
                    }
                    at = scan::special(text, run);
                }
                _ => return self.refuse(),
            }
        }
        let index = self.push(member, Kind::String, start - 1, at + 1);
        self.at = at + 1;
        if !escapes {
            return Ok(true);
        }
        let place = match push_unescaped(&text[start..at], &mut self.side.strings) {
            Ok(place) => place,
            Err(Trouble::Syntax) => return self.refuse(),
            Err(Trouble::Replaced) => return self.ask_normalize(),
        };
        if let Some(entry) = self.tape.get_mut(index as usize) {
            entry.flags |= ESCAPED;
            entry.next = place;
        }
        Ok(true)
    }

    /// The content of the string decoded last, to be checked.
    #[inline(always)]
    pub fn check(&mut self) -> Check<'_, 'p> {
        let at = self.mark().wrapping_sub(1);
        let bytes = match self.tape.last() {
            Some(entry) if entry.has(ESCAPED) => unescaped(&self.side.strings, entry.next),
            Some(entry) => self.text.get(entry.start as usize + 1..entry.end as usize - 1).unwrap_or(b""),
            None => b"",
        };
        Check { bytes, at, violations: &mut self.records.violations }
    }
}
