//! Versions of an API: managers own fields of the version that they used last.

use std::fmt::{self, Display, Formatter};

use crate::typed::Typed;

/// The error of converting an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConvertError {
    /// The version is not served any more. Managers of such a version vanish; it is no error otherwise.
    MissingVersion(String),
    /// Another error.
    Failed(String),
}

impl Display for ConvertError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::MissingVersion(problem) | ConvertError::Failed(problem) => {
                formatter.write_str(problem)
            }
        }
    }
}

impl std::error::Error for ConvertError {}

/// Converts objects between versions.
pub trait Converter {
    /// The object in a version, as `apps/v1`; a cheap copy if it has that version.
    ///
    /// # Errors
    ///
    /// A version that is not served, or another reason.
    fn convert<'a>(&'a self, object: &Typed<'a>, version: &str) -> Result<Typed<'a>, ConvertError>;
}

/// A converter for APIs whose versions are equal: objects stay as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameVersion;

impl Converter for SameVersion {
    fn convert<'a>(&'a self, object: &Typed<'a>, _version: &str) -> Result<Typed<'a>, ConvertError> {
        Ok(object.clone())
    }
}
