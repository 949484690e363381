//! Errors of patterns. In: what is wrong with a pattern, and where. Out: a `PatternError` with the message of
//! `regexp.Compile`. The part of the pattern that Go quotes is not always the part to point at, so the quoted
//! text and the span are separate.
//!
//! Go: regexp/syntax/parse.go (ErrorCode and Error.Error).

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// The error of compiling a pattern.
///
/// `message` is the API server's message, for example ``error parsing regexp: missing closing ): `(abc` ``.
/// `offset` and `len` are the byte range of the invalid part of the pattern, for pointing at it in an
/// excerpt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The start of the invalid part, in bytes from the start of the pattern.
    pub offset: usize,
    /// The length of the invalid part in bytes; 0 if something is missing at the end.
    pub len: usize,
    /// The message of Go's `regexp.Compile`.
    pub message: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for PatternError {}

/// The kinds of errors, with Go's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    CharRange,
    Escape,
    NamedCapture,
    PerlOp,
    RepeatOp,
    RepeatSize,
    MissingBracket,
    MissingParen,
    MissingRepeatArgument,
    TrailingBackslash,
    UnexpectedParen,
    NestingDepth,
    Large,
}

impl Code {
    fn text(self) -> &'static str {
        match self {
            Code::CharRange => "invalid character class range",
            Code::Escape => "invalid escape sequence",
            Code::NamedCapture => "invalid named capture",
            Code::PerlOp => "invalid or unsupported Perl syntax",
            Code::RepeatOp => "invalid nested repetition operator",
            Code::RepeatSize => "invalid repeat count",
            Code::MissingBracket => "missing closing ]",
            Code::MissingParen => "missing closing )",
            Code::MissingRepeatArgument => "missing argument to repetition operator",
            Code::TrailingBackslash => "trailing backslash at end of expression",
            Code::UnexpectedParen => "unexpected )",
            Code::NestingDepth => "expression nests too deeply",
            Code::Large => "expression too large",
        }
    }
}

/// The common case: Go quotes exactly the invalid part.
pub(super) fn at(code: Code, pattern: &str, span: Range<usize>) -> PatternError {
    let quoted = pattern.get(span.clone()).unwrap_or_default();
    quoting(code, quoted, span)
}

/// Go quotes `quoted`, while the part to point at is `span`.
pub(super) fn quoting(code: Code, quoted: &str, span: Range<usize>) -> PatternError {
    PatternError {
        offset: span.start,
        len: span.len(),
        message: format!("error parsing regexp: {}: `{quoted}`", code.text()),
    }
}
