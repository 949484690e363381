//! One error of an object, with the server's message.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;

use super::Message;
use crate::field_path::FieldPath;
use crdc_object::json::go::{self, tree::Tree};
use crdc_vocabulary::{ErrorType, Expected};

impl FieldError {
    /// The note that CEL rules were not evaluated because of other errors.
    // apiextensions-apiserver: registry/customresource/strategy.go hasBlockingErr
    pub(crate) fn rules_not_checked() -> FieldError {
        let detail = "some validation rules were not checked because the object was invalid; correct the existing \
                      errors to complete validation";
        let bad_value = Some("null".into());
        FieldError::new(ErrorType::Invalid, "<nil>", bad_value, detail, ErrorSource::Blocked)
    }
}

/// The step that found an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorSource {
    /// `apiVersion` and `kind`.
    TypeMeta,
    /// `metadata` of the object itself.
    Metadata,
    /// The schema's value validations.
    Schema,
    /// The scale subresource's paths.
    Scale,
    /// `metadata` of embedded objects.
    ObjectMeta,
    /// List sets and list maps.
    ListType,
    /// CEL rules.
    Cel,
    /// The note that CEL rules were not evaluated.
    Blocked,
    /// Immutable fields.
    Immutable,
    /// Unions.
    Union,
}

impl ErrorSource {
    /// A short name: `schema`, `typemeta`, ….
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorSource::TypeMeta => "typemeta",
            ErrorSource::Metadata => "metadata",
            ErrorSource::Schema => "schema",
            ErrorSource::Scale => "scale",
            ErrorSource::ObjectMeta => "objectmeta",
            ErrorSource::ListType => "listtype",
            ErrorSource::Cel => "cel",
            ErrorSource::Blocked => "blocked",
            ErrorSource::Immutable => "immutable",
            ErrorSource::Union => "union",
        }
    }
}

/// One error of an outcome.
///
/// Its `Display` is the line that the server prints:
///
/// ```
/// use crdc::{ErrorSource, ErrorType, FieldError};
/// let error = FieldError::new(
///     ErrorType::Invalid,
///     "spec.replicas",
///     Some("7".into()),
///     "spec.replicas in body should be less than or equal to 5",
///     ErrorSource::Schema,
/// );
/// assert_eq!(
///     error.to_string(),
///     "spec.replicas: Invalid value: 7: spec.replicas in body should be less than or equal to 5",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldError {
    /// The type of the error.
    pub error_type: ErrorType,
    /// The path in the server's notation; `<nil>` if the server names no field.
    pub field: FieldPath,
    /// The invalid value as JSON text, if the server keeps one.
    pub bad_value: Option<String>,
    /// The detail of the message; may be empty.
    pub detail: Message,
    /// The step that found it.
    pub source: ErrorSource,
    /// The path of the value if the server names no field, as for `oneOf`; otherwise `None`, and `field` is
    /// the path.
    pub value_path: Option<FieldPath>,
    /// The keyword of the schema that the value breaks, such as `maximum`; `None` for errors of other steps,
    /// and for numbers that their format cannot hold.
    pub keyword: Option<&'static str>,
    /// The members of a union that the error is about: those that `detail` lists, or the one at `field`.
    pub members: Box<[String]>,
    /// The type or the values that the schema allows, for errors of `type`, of `enum`, and of the values of a
    /// discriminator; `None` for other errors. The errors of one constraint share them.
    pub expected: Option<Arc<Expected>>,
}

impl FieldError {
    /// Creates an error of the value at a field.
    pub fn new(
        error_type: ErrorType,
        field: impl Into<FieldPath>,
        bad_value: Option<String>,
        detail: impl Into<Message>,
        source: ErrorSource,
    ) -> FieldError {
        let (field, detail) = (field.into(), detail.into());
        FieldError {
            error_type,
            field,
            bad_value,
            detail,
            source,
            value_path: None,
            keyword: None,
            members: Box::default(),
            expected: None,
        }
    }

    /// The message without the field path, as in the causes of a Status.
    pub fn body(&self) -> impl fmt::Display + '_ {
        Body(self)
    }

    /// Whether the bad value is a struct on the server or a list of structs, whose text has their order.
    /// Other objects are maps there.
    fn has_structs(&self) -> bool {
        matches!(self.source, ErrorSource::Metadata | ErrorSource::ObjectMeta)
            && self.field.pieces().last().is_some_and(|last| last.ends_with("ownerReferences"))
    }
}

struct Body<'e>(&'e FieldError);

// apimachinery: util/validation/field/errors.go ErrorBody
impl fmt::Display for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = self.0;
        f.write_str(error.error_type.words())?;
        if let (true, Some(value)) = (error.error_type.shows_value(), &error.bad_value) {
            // Go quotes strings in another way than JSON, and writes large floats with an exponent.
            match Tree::parse(value.as_bytes()) {
                Ok(Tree::String(ref text)) => write!(f, ": {}", go::quote(text))?,
                Ok(ref float @ Tree::Float(_)) => write!(f, ": {}", float.go_value())?,
                Ok(ref value @ (Tree::Array(_) | Tree::Object(_))) if error.has_structs() => {
                    write!(f, ": {}", value.to_json_of_structs())?;
                }
                // As `json.Marshal` writes it, whatever the spaces and the order in the object.
                Ok(ref value @ (Tree::Array(_) | Tree::Object(_))) => write!(f, ": {}", value.to_json())?,
                _ => write!(f, ": {value}")?,
            }
        }
        if !error.detail.is_empty() {
            write!(f, ": {}", error.detail)?;
        }
        Ok(())
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.body())
    }
}

impl core::error::Error for FieldError {}

/// An error whose path is not complete yet.
pub(crate) struct ErrorParts {
    pub(crate) error_type: ErrorType,
    /// The path in the message.
    pub(crate) name: FieldPath,
    /// Whether the server names no field.
    pub(crate) nowhere: bool,
    pub(crate) bad_value: Option<String>,
    pub(crate) detail: Message,
    /// The members of a union that it is about.
    pub(crate) members: Box<[String]>,
    pub(crate) expected: Option<Arc<Expected>>,
}
