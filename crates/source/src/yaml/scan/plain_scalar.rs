//! Unquoted scalars. A scalar on one line is a part of the text; the lines of others are joined.

use super::super::dialect::problem;
use super::{Scanned, Scanner, Token, TokenKind};
use std::borrow::Cow;

impl<'a> Scanner<'a> {
    // scannerc.go: yaml_parser_scan_plain_scalar
    pub(super) fn plain_scalar(&mut self) -> Scanned<()> {
        let text = self.cursor.text;
        let start = self.cursor.at;
        let mut end = start;
        // The joined lines before the line that begins at `from`, if there are any.
        let mut joined = String::new();
        let mut from = start;
        // The breaks that come before the next part.
        let mut breaks: Option<(&str, String)> = None;
        let in_flow = self.is_in_flow();
        let indent = self.indent + 1;
        loop {
            if self.cursor.at_document_indicator() || self.cursor.byte(0) == b'#' {
                break;
            }
            let part = self.cursor.at;
            self.skip_plain(in_flow);
            if self.cursor.at > part {
                if let Some((first, more)) = breaks.take() {
                    joined.push_str(text.get(from..end).unwrap_or_default());
                    fold(&mut joined, first, &more);
                    from = part;
                }
                end = self.cursor.at;
            }
            if !self.cursor.is_blank() && self.cursor.break_length() == 0 {
                break;
            }
            while self.cursor.is_blank() || self.cursor.break_length() > 0 {
                if self.cursor.break_length() > 0 {
                    let passed = self.cursor.skip_break();
                    match &mut breaks {
                        None => breaks = Some((passed, String::new())),
                        Some((_, more)) => more.push_str(passed),
                    }
                    continue;
                }
                if breaks.is_some() && self.cursor.signed_column() < indent && self.cursor.byte(0) == b'\t' {
                    return Err(self.tab("found a tab character that violates indentation"));
                }
                self.cursor.skip(1);
            }
            if !in_flow && self.cursor.signed_column() < indent {
                break;
            }
        }
        if breaks.is_some() {
            self.is_key_allowed = true;
        }
        let last = text.get(from..end).unwrap_or_default();
        let value = if from == start {
            Cow::Borrowed(last)
        } else {
            joined.push_str(last);
            Cow::Owned(joined)
        };
        let span = self.cursor.span(start, end);
        if in_flow && value.contains('?') {
            self.problems.push(
                problem(span, "`?` in an unquoted scalar inside brackets")
                    .label("Kubernetes ends the scalar at the `?`")
                    .help("put the scalar in quotes"),
            );
        }
        self.tokens.push_back(Token { kind: TokenKind::Scalar { text: value, plain: true }, span });
        Ok(())
    }

    /// Moves over a part without blanks.
    fn skip_plain(&mut self, in_flow: bool) {
        let bytes = self.cursor.text.as_bytes();
        let start = self.cursor.at;
        let mut at = start;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let ends = |byte: &u8| match byte {
                0..=b' ' | b':' | 0xC2 | 0xE2 => true,
                b',' | b'[' | b']' | b'{' | b'}' => in_flow,
                _ => false,
            };
            at += rest.iter().position(ends).unwrap_or(rest.len());
            let ahead = at - start;
            let goes_on = match bytes.get(at) {
                Some(b':') => !self.cursor.is_blankz(ahead + 1),
                Some(b',' | b'[' | b']' | b'{' | b'}') => false,
                Some(_) => !self.cursor.is_blankz(ahead),
                None => false,
            };
            if !goes_on {
                self.cursor.skip(ahead);
                return;
            }
            at += 1;
        }
    }
}

/// Writes the line breaks between two lines of a scalar.
pub(super) fn fold(text: &mut String, first: &str, more: &str) {
    if first != "\n" {
        text.push_str(first);
    } else if more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}
