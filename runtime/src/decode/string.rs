//! Strings: found in the text, unescaped only where an escape is, and looked at.

use super::{Decoder, Member, Shape, Step};
use crate::error::{Raised, Rule};
use crate::json::escape::{self, Trouble};
use crate::json::scan;
use crate::tape::{ESCAPED, Kind, unescaped};

/// A decoded string: where its content is.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    start: u32,
    end: u32,
    ascii: bool,
    escaped: bool,
}

/// A string's content while it is checked.
#[derive(Debug)]
pub struct Check<'c> {
    /// The content: valid UTF-8.
    pub bytes: &'c [u8],
    ascii: bool,
    at: u32,
    raised: &'c mut alloc::vec::Vec<Raised>,
}

impl Check<'_> {
    /// Length in code points.
    #[inline]
    pub fn chars(&self) -> i64 {
        if self.ascii {
            return self.bytes.len() as i64;
        }
        self.bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as i64
    }

    /// Takes down that the string breaks `rule`.
    #[cold]
    #[inline(never)]
    pub fn raise(&mut self, rule: &'static Rule) {
        self.raised.push(Raised { at: self.at, rule });
    }
}

impl Decoder<'_> {
    /// Decodes a string of which nothing more is asked.
    #[inline(never)]
    pub fn string(&mut self, member: Member, shape: &'static Shape) -> Step {
        self.text(member, shape)?;
        Ok(())
    }

    /// Decodes a string; anything else is dealt with here and gives `None`.
    #[inline]
    pub fn text(&mut self, member: Member, shape: &'static Shape) -> Step<Option<Text>> {
        if self.peek() != b'"' {
            self.unexpected(member, shape)?;
            return Ok(None);
        }
        self.open_text(member).map(Some)
    }

    /// Decodes a string whose quote is known to be next.
    #[inline]
    pub fn open_text(&mut self, member: Member) -> Step<Text> {
        let start = self.at + 1;
        let end = scan::special(self.text, start);
        if self.text.get(end) != Some(&b'"') {
            return self.irregular_text(member, start, end);
        }
        self.push(member, Kind::String, start - 1, end + 1);
        self.at = end + 1;
        Ok(Text { start: start as u32, end: end as u32, ascii: true, escaped: false })
    }

    #[cold]
    #[inline(never)]
    fn irregular_text(&mut self, member: Member, start: usize, mut at: usize) -> Step<Text> {
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
                        return self.ask_normalise();
                    }
                    at = scan::special(text, run);
                }
                _ => return self.refuse(),
            }
        }
        let index = self.push(member, Kind::String, start - 1, at + 1);
        self.at = at + 1;
        if !escapes {
            return Ok(Text { start: start as u32, end: at as u32, ascii: false, escaped: false });
        }
        let place = self.strings.len();
        self.strings.extend_from_slice(&[0; 4]);
        match escape::unescape(&text[start..at], &mut self.strings) {
            Ok(()) => {}
            Err(Trouble::Syntax) => return self.refuse(),
            Err(Trouble::Replaced) => return self.ask_normalise(),
        }
        let length = (self.strings.len() - place - 4) as u32;
        if let Some(head) = self.strings.get_mut(place..place + 4) {
            head.copy_from_slice(&length.to_le_bytes());
        }
        if let Some(entry) = self.tape.get_mut(index as usize) {
            entry.flags |= ESCAPED;
            entry.next = place as u32;
        }
        Ok(Text { start: place as u32, end: 0, ascii: false, escaped: true })
    }

    /// The content of the string decoded last, to be checked.
    #[inline]
    pub fn check(&mut self, text: Text) -> Check<'_> {
        let at = self.tape.len() as u32 - 1;
        let bytes = if text.escaped {
            unescaped(&self.strings, text.start)
        } else {
            self.text.get(text.start as usize..text.end as usize).unwrap_or(b"")
        };
        Check { bytes, ascii: text.ascii, at, raised: &mut self.raised }
    }
}
