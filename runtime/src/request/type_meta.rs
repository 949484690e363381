//! Compares `apiVersion` and `kind` with those of the resource.
// apiextensions-apiserver: registry/customresource/validator.go ValidateTypeMeta

use alloc::format;
use alloc::string::String;

use super::Validation;
use crate::decode::field_numbers::root;
use crate::error::{ErrorSource, ErrorType, FieldError};
use crdc_object::json::escape;

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
            FieldError::new(
                ErrorType::Invalid,
                field,
                Some(bad_value),
                format!("must be {wanted}"),
                ErrorSource::TypeMeta,
            )
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
