//! Parses regular expressions. In: a pattern of a schema. Out: its tree, or Go's error.
//!
//! Easy to break: the order of checks. A pattern with two errors must be rejected for the one that Go finds
//! first, so the parser works left to right over a stack like Go's, and measures every node when it is
//! created.
//!
//! Go: regexp/syntax/parse.go (parse), with the flags of regexp.Compile (syntax.Perl).

mod class;
mod escape;
mod group;
mod repeat;

use super::ast::{Kind, Look, Node, Repetition};
use super::charset::CharSet;
use super::error::{self, ErrorCode, PatternError};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Go: maxHeight.
const MAX_HEIGHT: u32 = 1000;
/// Go: maxSize, instructions of 40 bytes in 128 MiB.
const MAX_SIZE: u64 = (128 << 20) / 40;
/// Go: maxRunes, numbers of 4 bytes in 128 MiB.
const MAX_RUNES: usize = (128 << 20) / 4;

/// The flags.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    /// `i`
    fold: bool,
    /// `m`
    multi_line: bool,
    /// `s`
    dot_newline: bool,
    /// `U`
    swap_greed: bool,
}

enum Entry {
    Node(Node),
    /// An open parenthesis, with the flags to restore at its end.
    Open {
        capture: bool,
        flags: Flags,
        at: usize,
    },
    /// A `|`; the previous branches are below it.
    Bar,
}

struct Parser<'p> {
    pattern: &'p str,
    at: usize,
    flags: Flags,
    stack: Vec<Entry>,
    runes: usize,
    /// `\p{...}` by text and flag, since patterns often repeat them and they are large.
    unicode: BTreeMap<(&'p str, bool), CharSet>,
}

/// The tree of `pattern`, read as `regexp.Compile` reads it. Takes time linear in it.
///
/// # Errors
/// If Go rejects the pattern, with Go's message.
pub fn parse(pattern: &str) -> Result<Node, PatternError> {
    let mut parser = Parser {
        pattern,
        at: 0,
        flags: Flags::default(),
        stack: Vec::new(),
        runes: 0,
        unicode: BTreeMap::new(),
    };
    // Where the preceding repetition began: `a**` is rejected, `a*(?i)*` is not.
    let mut repeated_from = None;
    while let Some(byte) = parser.peek(0) {
        repeated_from = parser.item(byte, repeated_from)?;
    }
    parser.finish()
}

impl<'p> Parser<'p> {
    fn rest(&self) -> &'p str {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.pattern.as_bytes().get(self.at + ahead).copied()
    }

    fn next_char(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn error(&self, code: ErrorCode, span: Range<usize>) -> PatternError {
        error::at(code, self.pattern, span)
    }

    /// Reads one item. Returns where it began if it was a repetition.
    fn item(&mut self, byte: u8, repeated_from: Option<usize>) -> Result<Option<usize>, PatternError> {
        match byte {
            b'(' if self.peek(1) == Some(b'?') => self.perl_group()?,
            b'(' => {
                let entry = Entry::Open { capture: true, flags: self.flags, at: self.at };
                self.stack.push(entry);
                self.at += 1;
            }
            b'|' => {
                self.at += 1;
                let branch = self.pop_concat()?;
                self.push(branch)?;
                self.stack.push(Entry::Bar);
            }
            b')' => {
                self.at += 1;
                self.close()?;
            }
            b'^' => {
                let multi = self.flags.multi_line;
                self.look(1, if multi { Look::BeginLine } else { Look::BeginText })?;
            }
            b'$' => {
                let multi = self.flags.multi_line;
                self.look(1, if multi { Look::EndLine } else { Look::EndText })?;
            }
            b'.' => {
                self.at += 1;
                let set = if self.flags.dot_newline { CharSet::any() } else { CharSet::any_but_newline() };
                self.push(Node::leaf(Kind::Class(set)))?;
            }
            b'[' => self.class()?,
            b'*' => return self.repeat(Repetition::Star, 1, repeated_from),
            b'+' => return self.repeat(Repetition::Plus, 1, repeated_from),
            b'?' => return self.repeat(Repetition::Quest, 1, repeated_from),
            b'{' => return self.counted(repeated_from),
            b'\\' => self.escaped()?,
            _ => {
                if let Some(c) = self.next_char() {
                    self.literal(u32::from(c))?;
                }
            }
        }
        Ok(None)
    }

    fn literal(&mut self, rune: u32) -> Result<(), PatternError> {
        self.push(Node::literal(rune, self.flags.fold))
    }

    fn look(&mut self, length: usize, look: Look) -> Result<(), PatternError> {
        self.at += length;
        self.push(Node::leaf(Kind::Look(look)))
    }

    fn push(&mut self, node: Node) -> Result<(), PatternError> {
        self.runes = self.runes.saturating_add(node.runes());
        self.check(&node)?;
        self.stack.push(Entry::Node(node));
        Ok(())
    }

    /// Go: checkLimits.
    fn check(&self, node: &Node) -> Result<(), PatternError> {
        let whole = 0..self.pattern.len();
        if self.runes > MAX_RUNES || node.size > MAX_SIZE {
            return Err(self.error(ErrorCode::Large, whole));
        }
        if node.height > MAX_HEIGHT {
            return Err(self.error(ErrorCode::NestingDepth, whole));
        }
        Ok(())
    }

    /// Pops everything above the last `|` or `(`, as one sequence.
    fn pop_concat(&mut self) -> Result<Node, PatternError> {
        let mut items = Vec::new();
        while let Some(Entry::Node(_)) = self.stack.last() {
            if let Some(Entry::Node(node)) = self.stack.pop() {
                items.push(node);
            }
        }
        items.reverse();
        let node = Node::concat(items);
        self.check(&node)?;
        Ok(node)
    }

    /// Pops everything above the last `(`, as one alternation.
    fn pop_alternate(&mut self) -> Result<Node, PatternError> {
        let mut branches = vec![self.pop_concat()?];
        while let Some(Entry::Bar) = self.stack.last() {
            self.stack.pop();
            if let Some(Entry::Node(branch)) = self.stack.pop() {
                branches.push(branch);
            }
        }
        branches.reverse();
        let node = Node::alternate(branches);
        self.check(&node)?;
        Ok(node)
    }

    fn close(&mut self) -> Result<(), PatternError> {
        let inner = self.pop_alternate()?;
        match self.stack.pop() {
            Some(Entry::Open { capture, flags, .. }) => {
                self.flags = flags;
                self.push(if capture { Node::capture(inner) } else { inner })
            }
            _ => {
                let paren = self.at - 1..self.at;
                Err(error::quoting(ErrorCode::UnexpectedParen, self.pattern, paren))
            }
        }
    }

    fn finish(mut self) -> Result<Node, PatternError> {
        let node = self.pop_alternate()?;
        match self.stack.pop() {
            None => Ok(node),
            Some(Entry::Open { at, .. }) => {
                Err(error::quoting(ErrorCode::MissingParen, self.pattern, at..at + 1))
            }
            Some(_) => {
                let whole = 0..self.pattern.len();
                Err(error::quoting(ErrorCode::MissingParen, self.pattern, whole))
            }
        }
    }
}
