//! Splits text into tokens: at each position the longest match of any rule of the grammar, as ANTLR's lexers
//! do. If no rule matches, the lexer reports and skips the text up to and including the character that no
//! rule accepts.
//
// cel-go: parser/gen/CEL.g4; antlr: runtime/Go/antlr/v4/lexer.go (NextToken, Recover)

use super::token::{Token, TokenKind};
use crate::compile::issues::{Issues, SyntaxError};
use crate::compile::text::Text;

/// The most errors that are reported. After these, the lexer stops.
pub(super) const MOST_ERRORS: u32 = 100;

/// The tokens of an expression, the last of which is the end.
pub(super) struct Tokens {
    pub(super) list: Vec<Token>,
    /// Whether the lexer stopped because of too many errors.
    pub(super) hopeless: bool,
    /// The parts of the text that were skipped because no rule matches them.
    pub(super) skipped: Vec<(u32, u32)>,
    /// The ranges of the comments.
    pub(super) comments: Vec<(u32, u32)>,
}

pub(super) fn lex(text: &Text, issues: &mut Issues) -> Tokens {
    let chars = text.chars();
    let mut tokens = Tokens { list: Vec::new(), hopeless: false, skipped: Vec::new(), comments: Vec::new() };
    let mut at = 0;
    while at < chars.len() {
        let mut scan = Scan { chars, start: at, best: None, dead: at };
        scan.token();
        // At most 100,000 code points are lexed.
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        match scan.best {
            Some((end, kind)) => {
                match kind {
                    Some(kind) => tokens.list.push(Token { kind, start: offset(at), end: offset(end) }),
                    None if chars[at] == '/' => tokens.comments.push((offset(at), offset(end))),
                    None => {}
                }
                at = end;
            }
            None => {
                let end = (scan.dead + 1).min(chars.len());
                if tokens.skipped.len() >= MOST_ERRORS as usize {
                    issues.report(offset(at), SyntaxError::TooMany { limit: MOST_ERRORS });
                    tokens.hopeless = true;
                    break;
                }
                let text = chars[at..end].iter().collect();
                issues.report(offset(at), SyntaxError::Unrecognized { text });
                tokens.skipped.push((offset(at), offset(end)));
                at = end;
            }
        }
    }
    let end = u32::try_from(chars.len()).unwrap_or(u32::MAX);
    tokens.list.push(Token { kind: TokenKind::Eof, start: end, end });
    tokens
}

/// The scan of one token.
struct Scan<'c> {
    chars: &'c [char],
    start: usize,
    /// The end and the kind of the longest match. The kind of white space and comments is `None`.
    best: Option<(usize, Option<TokenKind>)>,
    /// The first character that no rule accepts.
    dead: usize,
}

