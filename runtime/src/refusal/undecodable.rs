//! The reason why an object cannot be decoded, as data. The server's sentence is
//! [`Outcome::message`](crate::Outcome::message).

use alloc::string::String;

/// The reason why an object cannot be decoded: [`Outcome::undecodable`](crate::Outcome::undecodable).
///
/// ```
/// use crdc::{DecodeStage, Undecodable};
///
/// let undecodable = Undecodable::new(DecodeStage::Object, "json: cannot unmarshal number into …");
/// assert_eq!(undecodable.path, None);
/// ```
// apiserver: pkg/endpoints/handlers/rest.go transformDecodeError
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undecodable {
    /// The step that failed.
    pub stage: DecodeStage,
    /// The decoder's error, without the server's sentence about the object as a whole.
    pub error: String,
    /// The path of the value that the error is about, if it is about one: `metadata.labels[a]`.
    pub path: Option<String>,
}

/// A step of decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeStage {
    /// The text is not JSON, or has neither `apiVersion` nor `kind`: `the object provided is unrecognized`.
    TypeMeta,
    /// A value does not fit its Go type: `… cannot be handled as a …`.
    Object,
    /// Strict field validation refuses unknown or duplicate fields. The error is their list.
    Fields,
    /// The object has another API version than the request.
    ApiVersion,
}

impl Undecodable {
    /// Creates an error that is not about a particular value.
    pub fn new(stage: DecodeStage, error: impl Into<String>) -> Self {
        Undecodable { stage, error: error.into(), path: None }
    }
}

/// The reason why a request is refused with code 400.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BadRequest {
    /// The server's sentence.
    pub(crate) message: String,
    /// The reason, if the object cannot be decoded.
    pub(crate) undecodable: Option<Undecodable>,
}

impl BadRequest {
    /// Creates the refusal of an object that can be decoded.
    pub(crate) fn other(message: impl Into<String>) -> BadRequest {
        BadRequest { message: message.into(), undecodable: None }
    }

    /// Clears the message and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.message.clear();
        self.undecodable = None;
    }
}
