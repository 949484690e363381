//! What a catalogue keeps of a CRD: what decides whether a server takes an object, and its answer. In: a CRD.
//! Out: the same without texts for people, and without what only a running server needs.
//!
//! A property may be called as a keyword is: `description` is removed of a schema, not of `properties`.
//! Values are not schemas: `default` and `enum` stay as they are.

use serde_json::{Map, Value};

/// The annotation of a CRD that was made for a kind of an aggregated API server. Such a server has rules of
/// its own for names.
pub const AGGREGATED: &str = "crdc.dev/aggregated";

const ROOT: [&str; 4] = ["apiVersion", "kind", "metadata", "spec"];
/// Without it, a server refuses CRDs of the groups of Kubernetes.
const ANNOTATION: &str = "api-approved.kubernetes.io";
const SPEC: [&str; 5] = ["group", "names", "scope", "preserveUnknownFields", "versions"];
const VERSION: [&str; 8] = [
    "name",
    "served",
    "storage",
    "deprecated",
    "deprecationWarning",
    "schema",
    "subresources",
    "selectableFields",
];

/// Keywords for people.
const PROSE: [&str; 4] = ["description", "title", "example", "externalDocs"];
/// Keywords whose value is a schema, or a list of schemas.
const SCHEMAS: [&str; 7] =
    ["items", "additionalItems", "additionalProperties", "not", "allOf", "anyOf", "oneOf"];
/// Keywords whose value has schemas by name.
const NAMED: [&str; 4] = ["properties", "patternProperties", "definitions", "dependencies"];

/// What a catalogue keeps of a CRD of `apiextensions.k8s.io/v1`.
///
/// ```
/// use serde_json::json;
///
/// let crd = json!({
///     "metadata": {"name": "backups.example.com", "labels": {"app": "backup"}},
///     "spec": {"group": "example.com", "conversion": {"strategy": "None"}},
///     "status": {},
/// });
/// let kept = json!({"metadata": {"name": "backups.example.com"}, "spec": {"group": "example.com"}});
/// assert_eq!(crdc_catalogue::kept(crd), kept);
/// ```
#[must_use]
pub fn kept(mut crd: Value) -> Value {
    retain(&mut crd, &ROOT);
    if let Some(metadata) = crd.get_mut("metadata") {
        retain(metadata, &["name", "annotations"]);
        if let Some(annotations) = metadata.get_mut("annotations") {
            retain(annotations, &[ANNOTATION, AGGREGATED]);
            if annotations.as_object().is_none_or(Map::is_empty)
                && let Some(metadata) = metadata.as_object_mut()
            {
                metadata.remove("annotations");
            }
        }
    }
    if let Some(spec) = crd.get_mut("spec") {
        retain(spec, &SPEC);
        for version in spec.get_mut("versions").and_then(Value::as_array_mut).into_iter().flatten() {
            retain(version, &VERSION);
            if let Some(schema) = version.pointer_mut("/schema/openAPIV3Schema") {
                without_prose(schema);
            }
        }
    }
    crd
}

/// Removes all other members of an object.
fn retain(value: &mut Value, kept: &[&str]) {
    if let Some(object) = value.as_object_mut() {
        object.retain(|key, _| kept.contains(&key.as_str()));
    }
}

/// Removes the keywords for people from a schema and all schemas in it. Those of a list are visited too.
fn without_prose(schema: &mut Value) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(without_prose),
        Value::Object(keywords) => {
            keywords.retain(|keyword, _| !PROSE.contains(&keyword.as_str()));
            for (keyword, value) in keywords {
                if SCHEMAS.contains(&keyword.as_str()) {
                    without_prose(value);
                } else if let Some(named) =
                    value.as_object_mut().filter(|_| NAMED.contains(&keyword.as_str()))
                {
                    named.values_mut().for_each(without_prose);
                }
            }
        }
        _ => {}
    }
}