impl Scan<'_> {
    fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    /// Records that a rule matches up to `end`. Of equally long matches, the first is kept.
    fn matched(&mut self, end: usize, kind: Option<TokenKind>) {
        if self.best.is_none_or(|(best, _)| end > best) {
            self.best = Some((end, kind));
        }
        self.stopped(end);
    }

    /// Records the character at which a rule stops.
    fn stopped(&mut self, at: usize) {
        self.dead = self.dead.max(at);
    }

    fn run(&self, from: usize, of: impl Fn(char) -> bool) -> usize {
        self.chars[from..].iter().position(|c| !of(*c)).map_or(self.chars.len(), |length| from + length)
    }

    fn token(&mut self) {
        let at = self.start;
        let Some(first) = self.char(at) else { return };
        match first {
            '\t' | ' ' | '\r' | '\n' | '\u{c}' => {
                let end = self.run(at, |c| matches!(c, '\t' | ' ' | '\r' | '\n' | '\u{c}'));
                self.matched(end, None);
            }
            '0'..='9' => self.number(),
            'a'..='z' | 'A'..='Z' | '_' => {
                let end = self.run(at, |c| c.is_ascii_alphanumeric() || c == '_');
                self.matched(end, Some(self.keyword(end)));
                self.prefixed();
            }
            '"' | '\'' => self.quoted(at, TokenKind::String, false),
            '`' => self.escaped_identifier(),
            _ => self.symbol(first),
        }
    }

    fn keyword(&self, end: usize) -> TokenKind {
        let word: String = self.chars[self.start..end.min(self.start + 6)].iter().collect();
        match word.as_str() {
            "in" => TokenKind::In,
            "true" => TokenKind::True,
            "false" => TokenKind::False,
            "null" => TokenKind::Null,
            _ => TokenKind::Identifier,
        }
    }

    /// `r"…"`, `b"…"`, `br"…"`.
    fn prefixed(&mut self) {
        let mut at = self.start;
        let mut kind = TokenKind::String;
        if matches!(self.char(at), Some('b' | 'B')) {
            kind = TokenKind::Bytes;
            at += 1;
        }
        let raw = matches!(self.char(at), Some('r' | 'R'));
        at += usize::from(raw);
        if matches!(self.char(at), Some('"' | '\'')) {
            self.quoted(at, kind, raw);
        }
    }

    fn number(&mut self) {
        let at = self.start;
        let digits = self.run(at, |c| c.is_ascii_digit());
        self.matched(digits, Some(TokenKind::Int));
        if matches!(self.char(digits), Some('u' | 'U')) {
            self.matched(digits + 1, Some(TokenKind::Uint));
        }
        if self.char(at) == Some('0') && self.char(at + 1) == Some('x') {
            let end = self.run(at + 2, |c| c.is_ascii_hexdigit());
            self.stopped(end);
            if end > at + 2 {
                self.matched(end, Some(TokenKind::Int));
                if matches!(self.char(end), Some('u' | 'U')) {
                    self.matched(end + 1, Some(TokenKind::Uint));
                }
            }
        }
        if self.char(digits) == Some('.') {
            self.fraction(digits);
        } else {
            self.exponent(digits);
        }
    }

    /// `.DIGITS` and an exponent, from the dot on.
    fn fraction(&mut self, dot: usize) {
        let end = self.run(dot + 1, |c| c.is_ascii_digit());
        self.stopped(end);
        if end > dot + 1 {
            self.matched(end, Some(TokenKind::Float));
            self.exponent(end);
        }
    }

    fn exponent(&mut self, at: usize) {
        if !matches!(self.char(at), Some('e' | 'E')) {
            return;
        }
        let sign = usize::from(matches!(self.char(at + 1), Some('+' | '-')));
        let digits = at + 1 + sign;
        let end = self.run(digits.min(self.chars.len()), |c| c.is_ascii_digit());
        self.stopped(end);
        if end > digits {
            self.matched(end, Some(TokenKind::Float));
        }
    }

    /// A string, from its opening quote on.
    fn quoted(&mut self, open: usize, kind: TokenKind, raw: bool) {
        let Some(quote) = self.char(open) else { return };
        self.body(open + 1, quote, 1, kind, raw);
        if self.char(open + 1) == Some(quote) && self.char(open + 2) == Some(quote) {
            self.body(open + 3, quote, 3, kind, raw);
        }
    }

    /// The content of a string that `quotes` quotes end.
    fn body(&mut self, from: usize, quote: char, quotes: usize, kind: TokenKind, raw: bool) {
        let mut at = from;
        while let Some(c) = self.char(at) {
            if c == quote && (1..quotes).all(|next| self.char(at + next) == Some(quote)) {
                self.matched(at + quotes, Some(kind));
                return;
            }
            if quotes == 1 && matches!(c, '\n' | '\r') {
                break;
            }
            if c != '\\' || raw {
                at += 1;
                continue;
            }
            match self.escape(at) {
                Ok(end) => at = end,
                Err(dead) => {
                    at = dead;
                    break;
                }
            }
        }
        self.stopped(at);
    }

    /// An escape sequence, from the backslash on: its end, or the character that no rule accepts.
    fn escape(&self, at: usize) -> Result<usize, usize> {
        let digits = |from: usize, count: usize, of: fn(char) -> bool| {
            let bad = (from..from + count).find(|at| !self.char(*at).is_some_and(of));
            bad.map_or(Ok(from + count), Err)
        };
        let hex = |c: char| c.is_ascii_hexdigit();
        match self.char(at + 1) {
            Some('a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '"' | '\'' | '\\' | '?' | '`') => Ok(at + 2),
            Some('x' | 'X') => digits(at + 2, 2, hex),
            Some('u') => digits(at + 2, 4, hex),
            Some('U') => digits(at + 2, 8, hex),
            Some('0'..='3') => digits(at + 2, 2, |c| matches!(c, '0'..='7')),
            _ => Err(at + 1),
        }
    }

    fn escaped_identifier(&mut self) {
        let within = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '/' | ' ');
        let end = self.run(self.start + 1, within);
        self.stopped(end);
        if end > self.start + 1 && self.char(end) == Some('`') {
            self.matched(end + 1, Some(TokenKind::EscapedIdentifier));
        }
    }

    fn symbol(&mut self, first: char) {
        let at = self.start;
        let second = self.char(at + 1);
        let one = match first {
            '<' => TokenKind::Less,
            '>' => TokenKind::Greater,
            '[' => TokenKind::LeftBracket,
            ']' => TokenKind::RightBracket,
            '{' => TokenKind::LeftBrace,
            '}' => TokenKind::RightBrace,
            '(' => TokenKind::LeftParen,
            ')' => TokenKind::RightParen,
            '.' => TokenKind::Dot,
            ',' => TokenKind::Comma,
            '-' => TokenKind::Minus,
            '!' => TokenKind::Exclamation,
            '?' => TokenKind::Question,
            ':' => TokenKind::Colon,
            '+' => TokenKind::Plus,
            '*' => TokenKind::Star,
            '/' => TokenKind::Slash,
            '%' => TokenKind::Percent,
            // Only the first character of an operator.
            '=' | '&' | '|' => TokenKind::Eof,
            _ => return,
        };
        if one == TokenKind::Eof {
            self.stopped(at + 1);
        } else {
            self.matched(at + 1, Some(one));
        }
        match (first, second) {
            ('=', Some('=')) => self.matched(at + 2, Some(TokenKind::Equals)),
            ('!', Some('=')) => self.matched(at + 2, Some(TokenKind::NotEquals)),
            ('<', Some('=')) => self.matched(at + 2, Some(TokenKind::LessEquals)),
            ('>', Some('=')) => self.matched(at + 2, Some(TokenKind::GreaterEquals)),
            ('&', Some('&')) => self.matched(at + 2, Some(TokenKind::And)),
            ('|', Some('|')) => self.matched(at + 2, Some(TokenKind::Or)),
            ('/', Some('/')) => {
                let end = self.run(at, |c| c != '\n');
                self.matched(end, None);
            }
            ('.', Some('0'..='9')) => self.fraction(at),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> (Vec<TokenKind>, Vec<String>) {
        let mut issues = Issues::default();
        let tokens = lex(&Text::new(text), &mut issues);
        let messages = issues.sorted().into_iter().map(|issue| issue.message()).collect();
        (tokens.list.iter().map(|token| token.kind).collect(), messages)
    }

    #[test]
    fn the_longest_match_counts() {
        use TokenKind::*;
        assert_eq!(
            kinds("1.5e3u .5 0x1fu 1.a").0,
            [Float, Identifier, Float, Uint, Int, Dot, Identifier, Eof]
        );
        assert_eq!(kinds("in inn true // a\nnull").0, [In, Identifier, True, Null, Eof]);
        assert_eq!(kinds("'' r'\\' b\"\"\"a\"\"\"").0, [String, String, Bytes, Eof]);
        assert_eq!(kinds("'''a\n'b'''").0, [String, Eof]);
    }

    #[test]
    fn skipped_text_ends_with_the_wrong_character() {
        let wrong = |text: &str| kinds(text).1;
        assert_eq!(wrong("a | b"), ["Syntax error: token recognition error at: '| '"]);
        assert_eq!(
            wrong(r"'\d'"),
            [
                r"Syntax error: token recognition error at: ''\d'",
                "Syntax error: token recognition error at: '''"
            ]
        );
        assert_eq!(
            wrong(r#""\xFh""#),
            [
                r#"Syntax error: token recognition error at: '"\xFh'"#,
                "Syntax error: token recognition error at: '\"'"
            ]
        );
        assert_eq!(
            wrong("'a\nb'"),
            [
                "Syntax error: token recognition error at: ''a\n'",
                "Syntax error: token recognition error at: '''"
            ]
        );
    }
}
