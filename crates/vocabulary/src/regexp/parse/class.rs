//! Parses character classes. In: the parser at `[`. Out: the set between the brackets.
//!
//! Easy to break: with the flag `i` the ranges are folded before the class is negated, so `(?i)[^k]` excludes
//! the Kelvin sign too.
//!
//! Go: regexp/syntax/parse.go (parseClass), perl_groups.go.

use alloc::vec;
use alloc::vec::Vec;

use super::Parser;
use crate::regexp::ast::{Kind, Node};
use crate::regexp::charset::CharSet;
use crate::regexp::error::{ErrorCode, PatternError};
use crate::regexp::unicode;

const DIGIT: &[(u32, u32)] = &[(0x30, 0x39)];
const SPACE: &[(u32, u32)] = &[(0x09, 0x0A), (0x0C, 0x0D), (0x20, 0x20)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];

const POSIX: &[(&str, &[(u32, u32)])] = &[
    ("alnum", &[(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)]),
    ("alpha", &[(0x41, 0x5A), (0x61, 0x7A)]),
    ("ascii", &[(0x00, 0x7F)]),
    ("blank", &[(0x09, 0x09), (0x20, 0x20)]),
    ("cntrl", &[(0x00, 0x1F), (0x7F, 0x7F)]),
    ("digit", DIGIT),
    ("graph", &[(0x21, 0x7E)]),
    ("lower", &[(0x61, 0x7A)]),
    ("print", &[(0x20, 0x7E)]),
    ("punct", &[(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)]),
    // Includes the vertical tab, which `\s` does not.
    ("space", &[(0x09, 0x0D), (0x20, 0x20)]),
    ("upper", &[(0x41, 0x5A)]),
    ("word", WORD),
    ("xdigit", &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
];

/// `\d`, `\s`, `\w` and their opposites, by letter.
pub(super) fn perl_class(letter: u8, fold: bool) -> Option<CharSet> {
    let (ranges, negated) = match letter {
        b'd' => (DIGIT, false),
        b'D' => (DIGIT, true),
        b's' => (SPACE, false),
        b'S' => (SPACE, true),
        b'w' => (WORD, false),
        b'W' => (WORD, true),
        _ => return None,
    };
    Some(group(ranges, negated, fold))
}

fn group(ranges: &[(u32, u32)], negated: bool, fold: bool) -> CharSet {
    let mut set = CharSet::new(ranges.to_vec());
    if fold {
        set = unicode::fold(&set);
    }
    if negated { set.negate() } else { set }
}

impl Parser<'_> {
    pub(super) fn class(&mut self) -> Result<(), PatternError> {
        let start = self.at;
        self.at += 1;
        let negated = self.peek(0) == Some(b'^');
        if negated {
            self.at += 1;
        }
        let mut ranges = Vec::new();
        // A `]` at the beginning is an ordinary character.
        let mut first = true;
        while first || self.peek(0) != Some(b']') {
            first = false;
            if let Some(set) = self.posix_class()? {
                ranges.extend_from_slice(set.ranges());
            } else if let Some(set) = self.class_escape()? {
                ranges.extend_from_slice(set.ranges());
            } else {
                self.class_range(start, &mut ranges)?;
            }
        }
        self.at += 1;
        let set = CharSet::new(ranges);
        let set = if negated { set.negate() } else { set };
        // Go turns a class of one character into a literal.
        match set.ranges() {
            &[(lo, hi)] if lo == hi => self.push(Node::literal(lo, false)),
            _ => self.push(Node::leaf(Kind::Class(set))),
        }
    }

    /// `[:name:]`; without a later `:]`, the bracket is an ordinary character.
    fn posix_class(&mut self) -> Result<Option<CharSet>, PatternError> {
        let start = self.at;
        let Some(rest) = self.rest().strip_prefix("[:") else {
            return Ok(None);
        };
        let Some(length) = rest.find(":]") else {
            return Ok(None);
        };
        let name = rest.get(..length).unwrap_or_default();
        self.at = start + length + 4;
        let (bare, negated) = match name.strip_prefix('^') {
            Some(bare) => (bare, true),
            None => (name, false),
        };
        match POSIX.iter().find(|(posix, _)| *posix == bare) {
            Some((_, ranges)) => Ok(Some(group(ranges, negated, self.flags.fold))),
            None => Err(self.error(ErrorCode::InvalidCharRange, start..self.at)),
        }
    }

    /// One character or a range.
    fn class_range(&mut self, class_at: usize, ranges: &mut Vec<(u32, u32)>) -> Result<(), PatternError> {
        let start = self.at;
        let lo = self.class_char(class_at)?;
        let mut hi = lo;
        // A hyphen before the `]` is an ordinary character.
        if self.peek(0) == Some(b'-') && self.peek(1).is_some_and(|b| b != b']') {
            self.at += 1;
            hi = self.class_char(class_at)?;
            if hi < lo {
                return Err(self.error(ErrorCode::InvalidCharRange, start..self.at));
            }
        }
        if self.flags.fold {
            let folded = unicode::fold(&CharSet::new(vec![(lo, hi)]));
            ranges.extend_from_slice(folded.ranges());
        } else {
            ranges.push((lo, hi));
        }
        Ok(())
    }

    fn class_char(&mut self, class_at: usize) -> Result<u32, PatternError> {
        if self.peek(0) == Some(b'\\') {
            return self.escape();
        }
        match self.next_char() {
            Some(c) => Ok(u32::from(c)),
            None => Err(self.error(ErrorCode::MissingBracket, class_at..self.pattern.len())),
        }
    }
}
