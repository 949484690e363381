//! Errors of patterns. In: the code of an error and its location. Out: a `PatternError` with the message of
//! `regexp.Compile`. The part of the pattern that Go quotes is not always the part to point at, so the quoted
//! text and the span are separate.
//!
//! Go: regexp/syntax/parse.go (ErrorCode and Error.Error).

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// The maximum number of instructions of a program; larger ones are rejected. The emitted matcher needs 4
/// bytes of stack for each.
pub const MAX_STATES: usize = 32_768;

/// The reason why a pattern does not compile.
///
/// Its `Display` is the API server's message, such as ``error parsing regexp: missing closing ): `(abc` ``.
/// `offset` and `len` are the byte range of the invalid part of the pattern, for pointing at it in an
/// excerpt.
///
/// ```
/// use crdc_vocabulary::regexp::{ErrorCode, verify};
///
/// let error = verify("a{2000}").unwrap_err();
/// assert_eq!((error.code, &*error.argument), (ErrorCode::InvalidRepeatSize, "{2000}"));
/// assert_eq!(error.to_string(), "error parsing regexp: invalid repeat count: `{2000}`");
/// assert_eq!(error.reason().to_string(), "invalid repeat count: `{2000}`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The start of the invalid part, in bytes from the start of the pattern.
    pub offset: usize,
    /// The length of the invalid part in bytes; 0 if something is missing at the end.
    pub len: usize,
    /// The code of the error.
    pub code: ErrorCode,
    /// The part of the pattern that Go quotes.
    pub argument: String,
}

impl PatternError {
    /// The message without `error parsing regexp: `.
    pub fn reason(&self) -> impl fmt::Display + '_ {
        Reason(self)
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.code != ErrorCode::States {
            f.write_str("error parsing regexp: ")?;
        }
        self.reason().fmt(f)
    }
}

struct Reason<'e>(&'e PatternError);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.code, &self.0.argument) {
            (ErrorCode::States, _) => {
                write!(f, "the pattern needs more than {MAX_STATES} states, which is more than crdc compiles")
            }
            (code, argument) => write!(f, "{}: `{argument}`", code.as_str()),
        }
    }
}

impl core::error::Error for PatternError {}

/// The errors of a pattern: Go's codes, and a limit of crdc.
// Go: regexp/syntax/parse.go (ErrorCode)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorCode {
    /// A class of characters that does not exist, or a range from a later character to an earlier one.
    InvalidCharRange,
    /// An escape that does not exist.
    InvalidEscape,
    /// The name of a group is no name, or does not end.
    InvalidNamedCapture,
    /// `(?` before syntax that RE2 does not support.
    InvalidPerlOp,
    /// A repetition of a repetition.
    InvalidRepeatOp,
    /// A repetition more often than 1000 times.
    InvalidRepeatSize,
    /// A `[` that is not closed.
    MissingBracket,
    /// A `(` that is not closed.
    MissingParen,
    /// A repetition of nothing.
    MissingRepeatArgument,
    /// A backslash at the end.
    TrailingBackslash,
    /// A `)` that closes nothing.
    UnexpectedParen,
    /// Groups and repetitions are nested too deep.
    NestingDepth,
    /// The pattern is too large.
    Large,
    /// The pattern needs more states than crdc compiles. Go has no such limit.
    States,
}

impl ErrorCode {
    /// Go's text of the code.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::InvalidCharRange => "invalid character class range",
            ErrorCode::InvalidEscape => "invalid escape sequence",
            ErrorCode::InvalidNamedCapture => "invalid named capture",
            ErrorCode::InvalidPerlOp => "invalid or unsupported Perl syntax",
            ErrorCode::InvalidRepeatOp => "invalid nested repetition operator",
            ErrorCode::InvalidRepeatSize => "invalid repeat count",
            ErrorCode::MissingBracket => "missing closing ]",
            ErrorCode::MissingParen => "missing closing )",
            ErrorCode::MissingRepeatArgument => "missing argument to repetition operator",
            ErrorCode::TrailingBackslash => "trailing backslash at end of expression",
            ErrorCode::UnexpectedParen => "unexpected )",
            ErrorCode::NestingDepth => "expression nests too deeply",
            ErrorCode::Large => "expression too large",
            ErrorCode::States => "too many states",
        }
    }
}

/// Creates an error in the common case that Go quotes exactly the invalid part.
pub(super) fn at(code: ErrorCode, pattern: &str, span: Range<usize>) -> PatternError {
    let quoted = pattern.get(span.clone()).unwrap_or_default();
    quoting(code, quoted, span)
}

/// Creates an error in which Go quotes `quoted`, while the part to point at is `span`.
pub(super) fn quoting(code: ErrorCode, quoted: &str, span: Range<usize>) -> PatternError {
    PatternError { offset: span.start, len: span.len(), code, argument: quoted.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::ErrorCode;
    use crate::regexp::verify;

    #[test]
    fn a_code_and_its_argument_make_the_message_of_go() {
        for (pattern, code, argument) in [
            ("[b-a]", ErrorCode::InvalidCharRange, "b-a"),
            (r"\1", ErrorCode::InvalidEscape, r"\1"),
            ("(?P<a", ErrorCode::InvalidNamedCapture, "(?P<a"),
            ("(?=a)", ErrorCode::InvalidPerlOp, "(?="),
            ("a**", ErrorCode::InvalidRepeatOp, "**"),
            ("a{1001}", ErrorCode::InvalidRepeatSize, "{1001}"),
            ("[a", ErrorCode::MissingBracket, "[a"),
            ("(a", ErrorCode::MissingParen, "(a"),
            ("*", ErrorCode::MissingRepeatArgument, "*"),
            ("a)", ErrorCode::UnexpectedParen, "a)"),
        ] {
            let error = verify(pattern).expect_err("it is wrong");
            assert_eq!((error.code, &*error.argument), (code, argument), "{pattern}");
            let message = alloc::format!("error parsing regexp: {}: `{argument}`", code.as_str());
            assert_eq!(alloc::format!("{error}"), message);
        }
        let error = verify("a\\").expect_err("it is wrong");
        assert_eq!(error.code, ErrorCode::TrailingBackslash);
    }
}
