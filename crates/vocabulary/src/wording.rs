//! Messages that servers of different versions word differently: details of errors, and warnings. The
//! compiler and the runtime identify a message by this type, so that other code need not parse its text.
//
// apimachinery: pkg/util/validation/field/errors.go, pkg/api/validation/objectmeta.go;
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go; each at the tags v0.29 to v0.37

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use crate::error_type::ErrorType;
use crate::go;
use crate::minor::Minor;

/// A detail or a warning that not all servers word in the same way. Its `Display` is that of
/// [`Minor::NEWEST`].
///
/// ```
/// use crdc_vocabulary::{Minor, Wording};
///
/// let limit = Wording::MaxBytes(5);
/// assert_eq!(limit.to_string(), "may not be more than 5 bytes");
/// assert_eq!(limit.of(Minor(31)), "may not be longer than 5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wording {
    /// A string is longer than its schema allows; negative limits are not shown.
    MaxBytes(i64),
    /// A part of the metadata is longer than this.
    MaxMetadataBytes(usize),
    /// A list or an object has more members than its schema allows; negative limits are not shown.
    MaxItems(i64),
    /// A version of a definition has no schema.
    NoSchema,
    /// The service of a webhook has no name.
    NoServiceName,
    /// The service of a webhook has no namespace.
    NoServiceNamespace,
    /// Selectable fields of a version without a schema.
    FieldsWithoutSchema,
    /// Selectable fields of all versions, without a schema of all versions.
    FieldsWithoutValidation,
    /// A part of a rule is blank.
    RuleBlank(RulePart),
    /// A part of a rule has a line break.
    RuleLineBreak(RulePart),
    /// The `fieldPath` of a rule names no field.
    RulePath,
    /// A version was removed, but objects may be stored in it.
    StoredVersion {
        /// The name.
        name: String,
    },
    /// A field of an owner reference is empty.
    OwnerField {
        /// The name of the field.
        field: &'static str,
    },
    /// An Event is an owner.
    EventOwner,
    /// The operation of a managed field is invalid.
    Operation {
        /// Whether the operation is empty.
        is_empty: bool,
    },
    /// The name of a finalizer may conflict with that of another controller.
    Finalizer {
        /// The name.
        name: String,
    },
}

/// A part of a rule with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulePart {
    /// `message`
    Message,
    /// `fieldPath`
    FieldPath,
}

impl RulePart {
    /// The name of the field.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RulePart::Message => "message",
            RulePart::FieldPath => "fieldPath",
        }
    }
}

impl Wording {
    /// The message of a server version.
    #[must_use]
    pub fn of(&self, server: Minor) -> String {
        let plural = server < Minor::JSON_VALUES;
        // Names of fields were repeated in the details of their errors.
        let named = |name: &str, words: &str| match server < Minor::JSON_VALUES {
            true => format!("{name} {words}"),
            false => words.into(),
        };
        let required = |words: &str| if server < Minor::JSON_VALUES { words.into() } else { String::new() };
        match self {
            Wording::MaxBytes(..0) => "value is too long".into(),
            Wording::MaxBytes(limit) if server < Minor::BYTES => format!("may not be longer than {limit}"),
            Wording::MaxBytes(limit) => format!("may not be more than {}", counted(*limit, "byte", plural)),
            Wording::MaxMetadataBytes(limit) if server < Minor::BYTES => {
                format!("must have at most {limit} bytes")
            }
            Wording::MaxMetadataBytes(limit) => format!("may not be more than {limit} bytes"),
            Wording::MaxItems(..0) => "has too many items".into(),
            Wording::MaxItems(limit) => format!("must have at most {}", counted(*limit, "item", plural)),
            Wording::NoSchema => required("schemas are required"),
            Wording::NoServiceName => required("service name is required"),
            Wording::NoServiceNamespace => required("service namespace is required"),
            Wording::FieldsWithoutSchema => match server < Minor::JSON_VALUES {
                true => {
                    "selectableFields may only be set when version.schema.openAPIV3Schema is not included"
                        .into()
                }
                false => "may only be set when `version.schema.openAPIV3Schema` is not included".into(),
            },
            Wording::FieldsWithoutValidation => {
                named("selectableFields", "may only be set when validations.schema is included")
            }
            Wording::RuleBlank(part) => named(part.name(), "must be non-empty if specified"),
            Wording::RuleLineBreak(part) => named(part.name(), "must not contain line breaks"),
            Wording::RulePath => named(RulePart::FieldPath.name(), "must be a valid path"),
            Wording::StoredVersion { .. } if server < Minor::STORED_VERSIONS => {
                "must appear in spec.versions".into()
            }
            Wording::StoredVersion { name } => format!(
                "missing from spec.versions; {name} was previously a storage version, and must remain in \
                 spec.versions until a storage migration ensures no data remains persisted in {name} and \
                 removes {name} from status.storedVersions"
            ),
            Wording::OwnerField { field } => named(field, "must not be empty"),
            Wording::EventOwner => "/v1, Kind=Event is disallowed from being an owner".into(),
            Wording::Operation { is_empty } if server >= Minor::MANAGED_OPERATIONS => match is_empty {
                true => "must not be empty".into(),
                false => "supported values: \"Apply\", \"Update\"".into(),
            },
            Wording::Operation { .. } => "must be `Apply` or `Update`".into(),
            Wording::Finalizer { name } => {
                let has_path = name.contains('.') && server >= Minor::BYTES;
                let path = if has_path { " including a path (/)" } else { "" };
                let name = go::quote(name);
                format!(
                    "metadata.finalizers: {name}: prefer a domain-qualified finalizer name{path} to avoid \
                     accidental conflicts with other finalizer writers"
                )
            }
        }
    }

