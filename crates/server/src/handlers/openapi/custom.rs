//! Schemas of custom resources. In: the schema of a definition. Out: the schema in an OpenAPI document, with
//! the members that every object has.
// apiextensions-apiserver: pkg/controller/openapi/builder/builder.go buildKubeNative,
// pkg/controller/openapi/v2/conversion.go, pkg/apiserver/schema/unfold.go

use serde_json::{Map, Value, json};

use crate::kinds::Kind;

pub(super) const OBJECT_META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
pub(super) const LIST_META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";

// apimachinery: pkg/apis/meta/v1/types_swagger_doc_generated.go, pkg/apis/meta/v1/types.go TypeMeta
const CONVENTIONS: &str =
    "More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";
const API_VERSION: &str = "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized \
                           schemas to the latest internal value, and may reject unrecognized values.";
const KIND: &str = "Kind is a string value representing the REST resource this object represents. Servers may infer this from the \
                    endpoint the client submits requests to. Cannot be updated. In CamelCase.";
const EMBEDDED_API_VERSION: &str =
    "apiVersion defines the versioned schema of this representation of an object.";
const EMBEDDED_KIND: &str = "kind is a string value representing the type of this object. In CamelCase.";

/// The version of OpenAPI: 2 has neither unions of types nor `nullable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edition {
    V2,
    V3,
}

impl Edition {
    /// A reference to a schema, with a description.
    pub(super) fn described(self, name: &str, description: &str) -> Value {
        match self {
            Edition::V2 => json!({"$ref": format!("#/definitions/{name}"), "description": description}),
            // Keywords beside `$ref` have no effect.
            Edition::V3 => {
                json!({"allOf": [self.reference(name)], "description": description})
            }
        }
    }

    pub(super) fn reference(self, name: &str) -> Value {
        match self {
            Edition::V2 => json!({"$ref": format!("#/definitions/{name}")}),
            Edition::V3 => json!({"$ref": format!("#/components/schemas/{name}")}),
        }
    }
}

/// The schema of the objects of a custom resource.
pub(super) fn schema(kind: &Kind, edition: Edition) -> Value {
    let version = kind.api_version();
    let mut schema = match kind.types.schema(&version) {
        Some(Value::Object(schema)) if edition == Edition::V2 && keeps_unknown(schema) => {
            json!({"type": "object"})
        }
        Some(Value::Object(schema)) => {
            let mut schema = schema.clone();
            complete(&mut schema, edition);
            set(&mut schema, "metadata", metadata(edition));
            set(&mut schema, "apiVersion", text(API_VERSION, "#resources"));
            set(&mut schema, "kind", text(KIND, "#types-kinds"));
            Value::Object(schema)
        }
        _ => json!({"type": "object"}),
    };
    schema["x-kubernetes-group-version-kind"] =
        json!([{"group": kind.group, "version": kind.version, "kind": kind.names.kind}]);
    if edition == Edition::V3 && !kind.selectable.is_empty() {
        let fields: Vec<Value> = kind.selectable.iter().map(|field| json!({"fieldPath": field})).collect();
        schema["x-kubernetes-selectable-fields"] = json!(fields);
    }
    schema
}

/// The schema of a list of a custom resource.
pub(super) fn list(kind: &Kind, item: &str, edition: Edition) -> Value {
    let names = &kind.names;
    let items = json!({"type": "array", "items": edition.reference(item),
        "description": format!("List of {}. {CONVENTIONS}", names.plural)});
    let metadata =
        edition.described(LIST_META, &format!("Standard list metadata. {CONVENTIONS}#types-kinds"));
    json!({
        "type": "object",
        "description": format!("{} is a list of {}", names.list_kind, names.kind),
        "required": ["items"],
        "properties": {"apiVersion": text(API_VERSION, "#resources"), "kind": text(KIND, "#types-kinds"),
            "items": items, "metadata": metadata},
        "x-kubernetes-group-version-kind": [{"group": kind.group, "version": kind.version, "kind": names.list_kind}],
    })
}

