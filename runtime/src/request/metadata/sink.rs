//! Collects errors of metadata.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{ErrorSource, ErrorType, FieldError, Message};
use crate::field_path::FieldPath;
use crdc_object::json::escape;
use crdc_object::names;

/// Collects errors below a path.
pub(super) struct Sink<'a> {
    /// Path of the value that is validated.
    pub(super) path: FieldPath,
    pub(super) source: ErrorSource,
    pub(super) errors: &'a mut Vec<FieldError>,
}

impl Sink<'_> {
    /// Adds an error below the path: `child` begins with a dot, or is empty.
    pub(super) fn add(
        &mut self,
        child: &str,
        error_type: ErrorType,
        bad_value: String,
        detail: impl Into<Message>,
    ) {
        let child = if self.path.is_empty() { child.strip_prefix('.').unwrap_or(child) } else { child };
        self.errors.push(FieldError::new(
            error_type,
            self.path.join(child),
            Some(bad_value),
            detail,
            self.source,
        ));
    }

    /// Adds an error for each reason why a string is invalid.
    pub(super) fn against(&mut self, child: &str, text: &[u8], reasons: names::Reasons) {
        for reason in reasons {
            self.add(child, ErrorType::Invalid, quoted(text), reason.into_owned());
        }
    }
}

/// A string as JSON.
pub(super) fn quoted(text: &[u8]) -> String {
    let mut out = String::new();
    escape::append_string(&mut out, &String::from_utf8_lossy(text));
    out
}

/// A sink for errors of the object's own metadata.
pub(super) fn own(errors: &mut Vec<FieldError>) -> Sink<'_> {
    Sink { path: "metadata".into(), source: ErrorSource::Metadata, errors }
}
