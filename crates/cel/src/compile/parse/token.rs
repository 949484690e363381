//! The kinds of tokens, and sets of them as messages show them.
//
// cel-go: parser/gen/CEL.g4

/// The kind of a token, in the order of the grammar, which is the order of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum TokenKind {
    Eof,
    Equals,
    NotEquals,
    In,
    Less,
    LessEquals,
    GreaterEquals,
    Greater,
    And,
    Or,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    LeftParen,
    RightParen,
    Dot,
    Comma,
    Minus,
    Exclamation,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
    True,
    False,
    Null,
    Float,
    Int,
    Uint,
    String,
    Bytes,
    Identifier,
    EscapedIdentifier,
}

use TokenKind::*;

const ALL: [(TokenKind, &str); 36] = [
    (Eof, "<EOF>"),
    (Equals, "'=='"),
    (NotEquals, "'!='"),
    (In, "'in'"),
    (Less, "'<'"),
    (LessEquals, "'<='"),
    (GreaterEquals, "'>='"),
    (Greater, "'>'"),
    (And, "'&&'"),
    (Or, "'||'"),
    (LeftBracket, "'['"),
    (RightBracket, "']'"),
    (LeftBrace, "'{'"),
    (RightBrace, "'}'"),
    (LeftParen, "'('"),
    (RightParen, "')'"),
    (Dot, "'.'"),
    (Comma, "','"),
    (Minus, "'-'"),
    (Exclamation, "'!'"),
    (Question, "'?'"),
    (Colon, "':'"),
    (Plus, "'+'"),
    (Star, "'*'"),
    (Slash, "'/'"),
    (Percent, "'%'"),
    (True, "'true'"),
    (False, "'false'"),
    (Null, "'null'"),
    (Float, "NUM_FLOAT"),
    (Int, "NUM_INT"),
    (Uint, "NUM_UINT"),
    (String, "STRING"),
    (Bytes, "BYTES"),
    (Identifier, "IDENTIFIER"),
    (EscapedIdentifier, "ESC_IDENTIFIER"),
];

/// A token: its kind, and the offsets of its first code point and of one past its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Set(u64);

impl Set {
    pub(super) const EMPTY: Set = Set(0);

    pub(super) const fn of(kinds: &[TokenKind]) -> Set {
        let mut bits = 0;
        let mut at = 0;
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u8;
            at += 1;
        }
        Set(bits)
    }

    pub(super) const fn and(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }

    pub(super) const fn has(self, kind: TokenKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// The names of the tokens in the order of the grammar.
    pub(super) fn names(self) -> Vec<&'static str> {
        ALL.iter().filter(|(kind, _)| self.has(*kind)).map(|(_, name)| *name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_the_order_of_the_table() {
        for (index, (kind, _)) in ALL.iter().enumerate() {
            assert_eq!(*kind as usize, index);
        }
    }

    #[test]
    fn names_are_in_the_order_of_the_grammar() {
        assert_eq!(Set::of(&[Eof]).names(), ["<EOF>"]);
        assert_eq!(Set::of(&[Colon, Equals]).names(), ["'=='", "':'"]);
    }
}
