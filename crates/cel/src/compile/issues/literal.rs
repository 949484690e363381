//! The errors of literals, as data; the `Display` of an error is cel-go's message.
//
// cel-go: parser/unescape.go, parser/parser.go (VisitInt, VisitUint, VisitDouble)

use std::fmt;

/// An error of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LiteralError {
    /// The number does not fit into an `int`.
    Int,
    /// The number does not fit into a `uint`.
    Uint,
    /// The number does not fit into a `double`.
    Double,
    /// A string has an unknown escape sequence, or bytes that are not valid text.
    Escape,
    /// A string ends with a backslash.
    Backslash,
    /// The number of an octal escape does not fit in a byte.
    Octal,
    /// The number of an escape is not a code point.
    CodePoint,
}

impl fmt::Display for LiteralError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LiteralError::Int => "invalid int literal",
            LiteralError::Uint => "invalid uint literal",
            LiteralError::Double => "invalid double literal",
            LiteralError::Escape => "unable to unescape string",
            LiteralError::Backslash => "unable to unescape string, found '\\' as last character",
            LiteralError::Octal => "unable to unescape octal sequence in string",
            LiteralError::CodePoint => "invalid unicode code point",
        })
    }
}