fn text(description: &str, section: &str) -> Value {
    json!({"type": "string", "description": format!("{description} {CONVENTIONS}{section}")})
}

fn metadata(edition: Edition) -> Value {
    edition.described(OBJECT_META, &format!("Standard object's metadata. {CONVENTIONS}#metadata"))
}

/// Sets the schema of a member.
fn set(schema: &mut Map<String, Value>, name: &str, value: Value) {
    match schema.get_mut("properties") {
        Some(Value::Object(members)) => drop(members.insert(name.to_owned(), value)),
        _ => drop(schema.insert("properties".to_owned(), json!({ name: value }))),
    }
}

fn is_set(schema: &Map<String, Value>, keyword: &str) -> bool {
    schema.get(keyword) == Some(&Value::Bool(true))
}

fn keeps_unknown(schema: &Map<String, Value>) -> bool {
    is_set(schema, "x-kubernetes-preserve-unknown-fields")
}

/// Writes out what extensions mean, here and below: embedded resources have the members of an object, and an
/// integer or a string is either.
fn complete(schema: &mut Map<String, Value>, edition: Edition) {
    match edition {
        Edition::V2 => reduce(schema),
        Edition::V3 => unfold(schema),
    }
    if let Some(Value::Object(members)) = schema.get_mut("properties") {
        members.values_mut().filter_map(Value::as_object_mut).for_each(|member| complete(member, edition));
    }
    for keyword in ["items", "additionalProperties"] {
        if let Some(Value::Object(values)) = schema.get_mut(keyword) {
            complete(values, edition);
        }
    }
    if !is_set(schema, "x-kubernetes-embedded-resource") || edition == Edition::V2 && keeps_unknown(schema) {
        return;
    }
    set(schema, "apiVersion", text(EMBEDDED_API_VERSION, "#resources"));
    set(schema, "kind", text(EMBEDDED_KIND, "#types-kinds"));
    set(schema, "metadata", metadata(edition));
    let mut required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for name in ["kind", "apiVersion"] {
        if !required.iter().any(|found| found == name) {
            required.push(json!(name));
        }
    }
    schema.insert("required".to_owned(), json!(required));
}

fn unfold(schema: &mut Map<String, Value>) {
    if is_set(schema, "x-kubernetes-int-or-string") && !schema.contains_key("anyOf") {
        let either = json!([{"type": "integer"}, {"type": "string"}]);
        let has = |list: &Value| list[0]["anyOf"] == either;
        if !schema.get("allOf").is_some_and(has) {
            schema.insert("anyOf".to_owned(), either);
        }
    }
}

/// Takes out what OpenAPI 2 does not have, or what kubectl does not understand in it.
fn reduce(schema: &mut Map<String, Value>) {
    for keyword in ["allOf", "oneOf", "anyOf", "not"] {
        schema.remove(keyword);
    }
    if schema.remove("nullable") == Some(Value::Bool(true)) {
        ["type", "items", "properties"].into_iter().for_each(|keyword| drop(schema.remove(keyword)));
    }
    if keeps_unknown(schema) {
        ["items", "properties"].into_iter().for_each(|keyword| drop(schema.remove(keyword)));
        if schema.get("type").is_some_and(|of| of == "object") {
            schema.remove("type");
        }
    }
    if !schema.contains_key("items") && schema.get("type").is_some_and(|of| of == "array") {
        schema.remove("type");
    }
    let is_nullable = |value: &Value| value["nullable"] == true;
    if schema.get("additionalProperties").is_some_and(is_nullable) {
        schema.remove("required");
    }
    let nullable: Vec<String> = match schema.get("properties") {
        Some(Value::Object(members)) => {
            members.iter().filter(|(_, member)| is_nullable(member)).map(|(name, _)| name.clone()).collect()
        }
        _ => Vec::new(),
    };
    let Some(Value::Array(required)) = schema.get_mut("required") else { return };
    required.retain(|name| !nullable.iter().any(|of| name == of));
    if required.is_empty() {
        schema.remove("required");
    }
}
