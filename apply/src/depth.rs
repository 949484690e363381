//! How deep values may nest: the functions of this crate call themselves for each level.

use serde_json::Value;

/// Levels that are followed. serde_json itself reads 128 of them unless it is told otherwise.
pub const MAX_DEPTH: usize = 500;

/// Whether a value nests deeper than [`MAX_DEPTH`]. Does not call itself.
pub(crate) fn is_too_deep(value: &Value) -> bool {
    let mut open = vec![(value, 0)];
    while let Some((value, depth)) = open.pop() {
        if depth > MAX_DEPTH {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().filter(has_parts).map(|item| (item, depth + 1))),
            Value::Object(map) => open.extend(map.values().filter(has_parts).map(|item| (item, depth + 1))),
            _ => {}
        }
    }
    false
}

fn has_parts(value: &&Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}

pub(crate) fn too_deep() -> String {
    format!("the value nests deeper than {MAX_DEPTH} levels")
}
