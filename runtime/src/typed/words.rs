//! Error messages: those of the JSON code (`error/text.rs`), for the serialized value.

use alloc::string::String;

use super::json;
use super::key::Key;
use super::path::Path;
use super::scalar::Scalar;
use super::work::Found;
use crate::error::{ErrorSource, ErrorType, FieldError, Message, Rule, Texts, Violation, union, worded};
use crate::path::Keys;
use crdc_object::json::escape;

/// An error of the value at `path` with the JSON `text`, which is empty if the message does not show it.
pub(super) fn of_rule(path: &Path<'_>, rule: &Rule<'_>, source: ErrorSource, text: &str) -> Found {
    let keys = if source == ErrorSource::Schema { Keys::Dotted } else { Keys::Bracketed };
    // A status is validated separately, and its path is prefixed (apiextensions-apiserver:
    // customresource/status_strategy.go).
    let (name, prefix) = match path.begins() {
        "status" if source == ErrorSource::Schema => (path.below(keys), "status"),
        _ => (path.text(keys), ""),
    };
    let text = if text.is_empty() { "null" } else { text };
    let error = json::decoded(text, |tape| {
        worded(tape, &Violation::new(source, 0, rule), &name.as_str().into(), prefix, &mut Texts::default())
    });
    Found { error, chain: path.chain(), aside: false }
}

/// An error for null instead of a string of an enum. Published enums do not list null, which none accepts.
pub(super) fn of_null(path: &Path<'_>, texts: &[&str]) -> Found {
    let mut found = of_rule(path, &Rule::Enum(&[]), ErrorSource::Schema, "null");
    found.error.detail = union::unknown(texts).into();
    found
}

/// The keys of an item of a list map, as an object.
pub(super) fn keys<'k>(keys: impl Iterator<Item = (&'static Key, Scalar<'k>)>) -> String {
    let mut value = String::from("{");
    for (key, scalar) in keys.filter(|(_, scalar)| !matches!(scalar, Scalar::Absent)) {
        if value.len() > 1 {
            value.push(',');
        }
        escape::append_string(&mut value, key.name);
        value.push(':');
        value.push_str(&scalar.to_json());
    }
    value.push('}');
    value
}

/// An error for an item of a list map with duplicate keys.
pub(super) fn of_keys<'k>(path: &Path<'_>, item: impl Iterator<Item = (&'static Key, Scalar<'k>)>) -> Found {
    let value = keys(item);
    let error = FieldError {
        error_type: ErrorType::Duplicate,
        field: path.text(Keys::Bracketed).into(),
        bad_value: Some(value),
        detail: Message::default(),
        source: ErrorSource::ListType,
    };
    Found { error, chain: path.chain(), aside: false }
}
