//! Reads the cells of a row from an object. What is absent is Go's zero value.
// kubernetes: pkg/printers/internalversion/printers.go; apimachinery: pkg/labels, pkg/apis/meta/v1/helpers.go
// FormatLabelSelector

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::apimachinery::clock::ServerClock;
use crate::apimachinery::duration;

pub(crate) struct Row<'o> {
    pub(crate) object: &'o Value,
    pub(crate) clock: &'o ServerClock,
}

impl<'o> Row<'o> {
    /// The value at a path, such as `/spec/replicas`.
    pub(crate) fn at(&self, path: &str) -> &'o Value {
        self.object.pointer(path).unwrap_or(&Value::Null)
    }

    pub(crate) fn text(&self, path: &str) -> &'o str {
        self.at(path).as_str().unwrap_or_default()
    }

    /// A text, or what stands for none.
    pub(crate) fn text_or(&self, path: &str, none: &'o str) -> &'o str {
        Some(self.text(path)).filter(|text| !text.is_empty()).unwrap_or(none)
    }

    pub(crate) fn int(&self, path: &str) -> i64 {
        self.at(path).as_i64().unwrap_or_default()
    }

    pub(crate) fn list(&self, path: &str) -> &'o [Value] {
        items(self.at(path))
    }

    /// The number of items or entries.
    pub(crate) fn count(&self, path: &str) -> usize {
        let value = self.at(path);
        value.as_object().map_or_else(|| items(value).len(), serde_json::Map::len)
    }

    pub(crate) fn metadata(&self, field: &str) -> &'o Value {
        &self.object["metadata"][field]
    }

    pub(crate) fn name(&self) -> Value {
        self.metadata("name").clone()
    }

    pub(crate) fn age(&self) -> Value {
        json!(self.since("/metadata/creationTimestamp"))
    }

    /// The age of the time at a path.
    pub(crate) fn since(&self, path: &str) -> String {
        duration::since(self.at(path), self.clock)
    }

    pub(crate) fn is_going(&self) -> bool {
        self.metadata("deletionTimestamp").is_string()
    }

    /// The names and the images of the containers of a pod's spec.
    pub(crate) fn containers(&self, spec: &str) -> [Value; 2] {
        let containers = self.list(&format!("{spec}/containers"));
        ["name", "image"].map(|field| {
            let texts: Vec<&str> = containers.iter().map(|container| text(&container[field])).collect();
            json!(texts.join(","))
        })
    }

    /// Labels as `a=b,c=d`.
    pub(crate) fn labels(&self, path: &str) -> Value {
        let labels = self.at(path).as_object();
        let texts: BTreeMap<&String, &str> =
            labels.into_iter().flatten().map(|(key, value)| (key, text(value))).collect();
        let texts: Vec<String> = texts.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        none_if_empty(&texts)
    }

    /// A label selector as clients write it.
    pub(crate) fn selector(&self, path: &str) -> Value {
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
    pub(crate) fn condition(&self, of_type: &str) -> Option<&'o str> {
        let found = self.list("/status/conditions").iter().find(|condition| condition["type"] == of_type)?;
        Some(text(&found["status"]))
    }
}

/// Items joined by commas, or what stands for none.
fn none_if_empty(items: &[String]) -> Value {
    if items.is_empty() { json!("<none>") } else { json!(items.join(",")) }
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub(crate) fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}
