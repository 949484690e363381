//! An answer of the server or of crdc in the record's format. If generated code gave no answer, `trouble` has
//! the reason and the other fields are ignored.

use crdc_conformance_runner::frame::{Object, Reply};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The answer to a request.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(crate) struct Answer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) trouble: Option<String>,
    #[serde(default)]
    pub(super) accepted: bool,
    #[serde(default)]
    pub(super) code: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    /// The object, or the string `same`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) object: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) errors: Vec<FieldError>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) strict: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) warnings: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) ratcheted: Vec<FieldError>,
    /// The cost of the CEL rules; the record omits a cost of zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) cel_cost: Option<u64>,
    /// Whether the file of the answer does not record dropped errors: no answer in it has `strict` or
    /// `ratcheted`.
    #[serde(skip)]
    pub(super) silent: bool,
}

/// One error of an answer.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct FieldError {
    pub(super) r#type: String,
    pub(super) field: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bad_value: Option<Box<RawValue>>,
    pub(super) detail: String,
    /// The step that found the error; empty if the record does not contain it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) source: String,
}

impl Answer {
    /// An answer that stands for a missing one, with the reason.
    pub(super) fn trouble(reason: impl Into<String>) -> Self {
        Self { trouble: Some(reason.into()), ..Self::default() }
    }

    /// Converts the reply of a chunk, the program of a crate of generated code.
    pub(super) fn from_reply(reply: &Reply) -> Self {
        let mut answer: Self = match serde_json::from_slice(&reply.answer) {
            Ok(answer) => answer,
            Err(error) => return Self::trouble(format!("the reply cannot be read: {error}")),
        };
        // The record does not repeat these among the warnings.
        answer.warnings.retain(|warning| !answer.strict.contains(warning));
        let object = match &reply.object {
            Object::Absent => return answer,
            Object::Same => Ok(r#""same""#.to_owned()),
            Object::Bytes(bytes) => one_line(bytes),
        };
        match object.and_then(|text| RawValue::from_string(text).map_err(|error| error.to_string())) {
            Ok(object) => answer.object = Some(object),
            Err(error) => answer.trouble = Some(format!("the object is not JSON: {error}")),
        }
        answer
    }
}

/// The bytes as one line: line breaks in JSON are only between tokens.
fn one_line(bytes: &[u8]) -> Result<String, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    Ok(text.replace(['\n', '\r'], " "))
}
