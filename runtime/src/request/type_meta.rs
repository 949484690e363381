//! Compares `apiVersion` and `kind` with those of the resource.
// apiextensions-apiserver: registry/customresource/validator.go ValidateTypeMeta

use alloc::format;
use alloc::string::String;

use super::Validation;
use super::object::DecodedObject;
use crate::decode::meta::root;
use crate::definition::Definition;
use crate::error::{ErrorSource, ErrorType, FieldError};
use crate::json::escape;
use crate::tape::{ChildEntries, Entry, Kind, NO_FIELD, Tape};

/// Whether the decoded object is of this resource and version.
#[cold]
#[inline(never)]
pub(super) fn matches(definition: &Definition<'_>, object: &DecodedObject<'_, '_>) -> bool {
    let Some(members) = ChildEntries::of_object(&object.side.tape, 0) else { return false };
    let (mut version, mut kind) = (false, false);
    for (_, entry) in members {
        match (entry.field, entry.kind) {
            (root::API_VERSION | root::KIND, Kind::String) if entry.is_dead() => {}
            (root::API_VERSION, Kind::String) => {
                version = object.string(entry) == definition.api_version.as_bytes();
            }
            (root::KIND, Kind::String) => kind = object.string(entry) == definition.kind.as_bytes(),
            (root::API_VERSION | root::KIND, Kind::Null) => {}
            // The server refuses other values even if a duplicate follows.
            (root::API_VERSION | root::KIND, _) => return false,
            (NO_FIELD, _) if resembles_type_meta(object.tape(), entry) => return false,
            _ => {}
        }
    }
    version && kind
}

/// The server first reads these two fields case-insensitively, and refuses values that are not strings.
#[cold]
fn resembles_type_meta(tape: Tape<'_>, entry: &Entry) -> bool {
    let key = tape.raw_key(entry);
    key.eq_ignore_ascii_case(b"kind") || key.eq_ignore_ascii_case(b"apiVersion")
}

impl<'p> Validation<'_, 'p> {
    /// Adds the errors of an object of another kind. Its values are not validated.
    #[cold]
    pub(super) fn type_meta(&mut self) {
        let (definition, tape) = (self.definition, self.tape);
        let found = |field: u16| {
            let child = tape.children(0).find(|&child| tape.entry(child).field == field);
            child
                .map(|child| String::from_utf8_lossy(tape.string(&tape.entry(child))).into_owned())
                .unwrap_or_default()
        };
        let (kind, version) = (found(root::KIND), found(root::API_VERSION));
        let error = |field: &str, value: &str, wanted: &str| {
            let mut bad_value = String::new();
            escape::append_string(&mut bad_value, value);
            FieldError {
                error_type: ErrorType::Invalid,
                field: field.into(),
                bad_value: Some(bad_value),
                detail: format!("must be {wanted}").into(),
                source: ErrorSource::TypeMeta,
            }
        };
        let mut errors = alloc::vec::Vec::new();
        if kind != definition.kind {
            errors.push(error("kind", &kind, definition.kind));
        }
        if version != definition.api_version {
            errors.push(error("apiVersion", &version, definition.api_version));
        }
        self.findings.before.extend(errors);
    }
}
