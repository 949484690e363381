//! Builds the document of one version from the documents that a server publishes. In: OpenAPI documents, v3
//! of one group each or v2 of all. Out: one document with `components.schemas`, without descriptions and
//! paths, which is small enough to be stored.

use serde_json::{Map, Value};

/// The error of packing documents.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotPacked {
    /// The index of the document.
    pub document: usize,
}

impl std::fmt::Display for NotPacked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the document has neither components.schemas nor definitions: it is no OpenAPI document")
    }
}

impl std::error::Error for NotPacked {}

/// The members of a schema that are kept.
const KEPT: [&str; 20] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "enum",
    "format",
    "items",
    "nullable",
    "oneOf",
    "properties",
    "required",
    "type",
    "x-kubernetes-group-version-kind",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-patch-merge-key",
    "x-kubernetes-patch-strategy",
    "x-kubernetes-preserve-unknown-fields",
];

/// One document of several.
///
/// # Errors
/// A document is no OpenAPI document.
pub fn pack(documents: &[Value]) -> Result<Value, NotPacked> {
    let mut schemas = Map::new();
    for (index, document) in documents.iter().enumerate() {
        let v3 = document.pointer("/components/schemas").and_then(Value::as_object);
        let all = v3.or_else(|| document.get("definitions")?.as_object());
        for (name, schema) in all.ok_or(NotPacked { document: index })? {
            schemas.insert(name.clone(), kept(schema));
        }
    }
    Ok(serde_json::json!({ "openapi": "3.0.0", "components": { "schemas": schemas } }))
}

fn kept(schema: &Value) -> Value {
    let Some(members) = schema.as_object() else { return schema.clone() };
    let kept = members.iter().filter(|(key, _)| KEPT.contains(&key.as_str())).map(|(key, value)| {
        let value = match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => properties
                .iter()
                .map(|(name, schema)| (name.clone(), kept(schema)))
                .collect::<Map<_, _>>()
                .into(),
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => branches.iter().map(kept).collect(),
            ("items" | "additionalProperties", schema) => kept(schema),
            ("$ref", Value::String(target)) => {
                target.replace("#/definitions/", "#/components/schemas/").into()
            }
            (_, value) => value.clone(),
        };
        (key.clone(), value)
    });
    kept.collect::<Map<_, _>>().into()
}
