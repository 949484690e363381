//! Removes empty fields that Go does not write. In: a field and its value, or a validated definition. Out:
//! whether Go omits the field, or the definition without the empty fields of its schemas.
//!
//! Easy to break: some fields are pointers, for which `false` and `{}` are values that Go writes. The
//! extensions that crdc adds to schemas stay as they are.
// apiextensions-apiserver: pkg/apis/apiextensions/v1/{types,types_jsonschema}.go

use crdc_admission::Object;
use crdc_kubernetes::{Definition, Field, Type};
use crdc_schema::is_extension;
use serde_json::{Value, json};

/// The fields of a schema that are pointers.
const POINTERS: [&str; 11] = [
    "$ref",
    "additionalItems",
    "additionalProperties",
    "default",
    "example",
    "externalDocs",
    "items",
    "not",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
];
/// The fields of a schema that contain one schema; the next constants have schemas by name and in lists.
const ONE: [&str; 4] = ["additionalItems", "additionalProperties", "items", "not"];
const NAMED: [&str; 4] = ["definitions", "dependencies", "patternProperties", "properties"];
const LISTED: [&str; 4] = ["allOf", "anyOf", "items", "oneOf"];

/// Lists that Go writes also if they are empty, although their schemas do not require them: by type and
/// field.
const WRITTEN: [(&str, &str); 2] = [("ClusterRole", "rules"), ("Role", "rules")];

/// The prefix of the types of definitions, and the fields of these types that are pointers, apart from the
/// fields of schemas.
const OF_DEFINITIONS: &str = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.";
const OF_DEFINITIONS_POINTERS: [&str; 5] = ["deprecationWarning", "labelSelectorPath", "path", "port", "url"];

/// Whether Go omits a field with this value. For flags, numbers and texts a schema does not contain whether
/// they are pointers: that is known only for the types of definitions.
// Go: encoding/json, omitempty
pub(super) fn is_omitted(of: &Definition, field: &Field, value: &Value) -> bool {
    if field.is_required || WRITTEN.contains(&(of.go_name(), &field.name)) {
        return false;
    }
    let is_known = of.name.starts_with(OF_DEFINITIONS) && !OF_DEFINITIONS_POINTERS.contains(&&*field.name);
    match (&field.value, value) {
        (_, Value::Null) => true,
        (Type::List(..), Value::Array(items)) => items.is_empty(),
        (Type::Map(_), Value::Object(members)) => members.is_empty(),
        (_, Value::Bool(is)) => is_known && !is,
        (_, Value::String(text)) => is_known && text.is_empty(),
        (_, Value::Number(number)) => is_known && number.as_f64() == Some(0.0),
        _ => false,
    }
}

/// Removes the empty fields from the schemas of a definition.
pub(super) fn omit(definition: &mut Object<'_>) {
    let path = ["spec", "versions"];
    let Some(before) = definition.get(&path).and_then(|text| serde_json::from_slice::<Value>(text).ok())
    else {
        return;
    };
    let mut versions = before.clone();
    for version in versions.as_array_mut().into_iter().flatten() {
        if let Some(schema) = version.pointer_mut("/schema/openAPIV3Schema") {
            of_schema(schema);
        }
        // The subresource has no fields.
        if let Some(status) = version.pointer_mut("/subresources/status").filter(|status| status.is_object())
        {
            *status = json!({});
        }
    }
    if versions != before {
        definition.set(&path, versions.to_string().as_bytes());
    }
    // A webhook without fields is removed.
    remove_webhook(definition, |webhook| webhook.get("conversionReviewVersions").is_none_or(Value::is_null));
}

/// Removes the same fields, and a webhook with an empty list of versions, which a server loses when it stores
/// the definition. The field owner of such a webhook stays.
// apiextensions-apiserver: pkg/apis/apiextensions/v1/{conversion.go,generated.pb.go}
pub(super) fn omit_stored(definition: &mut Object<'_>) {
    omit(definition);
    remove_webhook(definition, |webhook| {
        webhook["conversionReviewVersions"].as_array().is_none_or(Vec::is_empty)
    });
}

/// Removes a webhook without a client configuration, if it has no versions either.
fn remove_webhook(definition: &mut Object<'_>, has_no_versions: fn(&Value) -> bool) {
    let path = ["spec", "conversion", "webhook"];
    let webhook = definition.get(&path).and_then(|text| serde_json::from_slice::<Value>(text).ok());
    if webhook.is_some_and(|webhook| webhook["clientConfig"].is_null() && has_no_versions(&webhook)) {
        definition.remove(&path);
    }
}

fn of_schema(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else { return };
    schema.retain(|name, value| {
        !is_empty(value) || is_extension(name) || POINTERS.contains(&&**name) && !value.is_null()
    });
    for (name, value) in schema {
        let name = &&**name;
        match value {
            Value::Object(schemas) if NAMED.contains(name) => schemas.values_mut().for_each(of_schema),
            Value::Array(schemas) if LISTED.contains(name) => schemas.iter_mut().for_each(of_schema),
            Value::Array(rules) if *name == "x-kubernetes-validations" => rules.iter_mut().for_each(of_rule),
            value if ONE.contains(name) => of_schema(value),
            _ => {}
        }
    }
}

/// Removes empty texts and nulls of a rule. Its reason and `optionalOldSelf` are pointers, so any value of
/// them stays.
fn of_rule(rule: &mut Value) {
    if let Some(rule) = rule.as_object_mut() {
        rule.retain(|name, value| match &**name {
            "message" | "messageExpression" | "fieldPath" => value != "",
            _ => !value.is_null(),
        });
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is) => !is,
        Value::Number(_) => false,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_value_is_not_written_at_any_depth() {
        let empty = json!({"type": "", "nullable": false, "required": [], "properties": {}, "pattern": null});
        let kept = json!({"x-kubernetes-immutable": false, "additionalProperties": false, "default": {}, "items": {}, "minLength": 0});
        let mut schema = json!({"properties": {"a": empty, "b": kept}, "allOf": [empty], "not": empty,
            "x-kubernetes-validations": [{"rule": "", "message": "", "optionalOldSelf": false}]});
        of_schema(&mut schema);
        let expected = json!({"properties": {"a": {}, "b": kept}, "allOf": [{}], "not": {},
            "x-kubernetes-validations": [{"rule": "", "optionalOldSelf": false}]});
        assert_eq!(schema, expected);
    }
}
