//! A problem of an object.

use crdc_codegen::source::Span;

/// The level of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The server accepts the object, and warns or does something else than was meant.
    Warning,
    /// The server refuses the object.
    Error,
}

/// A character of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The text, as a server sees it.
    pub text: String,
    /// The place of the character, in code points.
    pub offset: u32,
}

/// A problem of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// How much it weighs.
    pub level: Level,
    /// A short name, such as `wrong-type` or `required-value`.
    pub id: &'static str,
    /// The field, as the server writes it: `spec.containers[0].image`.
    pub path: String,
    /// The server's words.
    pub message: String,
    /// Its place in the text.
    pub span: Span,
    /// What to write instead.
    pub help: Option<String>,
    /// The place in the text of the value, if it is about a part of it.
    pub inside: Option<Inside>,
    /// Whether the object cannot be decoded: servers answer 400 then, and 422 to what is invalid.
    pub is_of_decoding: bool,
}

impl Problem {
    /// An error.
    pub(crate) fn error(
        id: &'static str,
        path: impl Into<String>,
        message: impl Into<String>,
        span: Span,
    ) -> Problem {
        Problem {
            level: Level::Error,
            id,
            path: path.into(),
            message: message.into(),
            span,
            help: None,
            inside: None,
            is_of_decoding: false,
        }
    }

    /// A warning.
    pub(crate) fn warning(
        id: &'static str,
        path: impl Into<String>,
        message: impl Into<String>,
        span: Span,
    ) -> Problem {
        Problem { level: Level::Warning, ..Problem::error(id, path, message, span) }
    }

    /// The problem with help.
    pub(crate) fn help(self, help: impl Into<String>) -> Problem {
        Problem { help: Some(help.into()), ..self }
    }
}
