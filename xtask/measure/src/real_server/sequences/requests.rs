//! Creates random requests. In: the stored objects, random numbers. Out: one request in the form of each of
//! the two servers.
//!
//! Easy to break: what one server added (uid, version, times, owners) is not sent to the other one.

use std::collections::BTreeMap;
use std::rc::Rc;

use crdc_oracle::random::rng::Rng;
use serde_json::{Value, json};

use super::random::{Kind, Values};
use crate::real_server::client::Call;

const MANAGERS: [&str; 3] = ["ann", "bob", "cid"];
/// The members of metadata that a server writes, and clients send back.
const OF_SERVER: [&str; 5] = ["uid", "resourceVersion", "creationTimestamp", "managedFields", "generation"];

/// A request that is sent to both servers.
pub(super) struct Request {
    /// The form for the real server, and that for crdc's.
    pub(super) calls: [Call; 2],
    pub(super) is_dry: bool,
}

/// Creates the requests of a sequence, all of them to one object.
pub(super) struct Requests<'k> {
    pub(super) rng: Rng,
    /// The versions of the kind; the first one is the main one.
    pub(super) kinds: Rc<Vec<Kind<'k>>>,
    pub(super) name: String,
    /// The applied objects, by manager and subresource.
    pub(super) applied: BTreeMap<(&'static str, bool), Value>,
}

