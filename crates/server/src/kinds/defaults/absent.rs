//! Fields that Go takes for absent. In: an object and a field. Out: whether it is one, or the object with it.

use serde_json::{Map, Value};

/// Whether a field is what Go takes for absent: missing, null or an empty text.
pub(super) fn is_absent(value: Option<&Value>) -> bool {
    value.is_none_or(|value| value.is_null() || value == "")
}

/// Sets a field that is absent.
pub(super) fn set_absent(object: &mut Map<String, Value>, field: &str, default: Value) {
    if is_absent(object.get(field)) {
        object.insert(field.to_owned(), default);
    }
}
