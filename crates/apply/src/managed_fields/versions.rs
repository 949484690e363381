//! The versions of a kind: the caller implements their types, conversion and defaults.

use std::borrow::Cow;

use serde_json::Value;

use super::object;
use crate::merge::{ConvertError, Converter};
use crate::schema::{Schema, TypeRef};
use crate::typed::{Duplicates, Typed, ValidationErrors};

/// The types, the conversion and the defaults of a kind's versions.
///
/// [`SingleVersion`] is one for a kind with one version.
pub trait Versions {
    /// The type of a kind in a version; `None` if the version is not served.
    fn type_of(&self, api_version: &str, kind: &str) -> Option<(&Schema, TypeRef)>;

    /// An object in another version than its own.
    ///
    /// # Errors
    ///
    /// [`ConvertError::MissingVersion`] for a version that is not served: managers of it vanish.
    fn convert(&self, object: &Value, api_version: &str) -> Result<Value, ConvertError>;

    /// Sets defaults in an object that was made by apply, in the version of the request. Nothing, unless it
    /// is implemented.
    fn set_defaults(&self, _object: &mut Value) {}
}

/// One version, without defaults.
///
/// ```
/// use crdc_apply::{FieldManager, Schema, SingleVersion};
///
/// let versions = SingleVersion::new("example.io/v1", Schema::new(), Schema::DEDUCED);
/// let manager = FieldManager::new(&versions, "example.io/v1", "Site");
/// # let _ = manager;
/// ```
#[derive(Clone, Debug)]
pub struct SingleVersion {
    api_version: String,
    schema: Schema,
    type_ref: TypeRef,
}

impl SingleVersion {
    /// A version with the type of its objects.
    pub fn new(api_version: &str, schema: Schema, type_ref: TypeRef) -> Self {
        SingleVersion { api_version: api_version.to_owned(), schema, type_ref }
    }
}

impl Versions for SingleVersion {
    fn type_of(&self, api_version: &str, _kind: &str) -> Option<(&Schema, TypeRef)> {
        (api_version == self.api_version).then_some((&self.schema, self.type_ref))
    }

    fn convert(&self, _object: &Value, api_version: &str) -> Result<Value, ConvertError> {
        Err(ConvertError::MissingVersion(format!("there is no version {api_version}")))
    }
}

/// The reason why an object has no type.
pub(super) enum TypeProblem {
    NoType(String),
    Invalid(ValidationErrors),
}

impl std::fmt::Display for TypeProblem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TypeProblem::NoType(kind) => write!(formatter, "no corresponding type for {kind}"),
            TypeProblem::Invalid(errors) => errors.fmt(formatter),
        }
    }
}

/// An object with the type of its own version and kind.
pub(super) fn typed<'a>(
    versions: &'a dyn Versions,
    object: Cow<'a, Value>,
    duplicates: Duplicates,
) -> Result<Typed<'a>, TypeProblem> {
    let (api_version, kind) = (object::text(&object, "apiVersion"), object::text(&object, "kind"));
    let Some((schema, type_ref)) = versions.type_of(api_version, kind) else {
        return Err(TypeProblem::NoType(object::printed_kind(api_version, kind)));
    };
    Typed::new(object, schema, type_ref, duplicates).map_err(TypeProblem::Invalid)
}

/// [`Versions`] as a converter of typed objects.
// apimachinery: managedfields/internal/versionconverter.go
pub(super) struct ByVersions<'v>(pub(super) &'v dyn Versions);

impl Converter for ByVersions<'_> {
    fn convert<'a>(&'a self, object: &Typed<'a>, version: &str) -> Result<Typed<'a>, ConvertError> {
        if !object.value().is_object() {
            return Err(ConvertError::Failed(format!(
                "failed to convert value to unstructured for type {}",
                go_kind(object.value())
            )));
        }
        if object::text(object.value(), "apiVersion") == version {
            return Ok(object.clone());
        }
        let converted = self.0.convert(object.value(), version)?;
        typed(self.0, Cow::Owned(converted), Duplicates::Refused).map_err(|problem| match problem {
            TypeProblem::NoType(_) => ConvertError::MissingVersion(problem.to_string()),
            TypeProblem::Invalid(errors) => ConvertError::Failed(errors.to_string()),
        })
    }
}

fn go_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}
