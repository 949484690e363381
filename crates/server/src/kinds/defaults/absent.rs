//! Fields that Go treats as absent. In: an object and a field. Out: whether the field is absent, or the
//! object with a default for it.

use serde_json::{Map, Value, json};

type Object = Map<String, Value>;

/// Whether Go treats a field as absent: it is missing, null or an empty text.
pub(super) fn is_absent(value: Option<&Value>) -> bool {
    value.is_none_or(|value| value.is_null() || value == "")
}

/// Sets a field to a default if it is absent.
pub(super) fn set_absent(object: &mut Object, field: &str, default: Value) {
    if is_absent(object.get(field)) {
        object.insert(field.to_owned(), default);
    }
}

/// Whether Go treats a number as absent, which is no pointer: it is missing, null or zero.
pub(super) fn is_zero(value: Option<&Value>) -> bool {
    value.is_none_or(|value| value.is_null() || value == 0)
}

/// Sets a number that is no pointer to a default if it is absent.
pub(super) fn set_zero(object: &mut Object, field: &str, default: i32) {
    if is_zero(object.get(field)) {
        object.insert(field.to_owned(), json!(default));
    }
}

/// The text of a field; empty if the field is no text.
pub(super) fn text<'o>(object: &'o Object, field: &str) -> &'o str {
    object.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// The objects in a list.
pub(super) fn items<'o>(object: &'o mut Object, field: &str) -> impl Iterator<Item = &'o mut Object> {
    let list = object.get_mut(field).and_then(Value::as_array_mut);
    list.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// Whether a list has items.
pub(super) fn has_items(object: &Object, field: &str) -> bool {
    object.get(field).and_then(Value::as_array).is_some_and(|list| !list.is_empty())
}

/// Whether a map has members.
pub(super) fn has_members(object: &Object, field: &str) -> bool {
    object.get(field).and_then(Value::as_object).is_some_and(|map| !map.is_empty())
}
