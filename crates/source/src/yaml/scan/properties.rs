//! Anchors, aliases, tags and directives.

use super::super::dialect::problem;
use super::{Scanned, Scanner, TokenKind};

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

impl<'a> Scanner<'a> {
    fn word(&mut self) -> &'a str {
        let (text, start) = (self.cursor.text, self.cursor.at);
        let rest = text.as_bytes().get(start..).unwrap_or_default();
        self.cursor.skip(rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len()));
        text.get(start..self.cursor.at).unwrap_or_default()
    }

    /// Reads `&name` or `*name`. A name with other characters is reported and read up to a blank.
    // scannerc.go: yaml_parser_scan_anchor
    pub(super) fn anchor(&mut self) -> Scanned<()> {
        let (text, start) = (self.cursor.text, self.cursor.at);
        let is_alias = self.cursor.byte(0) == b'*';
        self.cursor.skip(1);
        let name = self.word();
        let is_ended = self.cursor.is_blankz(0)
            || matches!(self.cursor.byte(0), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if name.is_empty() || !is_ended {
            let in_flow = self.is_in_flow();
            while !(self.cursor.is_blankz(0) || in_flow && matches!(self.cursor.byte(0), b',' | b']' | b'}'))
            {
                self.cursor.skip_character();
            }
            self.problems.push(
                problem(
                    self.cursor.span(start, self.cursor.at),
                    "did not find expected alphabetic or numeric character",
                )
                .label("anchor names consist of letters, digits, `_` and `-`"),
            );
        }
        let name = text.get(start + 1..self.cursor.at).unwrap_or_default();
        self.push(if is_alias { TokenKind::Alias(name) } else { TokenKind::Anchor(name) }, start);
        Ok(())
    }

    // scannerc.go: yaml_parser_scan_tag
    pub(super) fn tag(&mut self) -> Scanned<()> {
        let start = self.cursor.at;
        let (handle, rest);
        if self.cursor.byte(1) == b'<' {
            self.cursor.skip(2);
            (handle, rest) = (String::new(), self.tag_uri("")?);
            if self.cursor.byte(0) != b'>' {
                return Err(self.here("did not find the expected '>'").into());
            }
            self.cursor.skip(1);
        } else {
            let written = self.tag_handle(false)?;
            if written.len() > 1 && written.ends_with('!') {
                (handle, rest) = (written, self.tag_uri("")?);
            } else {
                let suffix = self.tag_uri(&written)?;
                // `!` alone is a whole tag.
                (handle, rest) =
                    if suffix.is_empty() { (suffix, "!".to_owned()) } else { ("!".to_owned(), suffix) };
            }
        }
        if !self.cursor.is_blankz(0) {
            return Err(self.here("did not find expected whitespace or line break").into());
        }
        self.push(TokenKind::Tag(handle, rest), start);
        Ok(())
    }

    /// `!`, `!!` or `!name!`; or the begin of a tag without a handle of its own.
    fn tag_handle(&mut self, is_directive: bool) -> Scanned<String> {
        if self.cursor.byte(0) != b'!' {
            return Err(self.here("did not find expected '!'").into());
        }
        self.cursor.skip(1);
        let mut handle = format!("!{}", self.word());
        if self.cursor.byte(0) == b'!' {
            self.cursor.skip(1);
            handle.push('!');
        } else if is_directive && handle != "!" {
            return Err(self.here("did not find expected '!'").into());
        }
        Ok(handle)
    }

    /// Reads the rest of a tag after its beginning.
    // scannerc.go: yaml_parser_scan_tag_uri
    fn tag_uri(&mut self, head: &str) -> Scanned<String> {
        let mut uri = head.get(1..).unwrap_or_default().as_bytes().to_vec();
        let mut is_empty = head.is_empty();
        loop {
            match self.cursor.byte(0) {
                b'%' => self.uri_escape(&mut uri)?,
                byte if is_word(byte) || b";/?:@&=+$,.!~*'()[]".contains(&byte) => {
                    uri.push(byte);
                    self.cursor.skip(1);
                }
                _ => break,
            }
            is_empty = false;
        }
        if is_empty {
            return Err(self.here("did not find expected tag URI").into());
        }
        Ok(String::from_utf8_lossy(&uri).into_owned())
    }

    /// A character as `%` and two digits for each of its bytes.
    fn uri_escape(&mut self, uri: &mut Vec<u8>) -> Scanned<()> {
        let mut left = None;
        loop {
            let digits =
                [self.cursor.byte(1), self.cursor.byte(2)].map(|digit| char::from(digit).to_digit(16));
            let (b'%', [Some(high), Some(low)]) = (self.cursor.byte(0), digits) else {
                return Err(self.here("did not find URI escaped octet").into());
            };
            let octet = u8::try_from(high * 16 + low).unwrap_or_default();
            let more = match left {
                None => match octet.leading_ones() {
                    0 => 0,
                    width @ 2..=4 => width - 1,
                    _ => return Err(self.here("found an incorrect leading UTF-8 octet").into()),
                },
                Some(_) if octet & 0xC0 != 0x80 => {
                    return Err(self.here("found an incorrect trailing UTF-8 octet").into());
                }
                Some(left) => left - 1,
            };
            uri.push(octet);
            self.cursor.skip(3);
            if more == 0 {
                return Ok(());
            }
            left = Some(more);
        }
    }

    // scannerc.go: yaml_parser_scan_directive
    pub(super) fn directive(&mut self) -> Scanned<()> {
        let start = self.cursor.at;
        self.cursor.skip(1);
        let name = self.word();
        if name.is_empty() {
            return Err(self.here("could not find expected directive name").into());
        }
        if !self.cursor.is_blankz(0) {
            return Err(self.here("found unexpected non-alphabetical character").into());
        }
        let kind = match name {
            "YAML" => {
                self.blanks();
                let major = self.version_number()?;
                if self.cursor.byte(0) != b'.' {
                    return Err(self.here("did not find expected digit or '.' character").into());
                }
                self.cursor.skip(1);
                TokenKind::Version(major, self.version_number()?)
            }
            "TAG" => {
                self.blanks();
                let handle = self.tag_handle(true)?;
                if !self.cursor.is_blank() {
                    return Err(self.here("did not find expected whitespace").into());
                }
                self.blanks();
                let prefix = self.tag_uri("")?;
                if !self.cursor.is_blankz(0) {
                    return Err(self.here("did not find expected whitespace or line break").into());
                }
                TokenKind::TagHandle(handle, prefix)
            }
            _ => {
                let span = self.cursor.span(start, self.cursor.at);
                return Err(problem(span, "found unknown directive name").into());
            }
        };
        self.push(kind, start);
        self.blanks();
        if self.cursor.byte(0) == b'#' {
            self.comment();
        }
        if !self.cursor.is_breakz() {
            return Err(self.here("did not find expected comment or line break").into());
        }
        self.cursor.skip_break();
        Ok(())
    }

    fn version_number(&mut self) -> Scanned<u8> {
        let (mut number, mut length) = (0, 0);
        while let digit @ b'0'..=b'9' = self.cursor.byte(0) {
            length += 1;
            if length > 2 {
                return Err(self.here("found extremely long version number").into());
            }
            number = number * 10 + (digit - b'0');
            self.cursor.skip(1);
        }
        if length == 0 {
            return Err(self.here("did not find expected version number").into());
        }
        Ok(number)
    }
}
