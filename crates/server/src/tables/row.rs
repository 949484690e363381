//! Reads the cells of a row from an object. What is absent is Go's zero value.
// kubernetes: pkg/printers/internalversion/printers.go; apimachinery: pkg/labels, pkg/apis/meta/v1/helpers.go
// FormatLabelSelector

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::age;
use crate::clock::ServerClock;

pub(super) struct Row<'o> {
    pub(super) object: &'o Value,
    pub(super) clock: &'o ServerClock,
}

impl<'o> Row<'o> {
    /// The value at a path, such as `/spec/replicas`.
    pub(super) fn at(&self, path: &str) -> &'o Value {
        self.object.pointer(path).unwrap_or(&Value::Null)
    }

    pub(super) fn text(&self, path: &str) -> &'o str {
        self.at(path).as_str().unwrap_or_default()
    }

    /// A text, or what stands for none.
    pub(super) fn text_or(&self, path: &str, none: &'o str) -> &'o str {
        Some(self.text(path)).filter(|text| !text.is_empty()).unwrap_or(none)
    }

    pub(super) fn int(&self, path: &str) -> i64 {
        self.at(path).as_i64().unwrap_or_default()
    }

    pub(super) fn list(&self, path: &str) -> &'o [Value] {
        items(self.at(path))
    }

    /// The number of items or entries.
    pub(super) fn count(&self, path: &str) -> usize {
        let value = self.at(path);
        value.as_object().map_or_else(|| items(value).len(), serde_json::Map::len)
    }

    pub(super) fn metadata(&self, field: &str) -> &'o Value {
        &self.object["metadata"][field]
    }

    pub(super) fn name(&self) -> Value {
        self.metadata("name").clone()
    }

    pub(super) fn age(&self) -> Value {
        json!(self.since("/metadata/creationTimestamp"))
    }

    /// The age of the time at a path.
    pub(super) fn since(&self, path: &str) -> String {
        age::since(self.at(path), self.clock)
    }

    pub(super) fn is_going(&self) -> bool {
        self.metadata("deletionTimestamp").is_string()
    }

    /// The names and the images of the containers of a pod's spec.
    pub(super) fn containers(&self, spec: &str) -> [Value; 2] {
        let containers = self.list(&format!("{spec}/containers"));
        ["name", "image"].map(|field| {
            let texts: Vec<&str> = containers.iter().map(|container| text(&container[field])).collect();
            json!(texts.join(","))
        })
    }

    /// Labels as `a=b,c=d`.
    pub(super) fn labels(&self, path: &str) -> Value {
        let labels = self.at(path).as_object();
        let texts: BTreeMap<&String, &str> =
            labels.into_iter().flatten().map(|(key, value)| (key, text(value))).collect();
        let texts: Vec<String> = texts.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        none_if_empty(&texts)
    }

    /// A label selector as clients write it.
    pub(super) fn selector(&self, path: &str) -> Value {
        let mut parts: Vec<(&str, String)> = Vec::new();
        for (key, value) in self.at(&format!("{path}/matchLabels")).as_object().into_iter().flatten() {
            parts.push((key, format!("{key}={}", text(value))));
        }
        for requirement in self.list(&format!("{path}/matchExpressions")) {
            let key = text(&requirement["key"]);
            let mut values: Vec<&str> = items(&requirement["values"]).iter().map(text).collect();
            values.sort_unstable();
            let values = values.join(",");
            parts.push((
                key,
                match text(&requirement["operator"]) {
                    "In" => format!("{key} in ({values})"),
                    "NotIn" => format!("{key} notin ({values})"),
                    "DoesNotExist" => format!("!{key}"),
                    _ => key.to_owned(),
                },
            ));
        }
        parts.sort_by_key(|(key, _)| *key);
        none_if_empty(&parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>())
    }

    /// The status of a condition.
    pub(super) fn condition(&self, of_type: &str) -> Option<&'o str> {
        let found = self.list("/status/conditions").iter().find(|condition| condition["type"] == of_type)?;
        Some(text(&found["status"]))
    }
}

/// Items joined by commas, or what stands for none.
fn none_if_empty(items: &[String]) -> Value {
    if items.is_empty() { json!("<none>") } else { json!(items.join(",")) }
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub(super) fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}
