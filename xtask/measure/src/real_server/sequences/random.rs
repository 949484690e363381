//! Creates random values of a schema, most of them valid. In: a schema, random numbers. Out: JSON.
//!
//! Names and scalars are from small pools, so that managers often write the same fields and items.

use crdc_oracle::random::rng::Rng;
use serde_json::{Map, Value, json};

const TEXTS: [&str; 4] = ["a", "b", "c", "TCP"];
const KINDS: [&str; 2] = ["ConfigMap", "Widget"];

/// Creates values.
pub(super) struct Values<'r> {
    pub(super) rng: &'r mut Rng,
    /// The number of wrong values in a thousand.
    pub(super) wrong: usize,
}

impl Values<'_> {
    /// An object of a kind, with its spec or its status.
    pub(super) fn object(&mut self, kind: &Kind<'_>, name: &str, part: &str) -> Value {
        let mut object =
            json!({"apiVersion": kind.api_version, "kind": kind.name, "metadata": {"name": name}});
        if self.rng.chance(25) {
            self.metadata(&mut object["metadata"]);
        }
        let properties = kind.schema["properties"].as_object().cloned().unwrap_or_default();
        let body = properties
            .iter()
            .filter(|(field, _)| !["spec", "status"].contains(&field.as_str()) || *field == part);
        for (field, schema) in body {
            if field == part || self.rng.chance(60) {
                object[field] = self.of(schema, 0);
            }
        }
        if kind.schema["x-kubernetes-preserve-unknown-fields"] == true && self.rng.chance(30) {
            object["free"] = self.anything(0);
        }
        if self.is_wrong() {
            self.spoil(&mut object);
        }
        object
    }

    fn metadata(&mut self, metadata: &mut Value) {
        match self.rng.below(6) {
            0 | 1 => metadata["labels"] = self.texts(),
            2 | 3 => metadata["annotations"] = self.texts(),
            4 => metadata["finalizers"] = json!([format!("example.com/{}", self.text())]),
            _ => {
                let owner = |name: &str| json!({"apiVersion": "v1", "kind": "ConfigMap", "name": name, "uid": format!("uid-{name}")});
                metadata["ownerReferences"] = json!([owner(self.text())]);
            }
        }
    }

    fn texts(&mut self) -> Value {
        let mut map = Map::new();
        for _ in 0..self.rng.below(3) {
            map.insert(self.text().to_owned(), json!(self.text()));
        }
        Value::Object(map)
    }

    fn text(&mut self) -> &'static str {
        TEXTS[self.rng.below(TEXTS.len())]
    }

    fn is_wrong(&mut self) -> bool {
        self.rng.below(1000) < self.wrong
    }

    /// A value of a schema.
    pub(super) fn of(&mut self, schema: &Value, depth: usize) -> Value {
        if self.is_wrong() {
            return self.anything(2);
        }
        if self.is_wrong() || schema["nullable"] == true && self.rng.chance(20) {
            return Value::Null;
        }
        if schema["x-kubernetes-int-or-string"] == true {
            return if self.rng.chance(50) { json!(self.rng.below(3)) } else { json!(self.text()) };
        }
        match schema["type"].as_str() {
            Some("object") => self.of_object(schema, depth),
            Some("array") => self.of_list(schema, depth),
            Some("string") => match schema["format"].as_str() {
                Some("date-time") => {
                    json!(["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"][self.rng.below(2)])
                }
                Some("byte") => json!(["YQ==", "Yg=="][self.rng.below(2)]),
                _ => json!(self.text()),
            },
            Some("integer") => json!(self.rng.below(4)),
            Some("number") => [json!(1), json!(1.5), json!(2.0), json!(1e3)][self.rng.below(4)].clone(),
            Some("boolean") => json!(self.rng.chance(50)),
            _ => self.anything(depth),
        }
    }

    fn of_object(&mut self, schema: &Value, depth: usize) -> Value {
        let mut map = Map::new();
        let properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        // Each object gets about three fields.
        let percent = (300 / properties.len().max(1)).clamp(15, 60);
        for (name, property) in &properties {
            if required.contains(&name.as_str()) && !self.is_wrong() || self.rng.chance(percent) {
                map.insert(name.clone(), self.of(property, depth + 1));
            }
        }
        if schema["additionalProperties"].is_object() {
            for _ in 0..self.rng.below(4) {
                map.insert(self.text().to_owned(), self.of(&schema["additionalProperties"], depth + 1));
            }
        }
        if schema["x-kubernetes-preserve-unknown-fields"] == true && self.rng.chance(70) {
            map.insert(self.text().to_owned(), self.anything(depth));
        }
        if schema["x-kubernetes-embedded-resource"] == true && !self.is_wrong() {
            map.insert("apiVersion".to_owned(), json!("v1"));
            map.insert("kind".to_owned(), json!(*self.rng.pick(&KINDS)));
            if !self.is_wrong() {
                map.insert("metadata".to_owned(), json!({"name": self.text()}));
            }
        }
        if self.is_wrong() {
            map.insert("unknown".to_owned(), json!(self.text()));
        }
        Value::Object(map)
    }

    fn of_list(&mut self, schema: &Value, depth: usize) -> Value {
        let mut all: Vec<Value> = Vec::new();
        let keys: Vec<&str> = schema["x-kubernetes-list-map-keys"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let properties = &schema["items"]["properties"];
        let key = |item: &Value| -> Vec<Value> {
            let of = |key: &&str| match &item[*key] {
                Value::Null => properties[*key]["default"].clone(),
                value => value.clone(),
            };
            keys.iter().map(of).collect()
        };
        for _ in 0..self.rng.below(4) {
            let item = self.of(&schema["items"], depth + 1);
            let is_taken = match schema["x-kubernetes-list-type"].as_str() {
                Some("map") => all.iter().any(|other| key(other) == key(&item)),
                Some("set") => all.contains(&item),
                _ => false,
            };
            if !is_taken || self.is_wrong() || self.is_wrong() {
                all.push(item);
            }
        }
        Value::Array(all)
    }

    /// A value without a schema.
    pub(super) fn anything(&mut self, depth: usize) -> Value {
        match self.rng.below(if depth > 2 { 5 } else { 9 }) {
            0 => json!(self.rng.below(3)),
            1 => json!(1.5),
            2 => json!(self.rng.chance(50)),
            3 if self.rng.chance(30) => Value::Null,
            3 | 4 => json!(self.text()),
            5 | 6 => (0..self.rng.below(3)).map(|_| self.anything(depth + 1)).collect(),
            _ => {
                let fields = 0..self.rng.below(3);
                Value::Object(fields.map(|_| (self.text().to_owned(), self.anything(depth + 1))).collect())
            }
        }
    }

    /// Changes an object so that it is wrong outside of its schema.
    fn spoil(&mut self, object: &mut Value) {
        match self.rng.below(8) {
            0 => object["metadata"]["name"] = json!("other"),
            1 => drop(object.as_object_mut().and_then(|map| map.remove("metadata"))),
            2 => object["kind"] = json!("Gadget"),
            3 => object["apiVersion"] = json!("apply.example.com/v9"),
            4 => object["metadata"]["managedFields"] = json!([{"manager": "x", "operation": "Apply"}]),
            5 => object["metadata"]["labels"] = json!({"a": self.anything(2)}),
            6 => object["metadata"]["unknown"] = json!(1),
            _ => object["metadata"]["uid"] = json!("nobody"),
        }
    }

    /// Changes a value somewhere: another value, one more, or one less.
    pub(super) fn change(&mut self, value: &mut Value, schema: &Value) {
        match value {
            Value::Object(map) if self.rng.chance(85) => {
                let properties = schema["properties"].as_object();
                let mut names: Vec<String> =
                    properties.into_iter().flatten().map(|(name, _)| name.clone()).collect();
                names.extend(
                    map.keys().filter(|name| properties.is_none_or(|all| !all.contains_key(*name))).cloned(),
                );
                names.push(self.text().to_owned());
                let present: Vec<String> =
                    names.iter().filter(|name| map.contains_key(*name)).cloned().collect();
                let name = if self.rng.chance(70) && !present.is_empty() {
                    self.rng.pick(&present)
                } else {
                    self.rng.pick(&names)
                };
                let of = match schema["properties"].get(name) {
                    Some(property) => property,
                    None => &schema["additionalProperties"],
                };
                match map.get_mut(name) {
                    Some(_) if self.rng.chance(20) => drop(map.remove(name)),
                    Some(inner) => self.change(inner, of),
                    None if of.is_object()
                        || schema["x-kubernetes-preserve-unknown-fields"] == true
                        || self.is_wrong() =>
                    {
                        map.insert(name.clone(), self.of(of, 1));
                    }
                    None => {}
                }
            }
            Value::Array(all) if self.rng.chance(85) => {
                let index = self.rng.below(all.len());
                match self.rng.below(4) {
                    0 if !all.is_empty() => drop(all.remove(index)),
                    1 => all.push(self.of(&schema["items"], 1)),
                    2 if all.len() > 1 => all.swap(0, index),
                    _ => {
                        if let Some(item) = all.get_mut(index) {
                            self.change(item, &schema["items"]);
                        }
                    }
                }
            }
            value => *value = self.of(schema, 1),
        }
    }
}

/// A version of a kind.
pub(super) struct Kind<'k> {
    pub(super) name: &'k str,
    pub(super) plural: &'k str,
    /// `GROUP/VERSION`
    pub(super) api_version: String,
    pub(super) schema: &'k Value,
    pub(super) has_status: bool,
    pub(super) has_scale: bool,
}
