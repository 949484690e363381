//! The API server's messages: plain text, or an error with its type, field, bad value and detail.
//! Each is one line, printed as the server prints it.
//
// apimachinery: pkg/util/validation/field/errors.go

use crdc_vocabulary::{ErrorType, Wording, go};
use std::fmt;

/// A message of the server.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerMessage {
    /// A message without a field path: from the decoder, or a warning.
    Plain(String),
    /// A validation error.
    Error(FieldError),
}

/// A validation error of the server (`field.Error`).
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    /// The type of the error.
    pub kind: ErrorType,
    /// The field path, as the server spells it.
    pub field: String,
    /// The invalid value.
    pub bad: BadValue,
    /// The problem with the value; may be empty.
    pub detail: String,
    /// The detail as data, if servers of other versions word it differently.
    pub wording: Option<Wording>,
}

/// The value that an error is about.
#[derive(Clone, Debug, PartialEq)]
pub enum BadValue {
    /// A Go string.
    Text(String),
    /// A Go floating-point number.
    Float(f64),
    /// Any other value: as JSON, or in the form that servers before 1.34 showed.
    Json(String),
    /// A value too long to repeat, or the server's internal form of a whole schema.
    Long,
    /// A value that the server leaves out.
    Omitted,
}

/// Values longer than this, in bytes of JSON, are not kept.
const LONGEST_VALUE: usize = 2000;

impl BadValue {
    /// Creates a value from JSON text, as Go writes it: [`BadValue::Long`] if it is long.
    #[must_use]
    pub fn json(text: &str) -> Self {
        let mut escaped = String::with_capacity(text.len());
        // Writing to a String cannot fail.
        let _ = super::json_string::escape_html(text, &mut escaped);
        BadValue::shown(escaped)
    }

    /// Creates a value from the text that a server shows; [`BadValue::Long`] if it is long.
    #[must_use]
    pub fn shown(text: String) -> Self {
        if text.len() > LONGEST_VALUE { BadValue::Long } else { BadValue::Json(text) }
    }

    /// Returns the value as JSON text, unless it is [`BadValue::Long`] or [`BadValue::Omitted`].
    #[must_use]
    pub fn as_json(&self) -> Option<String> {
        match self {
            BadValue::Text(text) => Some(go::json_string(text, go::Escapes::Standard)),
            BadValue::Float(value) => Some(go::json_float(*value)),
            BadValue::Json(text) => Some(text.clone()),
            BadValue::Long | BadValue::Omitted => None,
        }
    }
}

impl From<&str> for BadValue {
    fn from(text: &str) -> Self {
        BadValue::Text(text.to_owned())
    }
}

impl From<&String> for BadValue {
    fn from(text: &String) -> Self {
        BadValue::Text(text.clone())
    }
}

impl From<bool> for BadValue {
    fn from(value: bool) -> Self {
        BadValue::Json(value.to_string())
    }
}

impl From<i64> for BadValue {
    fn from(value: i64) -> Self {
        BadValue::Json(value.to_string())
    }
}

impl fmt::Display for BadValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadValue::Text(text) => f.write_str(&go::quote(text)),
            BadValue::Float(value) => f.write_str(&go::value_float(*value)),
            BadValue::Json(text) => f.write_str(text),
            BadValue::Long => f.write_str("…"),
            BadValue::Omitted => Ok(()),
        }
    }
}

impl FieldError {
    /// The message without the field path, as in the causes of a Status.
    #[must_use]
    pub fn body(&self) -> impl fmt::Display + '_ {
        Body(self)
    }
}

struct Body<'e>(&'e FieldError);

impl fmt::Display for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldError { kind, bad, detail, .. } = self.0;
        f.write_str(kind.words())?;
        if kind.shows_value() && *bad != BadValue::Omitted {
            write!(f, ": {bad}")?;
        }
        if detail.is_empty() { Ok(()) } else { write!(f, ": {detail}") }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.body())
    }
}

impl fmt::Display for ServerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerMessage::Plain(words) => f.write_str(words),
            ServerMessage::Error(error) => error.fmt(f),
        }
    }
}

impl From<FieldError> for ServerMessage {
    fn from(error: FieldError) -> Self {
        ServerMessage::Error(error)
    }
}

impl From<String> for ServerMessage {
    fn from(words: String) -> Self {
        ServerMessage::Plain(words)
    }
}

impl From<&str> for ServerMessage {
    fn from(words: &str) -> Self {
        ServerMessage::Plain(words.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{BadValue, ErrorType, FieldError, ServerMessage};

    #[test]
    fn errors_read_as_the_server_prints_them() {
        let error = |kind, bad: BadValue, detail: &str| {
            let detail = detail.to_owned();
            FieldError { kind, field: "spec.a".to_owned(), bad, detail, wording: None }.to_string()
        };
        assert_eq!(error(ErrorType::Required, "".into(), ""), "spec.a: Required value");
        assert_eq!(error(ErrorType::Invalid, "x\n".into(), "no"), "spec.a: Invalid value: \"x\\n\": no");
        assert_eq!(error(ErrorType::TooMany, 9.into(), "at most 8"), "spec.a: Too many: 9: at most 8");
        let large = BadValue::Float(1e8);
        assert_eq!(large.as_json().as_deref(), Some("100000000"));
        assert_eq!(error(ErrorType::Invalid, large, "no"), "spec.a: Invalid value: 1e+08: no");
        assert_eq!(error(ErrorType::Invalid, BadValue::Long, "no"), "spec.a: Invalid value: …: no");
        assert_eq!(error(ErrorType::Invalid, BadValue::Omitted, "no"), "spec.a: Invalid value: no");
        assert_eq!(ServerMessage::from("unrecognized").to_string(), "unrecognized");
    }
}
