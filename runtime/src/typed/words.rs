//! Errors in words: those of the JSON code (`error/text.rs`), which looks at the value as it would be written.

use alloc::string::String;

use super::path::Path;
use super::work::Found;
use super::{Key, Scalar, json};
use crate::error::{ErrorSource, ErrorType, FieldError, Message, Rule, union, worded};
use crate::json::escape;
use crate::tape::Keys;

/// An error of the value at `path`, whose JSON is `text`; empty where no word is about it.
pub(super) fn of_rule(path: &Path<'_>, rule: &Rule, source: ErrorSource, text: &str) -> Found {
    let keys = if source == ErrorSource::Schema { Keys::Dotted } else { Keys::Bracketed };
    // A status is validated on its own, and its place put before it (apiextensions-apiserver: customresource/status_strategy.go).
    let (name, prefix) = match path.begins() {
        "status" if source == ErrorSource::Schema => (path.below(keys), "status"),
        _ => (path.text(keys), ""),
    };
    let text = if text.is_empty() { "null" } else { text };
    let error = json::decoded(text, |tape| worded(tape, 0, rule, source, &name.as_str().into(), prefix));
    Found { error, chain: path.chain(), aside: false }
}

/// Null where the texts of an enum are due. What is published lists no null, which no enum accepts.
pub(super) fn of_null(path: &Path<'_>, texts: &[&str]) -> Found {
    let mut found = of_rule(path, &Rule::Enum(&[]), ErrorSource::Schema, "null");
    found.error.detail = union::unknown(texts).into();
    found
}

/// The keys that an item of a list map has, as an object.
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

/// An item of a list map whose keys another has already.
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
