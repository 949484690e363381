//! Syntax errors, as data; the `Display` of an error is ANTLR's message.
//
// antlr: runtime/Go/antlr/v4/error_strategy.go, lexer.go; cel-go: parser/parser.go

use std::fmt;

/// A syntax error.
///
/// `found` is the text of a token, or `None` at the end of the expression. `expected` lists tokens by their
/// names in the grammar: `')'`, `IDENTIFIER`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxError {
    /// A text is not a token. The text ends with the first character that does not fit.
    Unrecognized {
        /// The text.
        text: String,
    },
    /// A token is not one of the expected tokens.
    Mismatched {
        /// The token.
        found: Option<String>,
        /// The tokens that can follow.
        expected: Vec<&'static str>,
    },
    /// A token is extra: the token after it would fit.
    Extraneous {
        /// The token.
        found: Option<String>,
        /// The tokens that can follow.
        expected: Vec<&'static str>,
    },
    /// A token is missing: the found token could follow it.
    Missing {
        /// The expected tokens, of which one is missing.
        expected: Vec<&'static str>,
        /// The token that was found instead.
        found: Option<String>,
    },
    /// No alternative of the grammar begins with these tokens.
    NoAlternative {
        /// The text of the tokens, and the space between them.
        input: String,
    },
    /// The expression has more errors than the limit.
    TooMany {
        /// The limit.
        limit: u32,
    },
    /// The parser attempted more recoveries after errors than the limit.
    Recoveries {
        /// The limit.
        limit: u32,
    },
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Syntax error: ")?;
        match self {
            SyntaxError::Unrecognized { text } => write!(f, "token recognition error at: '{text}'"),
            SyntaxError::Mismatched { found, expected } => {
                write!(f, "mismatched input '{}' expecting {}", shown(found.as_ref()), Tokens(expected))
            }
            SyntaxError::Extraneous { found, expected } => {
                write!(f, "extraneous input '{}' expecting {}", shown(found.as_ref()), Tokens(expected))
            }
            SyntaxError::Missing { expected, found } => {
                write!(f, "missing {} at '{}'", Tokens(expected), shown(found.as_ref()))
            }
            SyntaxError::NoAlternative { input } => {
                write!(f, "no viable alternative at input '{}'", escape(input))
            }
            SyntaxError::TooMany { limit } => write!(f, "More than {limit} syntax errors"),
            SyntaxError::Recoveries { limit } => write!(f, "error recovery attempt limit exceeded: {limit}"),
        }
    }
}

/// The text of a token in messages.
fn shown(found: Option<&String>) -> String {
    found.map_or_else(|| "<EOF>".to_owned(), |text| escape(text))
}

fn escape(text: &str) -> String {
    text.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

/// A set of tokens, formatted as in messages.
struct Tokens<'n>(&'n [&'static str]);

impl fmt::Display for Tokens<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [one] => f.write_str(one),
            names => write!(f, "{{{}}}", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SyntaxError;

    #[test]
    fn an_error_has_the_message_of_antlr() {
        let found = || Some("a\tb".to_owned());
        for (error, message) in [
            (SyntaxError::Unrecognized { text: "= ".to_owned() }, "token recognition error at: '= '"),
            (
                SyntaxError::Mismatched { found: None, expected: vec!["':'"] },
                "mismatched input '<EOF>' expecting ':'",
            ),
            (
                SyntaxError::Extraneous { found: found(), expected: vec!["'=='", "IDENTIFIER"] },
                r"extraneous input 'a\tb' expecting {'==', IDENTIFIER}",
            ),
            (SyntaxError::Missing { expected: vec!["')'"], found: None }, "missing ')' at '<EOF>'"),
            (SyntaxError::NoAlternative { input: ".\n".to_owned() }, r"no viable alternative at input '.\n'"),
            (SyntaxError::TooMany { limit: 100 }, "More than 100 syntax errors"),
            (SyntaxError::Recoveries { limit: 30 }, "error recovery attempt limit exceeded: 30"),
        ] {
            assert_eq!(error.to_string(), format!("Syntax error: {message}"));
        }
    }
}