    /// The type of the error, if it differs between a server version and [`Minor::NEWEST`].
    #[must_use]
    pub fn error_type(&self, server: Minor) -> Option<ErrorType> {
        match self {
            Wording::Operation { is_empty } if server >= Minor::MANAGED_OPERATIONS => {
                Some(if *is_empty { ErrorType::Required } else { ErrorType::NotSupported })
            }
            _ => None,
        }
    }
}

/// A number of units. Servers before 1.34 had only plurals.
fn counted(number: i64, unit: &str, plural: bool) -> String {
    let ending = if number == 1 && !plural { "" } else { "s" };
    format!("{number} {unit}{ending}")
}

impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of(Minor::NEWEST))
    }
}

impl From<Wording> for String {
    fn from(wording: Wording) -> String {
        wording.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{RulePart, Wording};
    use crate::{ErrorType, Minor};
    use alloc::string::ToString;

    #[test]
    fn each_version_has_its_words() {
        for (wording, server, words) in [
            (Wording::MaxBytes(1), 31, "may not be longer than 1"),
            (Wording::MaxBytes(1), 32, "may not be more than 1 bytes"),
            (Wording::MaxBytes(1), 34, "may not be more than 1 byte"),
            (Wording::MaxBytes(2), 36, "may not be more than 2 bytes"),
            (Wording::MaxBytes(-1), 29, "value is too long"),
            (Wording::MaxMetadataBytes(128), 31, "must have at most 128 bytes"),
            (Wording::MaxMetadataBytes(128), 32, "may not be more than 128 bytes"),
            (Wording::MaxItems(1), 33, "must have at most 1 items"),
            (Wording::MaxItems(1), 34, "must have at most 1 item"),
            (Wording::MaxItems(-1), 29, "has too many items"),
            (Wording::NoSchema, 33, "schemas are required"),
            (Wording::NoSchema, 34, ""),
            (Wording::NoServiceName, 33, "service name is required"),
            (Wording::NoServiceNamespace, 33, "service namespace is required"),
            (
                Wording::FieldsWithoutSchema,
                33,
                "selectableFields may only be set when version.schema.openAPIV3Schema is not included",
            ),
            (
                Wording::FieldsWithoutSchema,
                34,
                "may only be set when `version.schema.openAPIV3Schema` is not included",
            ),
            (
                Wording::FieldsWithoutValidation,
                33,
                "selectableFields may only be set when validations.schema is included",
            ),
            (Wording::RuleBlank(RulePart::Message), 33, "message must be non-empty if specified"),
            (Wording::RuleBlank(RulePart::FieldPath), 34, "must be non-empty if specified"),
            (Wording::RuleLineBreak(RulePart::FieldPath), 33, "fieldPath must not contain line breaks"),
            (Wording::RulePath, 33, "fieldPath must be a valid path"),
            (Wording::StoredVersion { name: "v1".into() }, 32, "must appear in spec.versions"),
            (Wording::OwnerField { field: "uid" }, 33, "uid must not be empty"),
            (Wording::OwnerField { field: "uid" }, 34, "must not be empty"),
            (Wording::Operation { is_empty: true }, 36, "must be `Apply` or `Update`"),
            (Wording::Operation { is_empty: true }, 37, "must not be empty"),
            (Wording::Operation { is_empty: false }, 37, "supported values: \"Apply\", \"Update\""),
            (
                Wording::Finalizer { name: "a.b".into() },
                31,
                "metadata.finalizers: \"a.b\": prefer a domain-qualified finalizer name to avoid accidental \
                 conflicts with other finalizer writers",
            ),
            (
                Wording::Finalizer { name: "a.b".into() },
                32,
                "metadata.finalizers: \"a.b\": prefer a domain-qualified finalizer name including a path (/) to \
                 avoid accidental conflicts with other finalizer writers",
            ),
        ] {
            assert_eq!(wording.of(Minor(server)), words, "{wording:?} {server}");
        }
    }

    #[test]
    fn an_operation_is_an_error_of_another_type_since_1_37() {
        let operation = |is_empty| Wording::Operation { is_empty };
        assert_eq!(operation(true).error_type(Minor(36)), None);
        assert_eq!(operation(true).error_type(Minor(37)), Some(ErrorType::Required));
        assert_eq!(operation(false).error_type(Minor(37)), Some(ErrorType::NotSupported));
        assert_eq!(Wording::EventOwner.to_string(), "/v1, Kind=Event is disallowed from being an owner");
    }
}
