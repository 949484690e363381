//! The errors of a call of `format`, as data; the `Display` of an error is cel-go's message.
//
// cel-go: ext/formatting.go

use std::fmt;

/// An error of a call of `format`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// There are more arguments than clauses.
    TooManyArguments {
        /// The number of clauses.
        expected: usize,
        /// The number of arguments.
        found: usize,
    },
    /// A clause has no argument.
    NoArgument {
        /// The index of the clause.
        index: usize,
    },
    /// The format ends within a clause.
    End,
    /// A clause that does not exist.
    Clause {
        /// The letter.
        clause: char,
    },
    /// The format ends within a precision.
    PrecisionEnd,
    /// A precision is not a number, or too large.
    Precision {
        /// The text.
        written: String,
        /// Whether the text is a number.
        is_number: bool,
    },
    /// The argument has a type that the clause does not take.
    Type {
        /// The types that the clause takes, in the words of cel-go.
        must: &'static str,
        /// The name of the argument's type.
        found: String,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CLAUSE: &str = "could not parse formatting clause";
        const PRECISION: &str = "error while parsing precision";
        match self {
            FormatError::TooManyArguments { expected, found } => {
                write!(f, "too many arguments supplied to string.format (expected {expected}, got {found})")
            }
            FormatError::NoArgument { index } => write!(f, "index {index} out of range"),
            FormatError::End => f.write_str("unexpected end of string"),
            FormatError::Clause { clause } => {
                write!(f, "{CLAUSE}: unrecognized formatting clause \"{clause}\"")
            }
            FormatError::PrecisionEnd => {
                write!(f, "{CLAUSE}: {PRECISION}: could not find end of precision specifier")
            }
            FormatError::Precision { written, is_number } => {
                let why = if *is_number { "value out of range" } else { "invalid syntax" };
                write!(f, "{CLAUSE}: {PRECISION}: error while converting precision to integer: ")?;
                write!(f, "strconv.Atoi: parsing \"{written}\": {why}")
            }
            FormatError::Type { must, found } => {
                write!(f, "error during formatting: {must}, was given {found}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FormatError;

    #[test]
    fn an_error_has_the_message_of_cel_go() {
        let precision =
            |written: &str, is_number| FormatError::Precision { written: written.to_owned(), is_number };
        const PRECISION: &str = "could not parse formatting clause: error while parsing precision";
        let converting =
            format!("{PRECISION}: error while converting precision to integer: strconv.Atoi: parsing");
        for (error, message) in [
            (
                FormatError::TooManyArguments { expected: 1, found: 2 },
                "too many arguments supplied to string.format (expected 1, got 2)".to_owned(),
            ),
            (FormatError::NoArgument { index: 0 }, "index 0 out of range".to_owned()),
            (FormatError::End, "unexpected end of string".to_owned()),
            (
                FormatError::Clause { clause: 'z' },
                "could not parse formatting clause: unrecognized formatting clause \"z\"".to_owned(),
            ),
            (FormatError::PrecisionEnd, format!("{PRECISION}: could not find end of precision specifier")),
            (precision("", false), format!("{converting} \"\": invalid syntax")),
            (
                precision("99999999999999999999", true),
                format!("{converting} \"99999999999999999999\": value out of range"),
            ),
            (
                FormatError::Type {
                    must: "octal clause can only be used on integers",
                    found: "string".to_owned(),
                },
                "error during formatting: octal clause can only be used on integers, was given string"
                    .to_owned(),
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
