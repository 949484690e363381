//! What an API server says of a problem: plain words, or an error with its type, its field,
//! the value that is wrong and a detail. One line each, printed as the server prints it.
//
// apimachinery: pkg/util/validation/field/errors.go

use crdc_vocabulary::go;
use std::fmt;

/// One thing that the server says.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerMessage {
    /// Words without a field path: of the decoder, or a warning.
    Plain(String),
    /// An error of validation.
    Error(FieldError),
}

/// An error of validation, in the server's terms.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldError {
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// Where, as the server spells it.
    pub field: String,
    /// The value that is wrong.
    pub bad: BadValue,
    /// What is wrong with it; may be empty.
    pub detail: String,
}

/// The kinds of errors that the server tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Something is missing.
    Required,
    /// Something must not be there.
    Forbidden,
    /// A value is wrong.
    Invalid,
    /// A value is of another type than its schema says.
    TypeInvalid,
    /// A value is none of a few.
    NotSupported,
    /// A value stands there already.
    Duplicate,
    /// A text is too long.
    TooLong,
    /// There are too many items.
    TooMany,
}

/// The value that an error is about.
#[derive(Clone, Debug, PartialEq)]
pub enum BadValue {
    /// A string of Go.
    Text(String),
    /// A floating-point number of Go.
    Float(f64),
    /// Anything else, as JSON.
    Json(String),
    /// It is too long to be repeated, or the server's internal form of a whole schema.
    Long,
}

/// Values longer than this, in bytes of JSON, are not kept.
const LONGEST: usize = 2000;

impl ErrorKind {
    /// The name that `causes` of a `Status` have: `FieldValueInvalid`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Required => "FieldValueRequired",
            ErrorKind::Forbidden => "FieldValueForbidden",
            ErrorKind::Invalid => "FieldValueInvalid",
            ErrorKind::TypeInvalid => "FieldValueTypeInvalid",
            ErrorKind::NotSupported => "FieldValueNotSupported",
            ErrorKind::Duplicate => "FieldValueDuplicate",
            ErrorKind::TooLong => "FieldValueTooLong",
            ErrorKind::TooMany => "FieldValueTooMany",
        }
    }

    /// What a message begins with, behind the field; and whether the value follows.
    fn words(self) -> (&'static str, bool) {
        match self {
            ErrorKind::Required => ("Required value", false),
            ErrorKind::Forbidden => ("Forbidden", false),
            ErrorKind::Invalid | ErrorKind::TypeInvalid => ("Invalid value", true),
            ErrorKind::NotSupported => ("Unsupported value", true),
            ErrorKind::Duplicate => ("Duplicate value", true),
            ErrorKind::TooLong => ("Too long", false),
            ErrorKind::TooMany => ("Too many", true),
        }
    }
}

impl BadValue {
    /// A value as JSON text, unless it is long.
    #[must_use]
    pub fn json(text: String) -> Self {
        if text.len() > LONGEST { BadValue::Long } else { BadValue::Json(text) }
    }

    /// The value as JSON text, where it is kept.
    #[must_use]
    pub fn as_json(&self) -> Option<String> {
        match self {
            BadValue::Text(text) => Some(super::json_string::text(text)),
            BadValue::Float(value) => Some(go::json_float(*value)),
            BadValue::Json(text) => Some(text.clone()),
            BadValue::Long => None,
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
        }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, with_value) = self.kind.words();
        write!(f, "{}: {words}", self.field)?;
        if with_value {
            write!(f, ": {}", self.bad)?;
        }
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
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
    use super::{BadValue, ErrorKind, FieldError, ServerMessage};

    #[test]
    fn errors_read_as_the_server_prints_them() {
        let error = |kind, bad: BadValue, detail: &str| {
            let detail = detail.to_owned();
            FieldError { kind, field: "spec.a".to_owned(), bad, detail }.to_string()
        };
        assert_eq!(error(ErrorKind::Required, "".into(), ""), "spec.a: Required value");
        assert_eq!(error(ErrorKind::Invalid, "x\n".into(), "no"), "spec.a: Invalid value: \"x\\n\": no");
        assert_eq!(error(ErrorKind::TooMany, 9.into(), "at most 8"), "spec.a: Too many: 9: at most 8");
        let large = BadValue::Float(1e8);
        assert_eq!(large.as_json().as_deref(), Some("100000000"));
        assert_eq!(error(ErrorKind::Invalid, large, "no"), "spec.a: Invalid value: 1e+08: no");
        assert_eq!(error(ErrorKind::Invalid, BadValue::Long, "no"), "spec.a: Invalid value: …: no");
        assert_eq!(ServerMessage::from("unrecognized").to_string(), "unrecognized");
    }
}
