//! Compares `apiVersion` and `kind` with those of the resource.
// apiextensions-apiserver: registry/customresource/validator.go ValidateTypeMeta

use alloc::format;
use alloc::string::String;

use super::Validation;
use super::object::DecodedObject;
use crate::compiled::Compiled;
use crate::decode::meta::root;
use crate::error::{ErrorSource, ErrorType, FieldError};
use crate::json::escape;
use crate::tape::{Entry, Kind, NO_FIELD, Tape};

/// Whether the decoded object is of this resource and version.
pub(super) fn matches(compiled: &Compiled<'_>, object: &DecodedObject<'_, '_>) -> bool {
    let (tape, side) = (object.tape(), &*object.side);
    let (mut version, mut kind) = (false, false);
    let end = side.tape.first().filter(|root| root.kind == Kind::Object).map_or(0, |root| root.next);
    let mut child = 1;
    while child < end
        && let Some(entry) = side.tape.get(child as usize)
    {
        child = if entry.is_container() { entry.next.max(child + 1) } else { child + 1 };
        let (found, wanted) = match entry.field {
            root::API_VERSION => (&mut version, compiled.api_version),
            root::KIND => (&mut kind, compiled.kind),
            NO_FIELD if resembles_type_meta(tape, entry) => return false,
            _ => continue,
        };
        match entry.kind {
            Kind::String if entry.is_dead() => {}
            Kind::String => *found = tape.string(entry) == wanted.as_bytes(),
            Kind::Null => {}
            // The server refuses other values even if a duplicate follows.
            _ => return false,
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
        let (compiled, tape) = (self.compiled, self.tapes.new);
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
        if kind != compiled.kind {
            errors.push(error("kind", &kind, compiled.kind));
        }
        if version != compiled.api_version {
            errors.push(error("apiVersion", &version, compiled.api_version));
        }
        self.findings.before.extend(errors);
    }
}
