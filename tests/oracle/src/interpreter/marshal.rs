//! Writes values as Go's `encoding/json` does, except for its escapes.

use crate::json::{Json, go_json_float};

/// The JSON of a value as `encoding/json` writes it: whole floats without a point, keys sorted.
pub(super) fn marshalled(value: &Json) -> String {
    match value {
        Json::Float(float) => go_json_float(*float),
        Json::Array(items) => {
            let items: Vec<_> = items.iter().map(marshalled).collect();
            format!("[{}]", items.join(","))
        }
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            let members: Vec<_> = members
                .into_iter()
                .map(|(key, value)| format!("{}:{}", Json::from(key.as_str()), marshalled(value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        value => value.to_string(),
    }
}
