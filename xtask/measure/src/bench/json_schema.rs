//! Converts CRDs to JSON Schemas for the jsonschema crate. In: a CRD. Out: a JSON Schema for the jsonschema
//! crate. It uses draft 4, whose boolean `exclusiveMinimum` is that of OpenAPI v3.0. Kubernetes extensions
//! and annotations are dropped. Formats are kept, since `create` validates them too; the crate ignores those
//! that JSON Schema does not define.

use anyhow::{Context, Result};
use crdc_source::{Node, Source, Value as Scalar};
use serde_json::{Map, Value, json};

/// The schema of one version.
pub(crate) fn of_crd(source: &Source, version: &str) -> Result<Value> {
    Ok(convert(&openapi_of(&value_of(source)?, version)?))
}

/// A CRD as a value.
pub(crate) fn value_of(source: &Source) -> Result<Value> {
    let (documents, _) = crdc_source::parse(source);
    Ok(value(documents.first().context("no document")?))
}

/// The schema of one version as it is written.
pub(crate) fn openapi_of(crd: &Value, version: &str) -> Result<Value> {
    let versions = crd["spec"]["versions"].as_array().context("no versions")?;
    let found = versions.iter().find(|one| one["name"] == version).context("no such version")?;
    Ok(found["schema"]["openAPIV3Schema"].clone())
}

fn value(node: &Node) -> Value {
    match &node.value {
        Scalar::Null => Value::Null,
        Scalar::Bool(bool) => json!(bool),
        Scalar::Int(int) => json!(int),
        Scalar::Float(float) => json!(float),
        Scalar::String(string) => json!(string),
        Scalar::Array(items) => items.iter().map(value).collect(),
        Scalar::Object(members) => {
            members.iter().map(|member| (member.key.clone(), value(&member.value))).collect()
        }
    }
}

fn convert(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let mut out = Map::new();
    for (key, value) in schema {
        let converted = match key.as_str() {
            "properties" | "patternProperties" | "definitions" | "dependencies" => {
                let members = value.as_object().into_iter().flatten();
                members.map(|(name, schema)| (name.clone(), convert(schema))).collect()
            }
            "items" | "additionalProperties" | "additionalItems" | "not" => convert(value),
            "allOf" | "anyOf" | "oneOf" => value.as_array().into_iter().flatten().map(convert).collect(),
            "description" | "title" | "example" | "externalDocs" | "default" | "nullable" => {
                continue;
            }
            key if key.starts_with("x-kubernetes-") => continue,
            _ => value.clone(),
        };
        out.insert(key.clone(), converted);
    }
    if schema.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) {
        out.insert("type".into(), json!(["integer", "string"]));
    }
    if schema.get("nullable") == Some(&Value::Bool(true)) {
        let types = match out.remove("type") {
            Some(Value::Array(types)) => types,
            Some(one) => vec![one],
            None => Vec::new(),
        };
        if !types.is_empty() {
            out.insert("type".into(), types.into_iter().chain([json!("null")]).collect());
        }
        if let Some(Value::Array(values)) = out.get_mut("enum") {
            values.push(Value::Null);
        }
    }
    Value::Object(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nullable_and_int_or_string_become_types() {
        let schema = json!({
            "description": "d", "type": "object", "x-kubernetes-validations": [],
            "properties": {
                "format": {"type": "string", "format": "date", "nullable": true, "enum": ["a"]},
                "port": {"x-kubernetes-int-or-string": true, "nullable": true},
                "list": {"type": "array", "items": {"type": "string", "default": "x"}},
                "map": {"type": "object", "additionalProperties": {"nullable": true}},
                "any": {"additionalProperties": true, "maximum": 3, "exclusiveMaximum": true},
            }
        });
        let expected = json!({
            "type": "object",
            "properties": {
                "format": {"type": ["string", "null"], "format": "date", "enum": ["a", null]},
                "port": {"type": ["integer", "string", "null"]},
                "list": {"type": "array", "items": {"type": "string"}},
                "map": {"type": "object", "additionalProperties": {}},
                "any": {"additionalProperties": true, "maximum": 3, "exclusiveMaximum": true},
            }
        });
        assert_eq!(convert(&schema), expected);
    }
}
