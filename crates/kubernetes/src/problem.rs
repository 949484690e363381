//! The problems of an object, as data. `Problem::message` is the server's sentence.

use std::fmt;

use crdc_source::Span;
use crdc_vocabulary::messages::{STRICT_DECODING, cannot_be_handled};
use crdc_vocabulary::{ErrorType, Expected};

/// The level of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The server accepts the object, but returns a warning or does not do what was meant.
    Warning,
    /// The server refuses the object.
    Error,
}

/// A character of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inside {
    /// The whole text that the server reads.
    pub text: String,
    /// The place of the character, in code points.
    pub offset: u32,
}

/// The Go type that an object is decoded into.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The kind that the object names, or the kind of the Go type if it names none.
    pub kind: String,
    /// The version that the object names, without its group.
    pub version: String,
    /// The name of the Go type.
    pub go_type: String,
}

/// The beginning of each error of decoding: `Pod in version "v1" cannot be handled as a Pod: `.
// apiserver: pkg/endpoints/handlers/rest.go transformDecodeError
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&cannot_be_handled(&self.kind, &self.version, &self.go_type, ""))
    }
}

/// A server's message about a problem, as data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Said {
    /// The object cannot be decoded, so no other problem is reported. The code is 400.
    Undecodable {
        /// The Go type that the value should have.
        target: Target,
        /// The decoder's error: `json: cannot unmarshal …`.
        error: String,
    },
    /// Strict field validation refuses a field. The code is 400; other errors of the object are reported too.
    UnknownField {
        /// The Go type of the object.
        target: Target,
        /// The decoder's error: `unknown field "spec.replica"`.
        error: String,
    },
    /// A value is invalid. The code is 422.
    // apimachinery: pkg/util/validation/field/errors.go Error
    Invalid {
        /// The type of the error.
        error_type: ErrorType,
        /// The value in the server's message, if the message has one.
        value: Option<String>,
        /// The reason; may be empty.
        detail: String,
    },
    /// Words about the field that are no error of a value: a warning, or a refusal of server-side apply.
    Other(String),
}

/// The sentence without the field: `Invalid value: 0: must be greater than zero`.
impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Undecodable { target, error } => write!(f, "{target}{error}"),
            Said::UnknownField { target, error } => write!(f, "{target}{STRICT_DECODING}{error}"),
            Said::Invalid { error_type, value, detail } => {
                f.write_str(error_type.words())?;
                value.iter().try_for_each(|value| write!(f, ": {value}"))?;
                if detail.is_empty() { Ok(()) } else { write!(f, ": {detail}") }
            }
            Said::Other(words) => f.write_str(words),
        }
    }
}

/// A problem of an object.
///
/// ```
/// use crdc_source::{Source, parse};
/// use crdc_kubernetes::{Kinds, Request, Said, archive::Archive, validate};
///
/// let text = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 0}]}\n";
/// let (objects, _) = parse(&Source::new("web.yaml", text));
/// let kinds = Kinds::of(Archive::built_in()?, "1.36".parse()?).ok_or("no such version")?;
/// let service = kinds.find("v1", "Service").ok_or("no such kind")?;
/// let problems = validate(&kinds, service, Request::create(&objects[0]));
/// assert!(matches!(&problems[0].said, Said::Invalid { value: Some(value), .. } if value == "0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The weight of the problem.
    pub level: Level,
    /// A short name, such as `wrong-type` or `required-value`.
    pub id: &'static str,
    /// The field, as the server writes it: `spec.containers[0].image`.
    pub path: String,
    /// The server's message.
    pub said: Said,
    /// The place in the text.
    pub span: Span,
    /// The help: what to write instead.
    pub help: Option<String>,
    /// The place in the text of the value, if it is about a part of it.
    pub inside: Option<Inside>,
    /// The values that the server supports, if the problem is that it does not support the value.
    pub expected: Option<Expected>,
}

impl Problem {
    /// The server's sentence.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.said {
            Said::Undecodable { .. } | Said::UnknownField { .. } => self.said.to_string(),
            // Such a sentence names the field itself.
            Said::Other(_) if self.path.is_empty() => self.said.to_string(),
            Said::Invalid { .. } | Said::Other(_) => format!("{}: {}", self.field(), self.said),
        }
    }

    /// The field as a sentence has it: `<nil>` for the object itself.
    #[must_use]
    pub fn field(&self) -> &str {
        match (&self.said, self.path.as_str()) {
            (Said::Invalid { .. }, "") => "<nil>",
            (_, path) => path,
        }
    }

    /// Whether the object cannot be decoded, so that no other problem is reported.
    #[must_use]
    pub fn is_undecodable(&self) -> bool {
        matches!(self.said, Said::Undecodable { .. })
    }

    /// Whether the problem is a field that the type of the object does not have.
    #[must_use]
    pub fn is_unknown_field(&self) -> bool {
        matches!(self.said, Said::UnknownField { .. })
    }

    /// An error.
    pub(crate) fn error(id: &'static str, path: impl Into<String>, said: Said, span: Span) -> Problem {
        Problem {
            level: Level::Error,
            id,
            path: path.into(),
            said,
            span,
            help: None,
            inside: None,
            expected: None,
        }
    }

    /// The problem with help.
    pub(crate) fn help(self, help: impl Into<String>) -> Problem {
        Problem { help: Some(help.into()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(path: &str, said: Said) -> String {
        Problem::error("invalid-value", path, said, Span::default()).message()
    }

    #[test]
    fn sentences_are_made_of_data() {
        let target = || Target { kind: "Pod".into(), version: "v1".into(), go_type: "Pod".into() };
        let invalid = |error_type, value: Option<&str>, detail: &str| Said::Invalid {
            error_type,
            value: value.map(str::to_owned),
            detail: detail.to_owned(),
        };
        for (path, said, expected) in [
            (
                "spec",
                Said::Undecodable { target: target(), error: "json: x".into() },
                "Pod in version \"v1\" cannot be handled as a Pod: json: x",
            ),
            (
                "spec.y",
                Said::UnknownField { target: target(), error: "unknown field \"spec.y\"".into() },
                "Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field \"spec.y\"",
            ),
            ("a", invalid(ErrorType::Required, None, ""), "a: Required value"),
            ("", invalid(ErrorType::Forbidden, None, "no"), "<nil>: Forbidden: no"),
            ("a", invalid(ErrorType::TooMany, Some("9"), "at most 8"), "a: Too many: 9: at most 8"),
            ("a", invalid(ErrorType::NotFound, Some("\"b\""), ""), "a: Not found: \"b\""),
            ("a", Said::Other("deprecated".into()), "a: deprecated"),
        ] {
            assert_eq!(message(path, said), expected);
        }
    }
}
