//! Block scalars: `|` and `>`.

use super::super::dialect::problem;
use super::{Scanned, Scanner, Token, TokenKind};
use std::borrow::Cow;

impl<'a> Scanner<'a> {
    // scannerc.go: yaml_parser_scan_block_scalar
    pub(super) fn block_scalar(&mut self, is_literal: bool) -> Scanned<()> {
        let header = self.cursor.at;
        self.cursor.skip(1);
        let (keeps, strips, increment) = self.block_header(header)?;
        let mut span = self.cursor.span(header, self.cursor.at);
        self.blanks();
        if self.cursor.byte(0) == b'#' {
            self.comment();
        }
        if !self.cursor.is_breakz() {
            let message = "did not find expected comment or line break";
            return Err(self.here(message).label("the text begins on the next line").into());
        }
        self.cursor.skip_break();
        let mut indent = match increment {
            0 => 0,
            more => usize::try_from(self.indent).unwrap_or(0) + more,
        };
        let mut value = String::new();
        let mut trailing = String::new();
        let mut leading = "";
        let mut was_blank = false;
        let mut has_text = false;
        self.block_breaks(&mut indent, &mut trailing)?;
        while self.cursor.column == indent && self.cursor.byte(0) != 0 {
            let is_blank = self.cursor.is_blank();
            if is_literal || was_blank || is_blank || leading != "\n" {
                value.push_str(leading);
            } else if trailing.is_empty() {
                value.push(' ');
            }
            value.push_str(&trailing);
            trailing.clear();
            was_blank = is_blank;
            let start = self.cursor.at;
            let line = self.cursor.skip_line_rest();
            value.push_str(line);
            if !line.trim_matches([' ', '\t']).is_empty() {
                let end = self.cursor.span(start, self.cursor.at);
                span = if has_text { crate::text::Span { end: end.end, ..span } } else { end };
                has_text = true;
            }
            leading = self.cursor.skip_break();
            self.block_breaks(&mut indent, &mut trailing)?;
        }
        if !strips {
            value.push_str(leading);
        }
        if keeps {
            value.push_str(&trailing);
        }
        self.tokens
            .push_back(Token { kind: TokenKind::Scalar { text: Cow::Owned(value), plain: false }, span });
        Ok(())
    }

    /// `+` or `-`, and a digit, in either order: whether it keeps or strips the line breaks at its end, and
    /// its indentation.
    fn block_header(&mut self, header: usize) -> Scanned<(bool, bool, usize)> {
        let (mut chomping, mut increment) = (0, 0);
        for _ in 0..2 {
            match self.cursor.byte(0) {
                byte @ (b'+' | b'-') if chomping == 0 => chomping = byte,
                b'0' if increment == 0 => {
                    let message = "found an indentation indicator equal to 0";
                    return Err(problem(self.cursor.span(header, self.cursor.at + 1), message).into());
                }
                byte @ b'1'..=b'9' if increment == 0 => increment = usize::from(byte - b'0'),
                _ => break,
            }
            self.cursor.skip(1);
        }
        Ok((chomping == b'+', chomping == b'-', increment))
    }

    /// Indentation and blank lines. An indentation of 0 is not known yet: the deepest blank line decides.
    // scannerc.go: yaml_parser_scan_block_scalar_breaks
    fn block_breaks(&mut self, indent: &mut usize, breaks: &mut String) -> Scanned<()> {
        let mut deepest = 0;
        loop {
            while (*indent == 0 || self.cursor.column < *indent) && self.cursor.byte(0) == b' ' {
                self.cursor.skip(1);
            }
            deepest = deepest.max(self.cursor.column);
            if (*indent == 0 || self.cursor.column < *indent) && self.cursor.byte(0) == b'\t' {
                return Err(self.tab("found a tab character where an indentation space is expected"));
            }
            if self.cursor.break_length() == 0 {
                break;
            }
            breaks.push_str(self.cursor.skip_break());
        }
        if *indent == 0 {
            *indent = deepest.max(usize::try_from(self.indent + 1).unwrap_or(0)).max(1);
        }
        Ok(())
    }
}
