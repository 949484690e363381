//! Values of a patch that replace what is there. In: a value with directives. Out: the value without them.
// apimachinery: pkg/util/strategicpatch/patch.go

use serde_json::{Map, Value};

/// The field that says what a patch does with a struct: `merge`, `replace` or `delete`.
pub(super) const DIRECTIVE: &str = "$patch";

/// The fields of a patch that replaces a struct.
pub(super) fn replacing(patch: &Map<String, Value>) -> Map<String, Value> {
    let kept = patch.iter().filter(|(name, value)| !name.starts_with('$') && !value.is_null());
    kept.filter_map(|(name, value)| Some((name.clone(), without_directives(value)?))).collect()
}

/// A new value of a patch without nulls and without structs that have a directive; `None` if it has one
/// itself.
// removeDirectives, discardNullValuesFromPatch
pub(super) fn without_directives(new: &Value) -> Option<Value> {
    match new {
        Value::Object(members) if members.contains_key(DIRECTIVE) => None,
        Value::Object(members) => Some(Value::Object(replacing(members))),
        Value::Array(items) => Some(items.iter().filter_map(without_directives).collect()),
        other => Some(other.clone()),
    }
}
