//! Errors of reading a value as a type. In: serde's error. Out: the same error with the path of the value.
//!
//! Easy to break: while a type is read, an error has the entry of the value; its path is known once
//! [`ReadError::located`] ran.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt::{self, Display};

use serde::de::{self, Expected, Unexpected};

use crate::field_path::FieldPath;

/// The error of a value that is not of the requested type.
///
/// `Display` writes the path and the reason: `spec.replicas: invalid type: string "3", expected u32`.
#[derive(Clone)]
pub struct ReadError(Box<Parts>);

#[derive(Clone)]
struct Parts {
    place: Option<u32>,
    path: FieldPath,
    message: String,
}

impl ReadError {
    /// The path of the value in the object; empty for the object itself.
    pub fn path(&self) -> &FieldPath {
        &self.0.path
    }

    /// The message, without the path.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    #[cold]
    pub(super) fn new(message: impl Into<String>) -> Self {
        ReadError(Box::new(Parts { place: None, path: FieldPath::default(), message: message.into() }))
    }

    /// The error of the value at an entry, unless it is one of a value in it.
    #[cold]
    pub(super) fn at(mut self, place: u32) -> Self {
        self.0.place.get_or_insert(place);
        self
    }

    /// The error with its path.
    #[cold]
    pub(super) fn located(mut self, path: impl FnOnce(u32) -> FieldPath) -> Self {
        if let Some(place) = self.0.place {
            self.0.path = path(place);
        }
        self
    }
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(f, "{}: ", self.0.path)?;
        }
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadError").field("path", &self.0.path).field("message", &self.0.message).finish()
    }
}

impl core::error::Error for ReadError {}

impl de::Error for ReadError {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        ReadError::new(message.to_string())
    }

    #[cold]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        ReadError::new(alloc::format!("invalid type: {}, expected {expected}", FoundJson(found)))
    }

    #[cold]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        ReadError::new(alloc::format!("invalid value: {}, expected {expected}", FoundJson(found)))
    }
}

/// The value that was found, in the words of JSON.
struct FoundJson<'u>(Unexpected<'u>);

impl Display for FoundJson<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Unexpected::Unit => f.write_str("null"),
            Unexpected::Float(value) => write!(f, "floating point `{value:?}`"),
            other => Display::fmt(&other, f),
        }
    }
}
