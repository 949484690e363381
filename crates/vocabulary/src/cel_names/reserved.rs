//! Reserved words of expressions, with the server version since which fields may have them.

use crate::Minor;

/// The reserved words, which cannot be names.
pub const RESERVED: [&str; 21] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "package",
    "namespace",
    "null",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// The first version that accepts fields with reserved names.
pub const RESERVED_FIELDS: Minor = Minor(32);
