//! Removes unknown fields and reports them. Below `x-kubernetes-preserve-unknown-fields`, values with a
//! schema of their own are still pruned. `additionalProperties: true` keeps the entries themselves, but
//! objects inside them have no schema and lose all their fields.
//
// apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go, schema/options.go

use super::structural::Structural;
use crate::json::Json;

/// The fields of every resource, which pruning keeps at the root and in embedded resources.
const META: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Prunes a whole object. Returns the removed paths.
pub fn prune(object: &mut Json, schema: &Structural) -> Vec<String> {
    let root = Structural { embedded: true, ..schema.clone() };
    let mut pruner = Pruner { path: String::new(), depth: 0, unknown: vec![] };
    pruner.prune(object, Some(&root));
    pruner.unknown
}

/// A walk through an object: where it is, and the paths that it has removed.
struct Pruner {
    path: String,
    depth: usize,
    unknown: Vec<String>,
}

/// The step from a value to one in it.
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl Pruner {
    /// Removes the unknown fields in a value; without a schema, all fields of objects are unknown.
    fn prune(&mut self, value: &mut Json, schema: Option<&Structural>) {
        // `no_prune` is of KEP 24, which no server implements: it keeps the whole value.
        if schema.is_some_and(|schema| schema.no_prune) {
            return;
        }
        if let Some(schema) = schema.filter(|schema| schema.preserve) {
            return self.prune_below_preserved(value, schema);
        }
        match value {
            Json::Object(members) => {
                let all = std::mem::take(members);
                for (key, mut value) in all {
                    let Some(schema) = schema else {
                        self.record(&key);
                        continue;
                    };
                    if schema.embedded && META.contains(&key.as_str()) {
                        members.push((key, value));
                    } else if let Some(property) = schema.property(&key) {
                        self.within(Step::Key(&key), |pruner| pruner.prune(&mut value, Some(property)));
                        members.push((key, value));
                    } else if schema.additional.is_some() {
                        let other = schema.additional_schema();
                        self.within(Step::Key(&key), |pruner| pruner.prune(&mut value, other));
                        members.push((key, value));
                    } else if !META.contains(&key.as_str()) || self.depth > 0 {
                        self.record(&key);
                    }
                }
            }
            Json::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let schema = schema.and_then(|schema| schema.item(index));
                    self.within(Step::Index(index), |pruner| pruner.prune(item, schema));
                }
            }
            _ => {}
        }
    }

    /// Keeps the unknown fields of a value below `x-kubernetes-preserve-unknown-fields`, but prunes its
    /// members that have a schema. Items of a list keep their unknown fields too.
    fn prune_below_preserved(&mut self, value: &mut Json, schema: &Structural) {
        if schema.no_prune {
            return;
        }
        match value {
            Json::Object(members) => {
                for (key, value) in members {
                    if schema.embedded && META.contains(&key.as_str()) {
                        continue;
                    }
                    if let Some(property) = schema.property(key) {
                        self.within(Step::Key(key), |pruner| pruner.prune(value, Some(property)));
                    } else if schema.additional.is_some() {
                        let other = schema.additional_schema();
                        self.within(Step::Key(key), |pruner| pruner.prune(value, other));
                    }
                }
            }
            Json::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let Some(schema) = schema.item(index) else { return };
                    self.within(Step::Index(index), |pruner| pruner.prune_below_preserved(item, schema));
                }
            }
            _ => {}
        }
    }

    /// Runs `prune` with the path and depth of a value one step below.
    fn within(&mut self, step: Step<'_>, prune: impl FnOnce(&mut Pruner)) {
        let length = self.path.len();
        self.push(step);
        self.depth += 1;
        prune(self);
        self.depth -= 1;
        self.path.truncate(length);
    }

    /// Adds a step to the path.
    fn push(&mut self, step: Step<'_>) {
        match step {
            Step::Key(key) => {
                if self.depth > 0 {
                    self.path.push('.');
                }
                self.path.push_str(key);
            }
            Step::Index(index) => self.path.push_str(&format!("[{index}]")),
        }
    }

    /// Records the path of a removed field.
    fn record(&mut self, key: &str) {
        let length = self.path.len();
        self.push(Step::Key(key));
        self.unknown.push(self.path.clone());
        self.path.truncate(length);
    }
}
