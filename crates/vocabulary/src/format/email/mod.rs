//! `email`: one address as in a mail header, with display name and comments.
//!
//! `a@b`, `A B <a@b>`, `a@b (A B)`, `"a b"@[127.0.0.1]` and a group of one, `g: a@b;`. Checks are by byte:
//! every byte beyond ASCII is accepted where a letter is.
// Go: net/mail/message.go ParseAddress, of Go 1.26

mod encoded_word;

use super::ip::{v4, v6};
use encoded_word::Word;

/// A single address.
pub fn email(content: &[u8]) -> bool {
    let mut parser = Parser { rest: content };
    parser.address(true) == Some(1) && parser.comments() && parser.rest.is_empty()
}

/// The rest of the text.
struct Parser<'t> {
    rest: &'t [u8],
}

impl<'t> Parser<'t> {
    /// Reads an address or a group; returns the number of addresses.
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

    /// Reads the addresses of a group, after its name and colon.
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

    /// Reads `local@domain`. On failure the position is unspecified.
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

    /// Reads a display name: words, of which the first must be valid. False if there is none, or if a comment
    /// between them is not closed.
    fn phrase(&mut self) -> bool {
        let mut words = false;
        // Text of encoded words is held back until the next plain word. Comments may not follow it before
        // that.
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

    /// Reads a quoted string; returns its content with escapes. Does not move on failure.
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

    /// Reads letters and dots. Does not move on failure.
    fn atom(&mut self) -> Option<&'t [u8]> {
        let length = self.rest.iter().take_while(|b| is_atom(**b)).count();
        let (atom, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!atom.is_empty()).then_some(atom)
    }

    /// Reads an atom whose dots are single and not at either end.
    fn dotted(&mut self) -> Option<()> {
        let atom = self.atom()?;
        atom.split(|&b| b == b'.').all(|part| !part.is_empty()).then_some(())
    }

    /// Reads an IP address in brackets.
    fn literal(&mut self) -> Option<()> {
        let rest = self.rest.strip_prefix(b"[")?;
        let length = rest.iter().position(|&b| b == b']' || !is_visible(b) || b == b'[' || b == b'\\')?;
        let (address, rest) = rest.split_at(length);
        self.rest = rest.strip_prefix(b"]")?;
        (v4::<false>(address) || v6::<false>(address)).then_some(())
    }

    /// Reads the comment after an address, which is its display name. Its character set must be known to the
    /// server.
    fn name_in_comment(&mut self) -> bool {
        self.take(b'(') && self.comment().is_some_and(encoded_word::are_known)
    }

    /// Skips comments and the space around them; false if one is not closed.
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

    /// Reads the rest of a comment, which may nest; returns it without the closing parenthesis.
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
