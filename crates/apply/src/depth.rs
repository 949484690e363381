//! The largest nesting depth of values. The functions of this crate recurse once for each level.

use serde_json::Value;

/// The number of levels of an object that functions follow. serde_json reads 128 levels by default. In builds
/// without optimization, a thread needs a MiB of stack for them.
pub const MAX_DEPTH: usize = 200;

/// Whether a value nests too deep.
pub(crate) fn is_too_deep(value: &Value) -> bool {
    is_deeper(vec![(value, 0)], MAX_DEPTH)
}

/// Whether an object nests too deep beside its managedFields, or these do, which have levels of their own.
pub(crate) fn is_object_too_deep(object: &Value) -> bool {
    let fields = object.as_object().into_iter().flatten();
    let (meta, others): (Vec<_>, Vec<_>) =
        fields.partition(|(name, value)| *name == "metadata" && value.is_object());
    let meta = meta.into_iter().filter_map(|(_, meta)| meta.as_object()).flatten();
    let (entries, meta): (Vec<_>, Vec<_>) = meta.partition(|(name, _)| *name == "managedFields");
    let others = others.into_iter().map(|(_, value)| (value, 1));
    let entries = entries.into_iter().map(|(_, value)| (value, 0)).collect();
    // A list, an entry, its fields.
    is_deeper(others.chain(meta.into_iter().map(|(_, value)| (value, 2))).collect(), MAX_DEPTH)
        || is_deeper(entries, FIELDS_DEPTH + 2)
}

/// Whether a set of fields nests too deep.
pub(crate) fn are_fields_too_deep(fields: &Value) -> bool {
    is_deeper(vec![(fields, 0)], FIELDS_DEPTH)
}

/// The fields of an object have a level more than it for a leaf, and one for a dot.
const FIELDS_DEPTH: usize = MAX_DEPTH + 2;

/// Whether one of the open values is deeper than the limit. This function is not recursive.
fn is_deeper(mut open: Vec<(&Value, usize)>, limit: usize) -> bool {
    while let Some((value, depth)) = open.pop() {
        let has_parts = matches!(value, Value::Array(_) | Value::Object(_));
        if has_parts && depth > limit {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(map) => open.extend(map.values().map(|item| (item, depth + 1))),
            _ => {}
        }
    }
    false
}

pub(crate) fn too_deep() -> String {
    format!("the value nests deeper than {MAX_DEPTH} levels")
}
