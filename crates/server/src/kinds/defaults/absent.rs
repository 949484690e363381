//! Fields that Go treats as absent. In: an object and a field. Out: whether the field is absent, or the
//! object with a default for it.

use serde_json::{Map, Value};

/// Whether Go treats a field as absent: it is missing, null or an empty text.
pub(super) fn is_absent(value: Option<&Value>) -> bool {
    value.is_none_or(|value| value.is_null() || value == "")
}

/// Sets a field to a default if it is absent.
pub(super) fn set_absent(object: &mut Map<String, Value>, field: &str, default: Value) {
    if is_absent(object.get(field)) {
        object.insert(field.to_owned(), default);
    }
}
