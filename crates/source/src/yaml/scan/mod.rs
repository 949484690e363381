//! The scanner of YAML. In: a YAML text. Out: its tokens, with spans. Its rules are those of libyaml's
//! scanner, of which go-yaml v2 is a port: they differ from YAML 1.2, and where go-yaml differs from both,
//! Go's behaviour counts. Easy to break: a key is recognized only at its `:`, so tokens wait in a queue while
//! the first of them may still become a key.
//
// go.yaml.in/yaml/v2 v2.4.3: scannerc.go

mod block_scalar;
mod cursor;
mod indicators;
mod plain_scalar;
mod properties;
mod quoted;
mod token;

pub(super) use cursor::begins_document;
pub(super) use token::{Token, TokenKind};

use super::Span;
use super::dialect::{Fault, problem};
use crate::diag::Diagnostic;
use cursor::Cursor;
use std::collections::VecDeque;

/// The result of scanning; an error ends the document.
pub(super) type Scanned<T> = Result<T, Fault>;

/// The largest number of characters between the start of a key and its `:`.
const LONGEST_KEY: usize = 1024;

/// A place at which a key may have begun, one for each open bracket and one outside of them.
#[derive(Clone, Copy, Default)]
struct SimpleKey {
    is_possible: bool,
    /// Whether it has to be a key: it is at the column of the keys of its mapping.
    is_required: bool,
    /// The number of its token, of all tokens from the start.
    token: usize,
    at: usize,
    line: usize,
    column: usize,
}

/// Tokens of a text from a position on.
pub(super) struct Scanner<'a> {
    cursor: Cursor<'a>,
    tokens: VecDeque<Token<'a>>,
    /// The number of tokens that were taken.
    taken: usize,
    /// Whether the first token of the queue is known to be no key.
    is_ready: bool,
    keys: Vec<SimpleKey>,
    is_key_allowed: bool,
    /// The column of the innermost block collection; -1 outside of all.
    indent: isize,
    indents: Vec<isize>,
    /// The problems that do not end the document.
    pub(super) problems: Vec<Diagnostic>,
    /// The comments up to the position, each from its `#` to the end of the line.
    pub(super) comments: Vec<Span>,
}

/// The fault that there is no token. It does not occur, since the end of the text is a token.
fn nothing() -> Fault {
    problem(Span::default(), "unknown problem parsing YAML content").into()
}

impl<'a> Scanner<'a> {
    /// A scanner that begins at an offset where a line begins.
    pub(super) fn new(text: &'a str, start: usize) -> Self {
        Scanner {
            cursor: Cursor::new(text, start),
            tokens: VecDeque::new(),
            taken: 0,
            is_ready: false,
            keys: vec![SimpleKey::default()],
            is_key_allowed: true,
            indent: -1,
            indents: Vec::new(),
            problems: Vec::new(),
            comments: Vec::new(),
        }
    }

