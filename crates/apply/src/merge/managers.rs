//! The fields that managers own.

use std::collections::BTreeMap;

use crate::fields::FieldSet;

/// The fields of one manager, in one version of the API.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionedSet {
    /// The fields.
    pub fields: FieldSet,
    /// The API version, such as `apps/v1`.
    pub api_version: String,
    /// Whether the fields were applied last, or updated.
    pub applied: bool,
}

impl VersionedSet {
    /// A set with other fields in the same API version.
    pub(crate) fn with_fields(&self, fields: FieldSet) -> Self {
        VersionedSet { fields, ..self.clone() }
    }
}

/// The fields of all managers by name.
pub type Managers = BTreeMap<String, VersionedSet>;
