//! `email`: one address as a mail header has it, display name and comments included.
//!
//! `a@b`, `A B <a@b>`, `a@b (A B)`, `"a b"@[127.0.0.1]` and a group of one, `g: a@b;`.
//! Letters are validated by bytes: everything beyond ASCII may stand where a letter may.
// Go: net/mail/message.go ParseAddress, of Go 1.26

mod encoded_word;

use super::ip::{v4, v6};
use encoded_word::Word;

/// A single address.
pub fn email(content: &[u8]) -> bool {
    let mut parser = Parser { rest: content };
    parser.address(true) == Some(1) && parser.comments() && parser.rest.is_empty()
}

/// What is left of the text.
struct Parser<'t> {
    rest: &'t [u8],
}

impl<'t> Parser<'t> {
    /// How many addresses stand here: one, or those of a group.
    fn address(&mut self, group_allowed: bool) -> Option<usize> {
        self.spaces();
        let start = self.rest;
        if self.spec().is_some() {
            self.spaces();
            if self.rest.first() == Some(&b'(') && !self.name_in_comment() {
                return None;
            }
            return Some(1);
        }
        self.rest = start;
        if *self.rest.first()? != b'<' && !self.phrase() {
            return None;
        }
        self.spaces();
        if group_allowed && self.take(b':') {
            return self.group();
        }
        (self.take(b'<') && self.spec().is_some() && self.take(b'>')).then_some(1)
    }

    /// The addresses of a group, whose name and colon were read.
    fn group(&mut self) -> Option<usize> {
        self.spaces();
        let mut count = 0;
        if !self.take(b';') {
            loop {
                count += self.address(false)?;
                if !self.comments() {
                    return None;
                }
                if self.take(b';') {
                    break;
                }
                if !self.take(b',') {
                    return None;
                }
            }
        }
        self.comments().then_some(count)
    }

    /// `local@domain`. On failure the text is somewhere in it.
    fn spec(&mut self) -> Option<()> {
        self.spaces();
        if self.rest.first() == Some(&b'"') {
            let content = self.quoted()?;
            if content.is_empty() {
                return None;
            }
        } else {
            self.dotted()?;
        }
        if !self.take(b'@') {
            return None;
        }
        self.spaces();
        if self.rest.first() == Some(&b'[') { self.literal() } else { self.dotted() }
    }

    /// A display name: words, of which the first must be good. False if there is none, or a
    /// comment between them has no end.
    fn phrase(&mut self) -> bool {
        let mut words = false;
        // Text of encoded words is held back until a plain word comes: comments may not
        // follow it before.
        let mut held = false;
        let failed = loop {
            if words && !self.comments() {
                return false;
            }
            self.spaces();
            match self.rest.first() {
                None => break false,
                Some(b'"') => match self.quoted() {
                    Some(_) => words = true,
                    None => break true,
                },
                Some(_) => match self.atom() {
                    None => break true,
                    Some(atom) => match encoded_word::read(atom) {
                        Word::Plain => words = true,
                        Word::Encoded { empty } => held = held || !empty,
                        Word::UnknownCharset => break true,
                    },
                },
            }
        };
        !failed || words || held
    }

    /// A string in quotes: what stands between them, escapes as they are. Stays where it is
    /// on failure.
    fn quoted(&mut self) -> Option<&'t [u8]> {
        let content = self.rest.strip_prefix(b"\"")?;
        let mut escaped = false;
        for (at, &byte) in content.iter().enumerate() {
            match byte {
                b'"' if !escaped => {
                    let (content, rest) = content.split_at(at);
                    self.rest = rest.get(1..)?;
                    return Some(content);
                }
                byte if !is_visible(byte) && !is_space(byte) => return None,
                byte => escaped = !escaped && byte == b'\\',
            }
        }
        None
    }

    /// Letters and dots. Stays where it is on failure.
    fn atom(&mut self) -> Option<&'t [u8]> {
        let length = self.rest.iter().take_while(|b| is_atom(**b)).count();
        let (atom, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!atom.is_empty()).then_some(atom)
    }

    /// An atom whose dots are single and inside.
    fn dotted(&mut self) -> Option<()> {
        let atom = self.atom()?;
        atom.split(|&b| b == b'.').all(|part| !part.is_empty()).then_some(())
    }

    /// An address of the internet in brackets.
    fn literal(&mut self) -> Option<()> {
        let rest = self.rest.strip_prefix(b"[")?;
        let length = rest.iter().position(|&b| b == b']' || !is_visible(b) || b == b'[' || b == b'\\')?;
        let (address, rest) = rest.split_at(length);
        self.rest = rest.strip_prefix(b"]")?;
        (v4::<false>(address) || v6::<false>(address)).then_some(())
    }

    /// A comment behind an address is its display name: it must not be in a character set
    /// that the server does not know.
    fn name_in_comment(&mut self) -> bool {
        self.take(b'(') && self.comment().is_some_and(encoded_word::are_known)
    }

    /// Comments and the space around them; false if one has no end.
    fn comments(&mut self) -> bool {
        self.spaces();
        while self.take(b'(') {
            if self.comment().is_none() {
                return false;
            }
            self.spaces();
        }
        true
    }

    /// The rest of a comment, which may hold others; without its last bracket.
    fn comment(&mut self) -> Option<&'t [u8]> {
        let mut depth = 1_usize;
        let mut escaped = false;
        let end = self.rest.iter().position(|&b| {
            match b {
                _ if escaped => {}
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            escaped = !escaped && b == b'\\';
            depth == 0
        })?;
        let (comment, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..)?;
        Some(comment)
    }

    fn spaces(&mut self) {
        while let [b' ' | b'\t', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        match self.rest {
            [first, rest @ ..] if *first == byte => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }
}

fn is_visible(byte: u8) -> bool {
    byte > b' ' && byte != 0x7F
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_atom(byte: u8) -> bool {
    is_visible(byte)
        && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b':' | b';' | b'@' | b'\\' | b',' | b'"')
}
