//! Quoted scalars. Their lines may begin at any column; only a document indicator ends them.

use super::super::dialect::problem;
use super::plain_scalar::fold;
use super::{Scanned, Scanner, TokenKind};
use std::borrow::Cow;

impl<'a> Scanner<'a> {
    // scannerc.go: yaml_parser_scan_flow_scalar
    pub(super) fn quoted(&mut self, quote: u8) -> Scanned<()> {
        let start = self.cursor.at;
        self.cursor.skip(1);
        if let Some(text) = self.simple_quoted(quote) {
            self.push(TokenKind::Scalar { text: Cow::Borrowed(text), plain: false }, start);
            return Ok(());
        }
        let mut value = String::new();
        loop {
            let opened = || self.cursor.span(start, start + 1);
            if self.cursor.at_document_indicator() {
                let at = self.cursor.span(self.cursor.at, self.cursor.at + 3);
                return Err(problem(at, "found unexpected document indicator")
                    .note(opened(), "the quote is opened here")
                    .help("close the quote")
                    .into());
            }
            if self.cursor.byte(0) == 0 {
                return Err(problem(opened(), "unclosed quote").label("opened here").into());
            }
            let mut is_escaped_break = false;
            while !self.cursor.is_blankz(0) && self.cursor.byte(0) != quote
                || quote == b'\'' && self.cursor.byte(0) == b'\'' && self.cursor.byte(1) == b'\''
            {
                match self.cursor.byte(0) {
                    b'\'' if quote == b'\'' => {
                        value.push('\'');
                        self.cursor.skip(2);
                    }
                    b'\\' if quote == b'"' => {
                        self.cursor.skip(1);
                        if self.cursor.break_length() > 0 {
                            self.cursor.skip_break();
                            is_escaped_break = true;
                            break;
                        }
                        self.escape(&mut value)?;
                    }
                    _ => value.push_str(self.skip_quoted(quote)),
                }
            }
            if self.cursor.byte(0) == quote {
                break;
            }
            self.quoted_blanks(&mut value, is_escaped_break);
        }
        self.cursor.skip(1);
        self.push(TokenKind::Scalar { text: Cow::Owned(value), plain: false }, start);
        Ok(())
    }

    /// The text up to the quote, if it has no escape and no line break.
    fn simple_quoted(&mut self, quote: u8) -> Option<&'a str> {
        let text = self.cursor.text;
        let rest = text.as_bytes().get(self.cursor.at..)?;
        let special = |byte: &u8| *byte == quote || matches!(byte, 0 | b'\\' | b'\n' | b'\r' | 0xC2 | 0xE2);
        let mut length = 0;
        loop {
            length += rest.get(length..)?.iter().position(special)?;
            match rest.get(length)? {
                b'\\' if quote == b'\'' => length += 1,
                byte if *byte == quote => break,
                _ => return None,
            }
        }
        if quote == b'\'' && rest.get(length + 1) == Some(&b'\'') {
            return None;
        }
        let value = text.get(self.cursor.at..self.cursor.at + length)?;
        self.cursor.skip(length + 1);
        Some(value)
    }

    /// Moves over text without blanks, escapes and quotes.
    fn skip_quoted(&mut self, quote: u8) -> &'a str {
        let text = self.cursor.text;
        let start = self.cursor.at;
        let rest = text.as_bytes().get(start..).unwrap_or_default();
        let special = |byte: &u8| *byte == quote || matches!(byte, 0..=b' ' | b'\\' | 0xC2 | 0xE2);
        let length = rest.iter().position(special).unwrap_or(rest.len());
        if length == 0 {
            return self.cursor.skip_character();
        }
        self.cursor.skip(length);
        text.get(start..self.cursor.at).unwrap_or_default()
    }

    /// Reads blanks and line breaks between two parts.
    fn quoted_blanks(&mut self, value: &mut String, is_escaped_break: bool) {
        let (text, start) = (self.cursor.text, self.cursor.at);
        let mut first: Option<&str> = is_escaped_break.then_some("");
        let mut more = String::new();
        loop {
            if self.cursor.is_blank() {
                self.cursor.skip(1);
            } else if self.cursor.break_length() > 0 {
                let passed = self.cursor.skip_break();
                match first {
                    None => first = Some(passed),
                    Some(_) => more.push_str(passed),
                }
            } else {
                break;
            }
        }
        match first {
            None => value.push_str(text.get(start..self.cursor.at).unwrap_or_default()),
            Some(first) => fold(value, first, &more),
        }
    }

    /// Reads the escape after a backslash.
    fn escape(&mut self, value: &mut String) -> Scanned<()> {
        let start = self.cursor.at - 1;
        let written = self.cursor.skip_character();
        let simple = match written {
            "0" => '\0',
            "a" => '\u{7}',
            "b" => '\u{8}',
            "t" | "\t" => '\t',
            "n" => '\n',
            "v" => '\u{b}',
            "f" => '\u{c}',
            "r" => '\r',
            "e" => '\u{1b}',
            " " => ' ',
            "\"" => '"',
            "'" => '\'',
            "\\" => '\\',
            "N" => '\u{85}',
            "_" => '\u{a0}',
            "L" => '\u{2028}',
            "P" => '\u{2029}',
            "x" => return self.code(start, 2, value),
            "u" => return self.code(start, 4, value),
            "U" => return self.code(start, 8, value),
            "/" => {
                self.problems.push(
                    problem(self.cursor.span(start, self.cursor.at), "found unknown escape character")
                        .label("a JSON escape that YAML 1.1 does not have")
                        .help("write `/` without the backslash"),
                );
                '/'
            }
            _ => {
                let span = self.cursor.span(start, self.cursor.at);
                return Err(problem(span, "found unknown escape character")
                    .help("double the backslash if you mean a literal one, or use single quotes")
                    .into());
            }
        };
        value.push(simple);
        Ok(())
    }

    /// A character by its number.
    fn code(&mut self, start: usize, digits: usize, value: &mut String) -> Scanned<()> {
        let text = self.cursor.text;
        let written = text.get(self.cursor.at..self.cursor.at + digits).unwrap_or_default();
        if written.len() != digits || !written.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            let span = self.cursor.span(start, self.cursor.at);
            // Go's spelling.
            return Err(problem(span, "did not find expected hexdecimal number")
                .label(format!("{digits} digits are expected"))
                .into());
        }
        self.cursor.skip(digits);
        let code = u32::from_str_radix(written, 16).unwrap_or(u32::MAX);
        match char::from_u32(code) {
            Some(character) => value.push(character),
            None => {
                let found = problem(
                    self.cursor.span(start, self.cursor.at),
                    "found invalid Unicode character escape code",
                );
                self.problems.push(if code < 0xE000 {
                    found
                        .label("half of a surrogate pair")
                        .help("write the character itself, or one `\\U` escape with eight digits")
                } else {
                    found
                });
            }
        }
        Ok(())
    }
}