    /// The next token, without removing it.
    pub(super) fn peek(&mut self) -> Scanned<&Token<'a>> {
        if !self.is_ready {
            while self.tokens.is_empty() || self.may_begin_with_key()? {
                self.fetch()?;
            }
            self.is_ready = true;
        }
        self.tokens.front().ok_or_else(nothing)
    }

    /// Removes the next token and returns its span.
    pub(super) fn skip(&mut self) -> Scanned<Span> {
        self.take().map(|token| token.span)
    }

    /// Removes the next token and returns it.
    pub(super) fn take(&mut self) -> Scanned<Token<'a>> {
        self.peek()?;
        self.taken += 1;
        self.is_ready = false;
        self.tokens.pop_front().ok_or_else(nothing)
    }

    fn is_in_flow(&self) -> bool {
        self.keys.len() > 1
    }

    /// Whether the first token may still become a key. Keys of inner brackets begin at later tokens.
    fn may_begin_with_key(&mut self) -> Scanned<bool> {
        let first = self.keys.partition_point(|key| key.token < self.taken);
        match self.keys.get(first) {
            Some(key) if key.token == self.taken && key.is_possible => self.is_key_valid(first),
            _ => Ok(false),
        }
    }

    /// Whether a key may still be one: it is on this line, and not too long.
    fn is_key_valid(&mut self, index: usize) -> Scanned<bool> {
        let Some(key) = self.keys.get_mut(index).filter(|key| key.is_possible) else { return Ok(false) };
        if key.line == self.cursor.line && self.cursor.is_within(key.at, LONGEST_KEY) {
            return Ok(true);
        }
        if key.is_required {
            return Err(self.no_colon(index));
        }
        key.is_possible = false;
        Ok(false)
    }

    fn no_colon(&self, index: usize) -> Fault {
        let at = self.keys.get(index).map_or(self.cursor.at, |key| key.at);
        problem(self.cursor.character(at), "could not find expected ':'")
            .label("a key begins here, but no `:` follows on the line")
            .into()
    }

    /// A key may begin at the position.
    fn save_key(&mut self) -> Scanned<()> {
        if !self.is_key_allowed {
            return Ok(());
        }
        let is_required = !self.is_in_flow() && self.indent == self.cursor.signed_column();
        self.remove_key()?;
        let token = self.taken + self.tokens.len();
        let Cursor { at, line, column, .. } = self.cursor;
        if let Some(key) = self.keys.last_mut() {
            *key = SimpleKey { is_possible: true, is_required, token, at, line, column };
        }
        Ok(())
    }

    /// Removes a possible key.
    fn remove_key(&mut self) -> Scanned<()> {
        let last = self.keys.len().saturating_sub(1);
        match self.keys.last_mut() {
            Some(key) if key.is_possible && key.is_required => Err(self.no_colon(last)),
            Some(key) => {
                key.is_possible = false;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Begins a block collection at a column, if it is indented more than the collection around it. `before`
    /// is the number of the token before which it begins.
    fn roll_indent(&mut self, column: usize, before: Option<usize>, kind: TokenKind<'a>, at: usize) {
        let column = isize::try_from(column).unwrap_or(isize::MAX);
        if self.is_in_flow() || self.indent >= column {
            return;
        }
        self.indents.push(self.indent);
        self.indent = column;
        self.insert(before, Token { kind, span: self.cursor.span(at, at) });
    }

    /// Ends the block collections that are indented more than a column.
    fn unroll_indent(&mut self, column: isize) {
        if self.is_in_flow() {
            return;
        }
        while self.indent > column {
            self.push(TokenKind::BlockEnd, self.cursor.at);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    fn insert(&mut self, before: Option<usize>, token: Token<'a>) {
        match before.and_then(|number| number.checked_sub(self.taken)) {
            Some(at) if at <= self.tokens.len() => self.tokens.insert(at, token),
            _ => self.tokens.push_back(token),
        }
    }

    /// A token from an offset to the position.
    fn push(&mut self, kind: TokenKind<'a>, start: usize) {
        let span = self.cursor.span(start, self.cursor.at);
        self.tokens.push_back(Token { kind, span });
    }

    fn indicator(&mut self, kind: TokenKind<'a>, length: usize) {
        let start = self.cursor.at;
        self.cursor.skip(length);
        self.push(kind, start);
    }

    /// Reads one token, or more if block collections end.
    fn fetch(&mut self) -> Scanned<()> {
        self.skip_to_token();
        self.unroll_indent(self.cursor.signed_column());
        let (byte, is_blank_next) = (self.cursor.byte(0), self.cursor.is_blankz(1));
        let in_flow = self.is_in_flow();
        if byte == 0 {
            return self.fetch_end();
        }
        if self.cursor.column == 0 {
            if byte == b'%' {
                self.unroll_indent(-1);
                self.remove_key()?;
                self.is_key_allowed = false;
                return self.directive();
            }
            if let Some(kind) = self.document_indicator() {
                self.unroll_indent(-1);
                self.remove_key()?;
                self.is_key_allowed = false;
                self.indicator(kind, 3);
                return Ok(());
            }
        }
        match byte {
            b'[' => self.flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.flow_start(TokenKind::FlowMappingStart),
            b']' => self.flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.flow_end(TokenKind::FlowMappingEnd),
            b',' => {
                self.remove_key()?;
                self.is_key_allowed = true;
                self.indicator(TokenKind::FlowEntry, 1);
                Ok(())
            }
            b'-' if is_blank_next => self.block_entry(),
            b'?' if in_flow || is_blank_next => self.key(),
            b':' if in_flow || is_blank_next => self.value(),
            b'*' | b'&' => {
                self.save_key()?;
                self.is_key_allowed = false;
                self.anchor()
            }
            b'!' => {
                self.save_key()?;
                self.is_key_allowed = false;
                self.tag()
            }
            b'|' | b'>' if !in_flow => {
                self.remove_key()?;
                self.is_key_allowed = true;
                self.block_scalar(byte == b'|')
            }
            b'\'' | b'"' => {
                self.save_key()?;
                self.is_key_allowed = false;
                self.quoted(byte)
            }
            b'\t' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => Err(self.no_token()),
            _ => {
                self.save_key()?;
                self.is_key_allowed = false;
                self.plain_scalar()
            }
        }
    }

    fn no_token(&self) -> Fault {
        let message = "found character that cannot start any token";
        if self.cursor.byte(0) == b'\t' {
            return self.tab(message);
        }
        self.here(message).help("put the scalar in quotes if it starts with this character").into()
    }

    /// The diagnostic for the character at the position.
    fn here(&self, message: &'static str) -> Diagnostic {
        problem(self.cursor.character(self.cursor.at), message)
    }

    /// The fault of a tab at the position.
    fn tab(&self, message: &'static str) -> Fault {
        let at = self.cursor.span(self.cursor.at, self.cursor.at + 1);
        problem(at, message).label("a tab").help("indent with spaces").into()
    }

    /// `---` or `...`, which end everything wherever they begin a line.
    fn document_indicator(&self) -> Option<TokenKind<'a>> {
        self.cursor.at_document_indicator().then(|| match self.cursor.byte(0) {
            b'-' => TokenKind::DocumentStart,
            _ => TokenKind::DocumentEnd,
        })
    }

    fn blanks(&mut self) {
        while self.cursor.is_blank() {
            self.cursor.skip(1);
        }
    }

    /// Skips spaces, comments and line breaks. A tab counts as a space only where no key may begin.
    fn skip_to_token(&mut self) {
        loop {
            while self.cursor.byte(0) == b' '
                || (self.cursor.byte(0) == b'\t' && (self.is_in_flow() || !self.is_key_allowed))
            {
                self.cursor.skip(1);
            }
            if self.cursor.byte(0) == b'#' {
                self.comment();
            }
            if self.cursor.break_length() == 0 {
                return;
            }
            self.cursor.skip_break();
            if !self.is_in_flow() {
                self.is_key_allowed = true;
            }
        }
    }

    fn comment(&mut self) {
        let start = self.cursor.at;
        self.cursor.skip_line_rest();
        self.comments.push(self.cursor.span(start, self.cursor.at));
    }

    fn fetch_end(&mut self) -> Scanned<()> {
        // Tokens of the last line cannot be keys any more.
        self.cursor.line += 1;
        self.cursor.column = 0;
        self.unroll_indent(-1);
        self.remove_key()?;
        self.is_key_allowed = false;
        self.push(TokenKind::StreamEnd, self.cursor.at);
        Ok(())
    }
}