impl Requests<'_> {
    /// The next request. `live` are the objects that the two servers have stored.
    pub(super) fn next(&mut self, live: [Option<&Value>; 2]) -> Request {
        let kinds = self.kinds.clone();
        let kind = if self.rng.chance(70) { &kinds[0] } else { &kinds[self.rng.below(kinds.len())] };
        let is_status = kind.has_status && live[0].is_some() && self.rng.chance(15);
        let mut query = Vec::new();
        let manager = MANAGERS[self.rng.below(3)];
        let is_dry = self.rng.chance(6);
        if is_dry {
            query.push("dryRun=All".to_owned());
        }
        match self.rng.below(8) {
            0 | 1 => query.push("fieldValidation=Strict".to_owned()),
            2 => query.push("fieldValidation=Ignore".to_owned()),
            _ => {}
        }
        let (method, content, bodies) = match live {
            [Some(real), Some(ours)] => match self.rng.below(100) {
                0..48 => self.apply(kind, live, is_status, manager, &mut query),
                48..66 => self.put(kind, [real, ours], is_status),
                66..82 => self.merge(kind, [real, ours], is_status),
                82..95 => self.json_patch(kind, real),
                95..97 if kind.has_scale => return self.scale(kind, manager),
                97 => return self.delete(kind, [real, ours]),
                _ => self.reset([real, ours]),
            },
            _ => match self.rng.below(10) {
                0..3 => self.create(kind),
                3 => self.merge(kind, [&json!({}), &json!({})], false),
                _ => self.apply(kind, live, false, manager, &mut query),
            },
        };
        if method != "PATCH" || content != "application/apply-patch+yaml" {
            query.push(format!("fieldManager={manager}"));
        }
        let suffix = if method == "POST" {
            String::new()
        } else {
            format!("/{}{}", self.name, if is_status { "/status" } else { "" })
        };
        let path = format!("/apis/{}/{}{suffix}?{}", kind.api_version, kind.plural, query.join("&"));
        let call = |body: &Value| Call::new(method, path.clone(), content, body.to_string());
        Request { calls: [call(&bodies[0]), call(&bodies[1])], is_dry }
    }

    fn values(&mut self) -> Values<'_> {
        let wrong = if self.rng.chance(25) { 25 } else { 0 };
        Values { rng: &mut self.rng, wrong }
    }

    fn create(&mut self, kind: &Kind<'_>) -> (&'static str, &'static str, [Value; 2]) {
        let name = self.name.clone();
        let object = self.values().object(kind, &name, "spec");
        ("POST", "application/json", [object.clone(), object])
    }

    fn apply(
        &mut self,
        kind: &Kind<'_>,
        live: [Option<&Value>; 2],
        is_status: bool,
        manager: &'static str,
        query: &mut Vec<String>,
    ) -> (&'static str, &'static str, [Value; 2]) {
        let part = if is_status { "status" } else { "spec" };
        let before = self.applied.get(&(manager, is_status)).cloned();
        let before = before.filter(|before| before["apiVersion"] == kind.api_version.as_str());
        let config = match before {
            Some(mut before) if self.rng.chance(70) => {
                if self.rng.chance(90) {
                    let mut values = self.values();
                    if let Some(value) = before.get_mut(part) {
                        values.change(value, &kind.schema["properties"][part]);
                    }
                }
                before
            }
            _ => {
                let name = self.name.clone();
                self.values().object(kind, &name, part)
            }
        };
        self.applied.insert((manager, is_status), config.clone());
        if self.rng.chance(98) {
            query.push(format!("fieldManager={manager}"));
        }
        match self.rng.below(10) {
            0..4 => query.push("force=true".to_owned()),
            4 => query.push("force=false".to_owned()),
            _ => {}
        }
        let mut bodies = [config.clone(), config];
        if self.rng.chance(8) {
            let choice = self.rng.below(4);
            for (body, live) in bodies.iter_mut().zip(live) {
                let version = live.map_or(json!("1"), |live| live["metadata"]["resourceVersion"].clone());
                if body["metadata"].is_object() {
                    body["metadata"]["resourceVersion"] =
                        [version, json!("1"), json!(""), json!("x")][choice].clone();
                }
            }
        }
        ("PATCH", "application/apply-patch+yaml", bodies)
    }

    fn put(
        &mut self,
        kind: &Kind<'_>,
        live: [&Value; 2],
        is_status: bool,
    ) -> (&'static str, &'static str, [Value; 2]) {
        let mut body = live[0].clone();
        body["apiVersion"] = json!(kind.api_version);
        let parts: Vec<String> = match kind.has_status && !is_status && self.rng.chance(90) {
            true => vec!["spec".to_owned()],
            false => body.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect(),
        };
        let parts: Vec<&String> = parts
            .iter()
            .filter(|part| !["apiVersion", "kind", "metadata"].contains(&part.as_str()))
            .collect();
        for _ in 0..1 + self.rng.below(3) {
            let part = match parts.is_empty() {
                true => {
                    if is_status {
                        "status"
                    } else {
                        "spec"
                    }
                }
                false => parts[self.rng.below(parts.len())],
            };
            let mut values = self.values();
            values.change(&mut body[part], &kind.schema["properties"][part]);
        }
        if self.rng.chance(15) {
            let map = ["labels", "annotations"][self.rng.below(2)];
            let texts = json!({"type": "object", "additionalProperties": {"type": "string"}});
            body["metadata"][map] = self.values().of(&texts, 0);
        }
        let choice = self.rng.below(30);
        match choice {
            0 => drop(remove(&mut body, "managedFields")),
            1 => body["metadata"]["resourceVersion"] = json!("1"),
            2 => drop(remove(&mut body, "resourceVersion")),
            3 => drop(remove(&mut body, "uid")),
            4 => body["metadata"]["uid"] = json!("other"),
            5 => body["metadata"]["name"] = json!("other"),
            6 => body["kind"] = json!("Gadget"),
            _ => {}
        }
        let other = grafted(&body, live);
        ("PUT", "application/json", [body, other])
    }

    fn merge(
        &mut self,
        kind: &Kind<'_>,
        live: [&Value; 2],
        is_status: bool,
    ) -> (&'static str, &'static str, [Value; 2]) {
        let part = if is_status { "status" } else { "spec" };
        let name = self.name.clone();
        let mut body = self.values().object(kind, &name, part);
        for field in ["apiVersion", "kind"] {
            if self.rng.chance(80) {
                drop(body.as_object_mut().and_then(|map| map.remove(field)));
            }
        }
        self.nulls(&mut body);
        let mut bodies = [body.clone(), body];
        if self.rng.chance(10) {
            let choice = self.rng.below(4);
            for (body, live) in bodies.iter_mut().zip(live) {
                let version = live["metadata"]["resourceVersion"].clone();
                if body["metadata"].is_object() {
                    body["metadata"]["resourceVersion"] =
                        [version, json!("1"), json!(""), Value::Null][choice].clone();
                }
            }
        }
        ("PATCH", "application/merge-patch+json", bodies)
    }

    /// Replaces some values by null.
    fn nulls(&mut self, value: &mut Value) {
        if let Value::Object(map) = value {
            for (name, value) in map.iter_mut().filter(|(name, _)| *name != "metadata") {
                if self.rng.chance(10) && name != "kind" {
                    *value = Value::Null;
                } else {
                    self.nulls(value);
                }
            }
        }
    }

    fn json_patch(&mut self, kind: &Kind<'_>, live: &Value) -> (&'static str, &'static str, [Value; 2]) {
        let mut operations = Vec::new();
        for _ in 0..1 + self.rng.below(3) {
            let (mut path, mut schema, mut at) = (String::new(), kind.schema, live);
            // Chooses a place at a random depth.
            loop {
                let (name, inner): (String, Option<&Value>) = match at {
                    Value::Object(map) => {
                        let properties = schema["properties"].as_object();
                        let names: Vec<&String> = match path.is_empty() {
                            true => map
                                .keys()
                                .filter(|name| !["apiVersion", "kind", "metadata"].contains(&name.as_str()))
                                .collect(),
                            false => map
                                .keys()
                                .chain(properties.into_iter().flatten().map(|(name, _)| name))
                                .collect(),
                        };
                        if names.is_empty() {
                            break;
                        }
                        let name = names[self.rng.below(names.len())];
                        (name.clone(), map.get(name))
                    }
                    Value::Array(all) => {
                        let index = self.rng.below(all.len() + 1);
                        if index == all.len() {
                            ("-".to_owned(), None)
                        } else {
                            (index.to_string(), all.get(index))
                        }
                    }
                    _ => break,
                };
                path.push('/');
                path.push_str(&name.replace('~', "~0").replace('/', "~1"));
                schema = match (&schema["properties"][&name], at.is_array()) {
                    (_, true) => &schema["items"],
                    (Value::Null, _) => &schema["additionalProperties"],
                    (property, _) => property,
                };
                let Some(inner) = inner else { break };
                at = inner;
                if self.rng.chance(35) {
                    break;
                }
            }
            if path.is_empty() {
                path.push_str("/spec");
            }
            let value = self.values().of(schema, 1);
            operations.push(match self.rng.below(12) {
                0..4 => json!({"op": "add", "path": path, "value": value}),
                4..8 => json!({"op": "replace", "path": path, "value": value}),
                8..10 => json!({"op": "remove", "path": path}),
                10 => json!({"op": "test", "path": path, "value": if self.rng.chance(70) { at.clone() } else { value }}),
                _ => json!({"op": "copy", "from": path, "path": "/spec/open"}),
            });
        }
        let body = Value::Array(operations);
        ("PATCH", "application/json-patch+json", [body.clone(), body])
    }

    /// Clears the owners.
    fn reset(&mut self, live: [&Value; 2]) -> (&'static str, &'static str, [Value; 2]) {
        let fields = [json!([]), json!([{}]), Value::Null][self.rng.below(3)].clone();
        if self.rng.chance(50) {
            let body = json!({"metadata": {"managedFields": fields}});
            return ("PATCH", "application/merge-patch+json", [body.clone(), body]);
        }
        let mut body = live[0].clone();
        body["metadata"]["managedFields"] = fields;
        let other = grafted(&body, live);
        ("PUT", "application/json", [body, other])
    }

    fn delete(&mut self, kind: &Kind<'_>, live: [&Value; 2]) -> Request {
        let path = format!("/apis/{}/{}/{}", kind.api_version, kind.plural, self.name);
        let choice = self.rng.below(5);
        let call = |live: &Value| {
            let preconditions = match choice {
                0 => json!({"uid": "other"}),
                1 => json!({"resourceVersion": "1"}),
                2 => json!({"uid": live["metadata"]["uid"]}),
                _ => json!({}),
            };
            let body = json!({"kind": "DeleteOptions", "apiVersion": "v1", "preconditions": preconditions});
            Call::new("DELETE", path.clone(), "application/json", body.to_string())
        };
        self.applied.clear();
        Request { calls: [call(live[0]), call(live[1])], is_dry: false }
    }

    fn scale(&mut self, kind: &Kind<'_>, manager: &str) -> Request {
        let path =
            format!("/apis/{}/{}/{}/scale?fieldManager={manager}", kind.api_version, kind.plural, self.name);
        let replicas = self.rng.below(4);
        let (content, body) = if self.rng.chance(50) {
            ("application/merge-patch+json", json!({"spec": {"replicas": replicas}}))
        } else {
            let object = json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": self.name}, "spec": {"replicas": replicas}});
            ("application/apply-patch+yaml", object)
        };
        let call = Call::new("PATCH", path, content, body.to_string());
        Request { calls: [call.clone(), call], is_dry: false }
    }
}

fn remove(object: &mut Value, field: &str) -> Option<Value> {
    object["metadata"].as_object_mut()?.remove(field)
}

/// The body for the second server: values that the first one added are replaced by those of the second.
fn grafted(body: &Value, live: [&Value; 2]) -> Value {
    let mut other = body.clone();
    let Some(metadata) = other["metadata"].as_object_mut() else { return other };
    for field in OF_SERVER {
        if metadata.get(field).is_some_and(|value| *value == live[0]["metadata"][field]) {
            metadata.insert(field.to_owned(), live[1]["metadata"][field].clone());
        }
    }
    other
}
