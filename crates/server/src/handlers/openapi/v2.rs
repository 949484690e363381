//! The document in OpenAPI 2. In: schemas and requests. Out: the document as JSON.
// kube-openapi: pkg/builder/openapi.go

use serde_json::{Map, Value, json};

use super::contents::{ANSWERS, Contents, of_kind};
use super::custom::Edition;
use super::operations::Route;

pub(super) fn document(contents: &Contents) -> Value {
    let mut paths = Map::new();
    for route in &contents.routes {
        let path = paths.entry(route.path.clone()).or_insert_with(|| {
            let places = route.places.iter().map(|name| {
                json!({"name": name, "in": "path", "required": true, "type": "string", "uniqueItems": true})
            });
            let pretty = json!({"name": "pretty", "in": "query", "type": "string", "uniqueItems": true});
            json!({"parameters": places.chain([pretty]).collect::<Vec<_>>()})
        });
        path[route.method] = operation(route);
    }
    let definitions: Map<String, Value> = contents
        .schemas
        .iter()
        .map(|(name, schema)| {
            let mut schema = schema.clone();
            translate(&mut schema);
            (name.clone(), schema)
        })
        .collect();
    json!({"swagger": "2.0", "info": {"title": "Kubernetes", "version": "v1.36.0"}, "paths": paths, "definitions": definitions})
}

fn operation(route: &Route) -> Value {
    let mut parameters: Vec<Value> = route
        .query
        .iter()
        .map(|(name, of)| json!({"name": name, "in": "query", "type": of, "uniqueItems": true}))
        .collect();
    if let Some((name, is_required)) = &route.body {
        let mut body = json!({"name": "body", "in": "body", "schema": Edition::V2.reference(name)});
        if *is_required {
            body["required"] = json!(true);
        }
        parameters.push(body);
    }
    let mut responses: Map<String, Value> = route
        .codes
        .iter()
        .map(|(code, description)| {
            let answer = json!({"description": description, "schema": Edition::V2.reference(&route.answer)});
            ((*code).to_owned(), answer)
        })
        .collect();
    responses.insert("401".to_owned(), json!({"description": "Unauthorized"}));
    json!({"description": route.description, "operationId": route.operation_id, "tags": [route.tag], "schemes": ["https"],
        "consumes": route.consumes, "produces": ANSWERS, "parameters": parameters, "responses": responses,
        "x-kubernetes-action": route.action, "x-kubernetes-group-version-kind": of_kind(route)})
}

/// Changes references of version 3 to those of version 2, here and below.
fn translate(schema: &mut Value) {
    // A reference beside a default is in a list of its own in version 3 only.
    let only = match schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
        Some([only]) => only.get("$ref").cloned(),
        _ => None,
    };
    if let (Some(reference), Value::Object(keywords)) = (only, &mut *schema) {
        keywords.remove("allOf");
        keywords.insert("$ref".to_owned(), reference);
    }
    match schema {
        Value::Object(keywords) => {
            for (keyword, value) in keywords.iter_mut() {
                match (keyword.as_str(), &mut *value) {
                    ("$ref", Value::String(reference)) => {
                        if let Some(name) = reference.strip_prefix("#/components/schemas/") {
                            *reference = format!("#/definitions/{name}");
                        }
                    }
                    ("default" | "enum" | "example", _) => {}
                    ("properties", Value::Object(members)) => members.values_mut().for_each(translate),
                    (_, value @ (Value::Object(_) | Value::Array(_))) => translate(value),
                    _ => {}
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(translate),
        _ => {}
    }
}
