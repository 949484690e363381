//! Parses escapes. In: the parser at a backslash. Out: the character, class or condition of the escape.
//!
//! Go: regexp/syntax/parse.go (parse, parseEscape, parseUnicodeClass, parsePerlClassEscape).

use super::Parser;
use super::class::perl_class;
use crate::regexp::ast::{Kind, Look, Node};
use crate::regexp::charset::{CharSet, MAX};
use crate::regexp::error::{ErrorCode, PatternError};
use crate::regexp::unicode;

impl<'p> Parser<'p> {
    /// A backslash outside a class.
    pub(super) fn escaped(&mut self) -> Result<(), PatternError> {
        match self.peek(1) {
            Some(b'A') => return self.look(2, Look::BeginText),
            Some(b'z') => return self.look(2, Look::EndText),
            Some(b'b') => return self.look(2, Look::WordBoundary),
            Some(b'B') => return self.look(2, Look::NoWordBoundary),
            // A single byte, which Go does not have.
            Some(b'C') => return Err(self.error(ErrorCode::InvalidEscape, self.at..self.at + 2)),
            Some(b'Q') => return self.quoted(),
            _ => {}
        }
        if let Some(set) = self.class_escape()? {
            return self.push(Node::leaf(Kind::Class(set)));
        }
        let rune = self.escape()?;
        self.literal(rune)
    }

    /// `\Q...\E`: up to the end of the pattern if `\E` is missing.
    fn quoted(&mut self) -> Result<(), PatternError> {
        self.at += 2;
        let rest = self.rest();
        let (text, length) = match rest.find(r"\E") {
            Some(end) => (rest.get(..end).unwrap_or_default(), end + 2),
            None => (rest, rest.len()),
        };
        for c in text.chars() {
            self.literal(u32::from(c))?;
        }
        self.at += length;
        Ok(())
    }

    /// `\d` and the like, `\pL`, `\p{Greek}`, inside or outside a class. `None` if it is another escape or
    /// not an escape; then nothing has been consumed.
    pub(super) fn class_escape(&mut self) -> Result<Option<CharSet>, PatternError> {
        if self.peek(0) != Some(b'\\') {
            return Ok(None);
        }
        let Some(letter) = self.peek(1) else {
            return Ok(None);
        };
        if matches!(letter, b'p' | b'P') {
            return self.unicode_class(letter == b'P').map(Some);
        }
        let set = perl_class(letter, self.flags.fold);
        if set.is_some() {
            self.at += 2;
        }
        Ok(set)
    }

    fn unicode_class(&mut self, mut negated: bool) -> Result<CharSet, PatternError> {
        let start = self.at;
        self.at += 2;
        let rest = self.rest();
        let mut name: &'p str;
        match self.next_char() {
            Some('{') => {
                let Some(end) = rest.find('}') else {
                    return Err(self.error(ErrorCode::InvalidCharRange, start..self.pattern.len()));
                };
                name = rest.get(1..end).unwrap_or_default();
                self.at = start + 2 + end + 1;
            }
            Some(c) => name = rest.get(..c.len_utf8()).unwrap_or_default(),
            None => name = "",
        }
        if let Some(bare) = name.strip_prefix('^') {
            negated = !negated;
            name = bare;
        }
        let fold = self.flags.fold;
        let set = match self.unicode.get(&(name, fold)) {
            Some(set) => set.clone(),
            None => {
                let Some(set) = unicode::class(name, fold) else {
                    return Err(self.error(ErrorCode::InvalidCharRange, start..self.at));
                };
                self.unicode.insert((name, fold), set.clone());
                set
            }
        };
        Ok(if negated { set.negate() } else { set })
    }

    /// One escaped character.
    pub(super) fn escape(&mut self) -> Result<u32, PatternError> {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.next_char() else {
            let end = self.pattern.len();
            // Go quotes nothing here.
            return Err(crate::regexp::error::quoting(ErrorCode::TrailingBackslash, "", start..end));
        };
        let rune = match c {
            // A single digit would be a backreference, which Go does not have.
            '1'..='7' if !matches!(self.peek(0), Some(b'0'..=b'7')) => None,
            '0'..='7' => Some(self.octal(u32::from(c) - u32::from('0'))),
            'x' => self.hex(),
            'a' => Some(0x07),
            'f' => Some(0x0C),
            'n' => Some(0x0A),
            'r' => Some(0x0D),
            't' => Some(0x09),
            'v' => Some(0x0B),
            _ if c.is_ascii() && !c.is_ascii_alphanumeric() => Some(u32::from(c)),
            _ => None,
        };
        rune.ok_or_else(|| self.error(ErrorCode::InvalidEscape, start..self.at))
    }

    /// Up to three octal digits, the first of which has been read.
    fn octal(&mut self, first: u32) -> u32 {
        let mut rune = first;
        for _ in 1..3 {
            let Some(digit @ b'0'..=b'7') = self.peek(0) else {
                break;
            };
            rune = rune * 8 + u32::from(digit - b'0');
            self.at += 1;
        }
        rune
    }

    /// `\x41` or `\x{1F600}`. On failure, Go quotes what has been read.
    fn hex(&mut self) -> Option<u32> {
        let first = self.next_char()?;
        if first != '{' {
            let second = self.next_char();
            return Some(first.to_digit(16)? * 16 + second?.to_digit(16)?);
        }
        let (mut rune, mut digits) = (0, 0);
        loop {
            match self.next_char()? {
                '}' => break,
                c => rune = rune * 16 + c.to_digit(16)?,
            }
            if rune > MAX {
                return None;
            }
            digits += 1;
        }
        (digits > 0).then_some(rune)
    }
}
