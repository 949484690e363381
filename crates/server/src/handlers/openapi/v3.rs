//! The document in OpenAPI 3. In: the kinds of an API version. Out: the document as JSON.
// kube-openapi: pkg/builder3/openapi.go

use std::sync::Arc;

use crdc_kubernetes::Kinds;
use serde_json::{Map, Value, json};

use super::contents::{ANSWERS, Contents, of_kind};
use super::custom::Edition;
use super::operations::Route;
use crate::kinds::Kind;

/// The document of the kinds of an API version. `types` are Kubernetes' own types.
pub(crate) fn document(kinds: &[Arc<Kind>], types: Option<&Kinds>) -> Value {
    let Contents { schemas, routes } = Contents::of(kinds, types, Edition::V3);
    let mut paths = Map::new();
    for route in &routes {
        let path = paths.entry(route.path.clone()).or_insert_with(|| {
            let places = route.places.iter().map(|name| {
                json!({"name": name, "in": "path", "required": true, "schema": {"type": "string", "uniqueItems": true}})
            });
            let pretty = json!({"name": "pretty", "in": "query", "schema": {"type": "string", "uniqueItems": true}});
            json!({"parameters": places.chain([pretty]).collect::<Vec<_>>()})
        });
        path[route.method] = operation(route);
    }
    let is_custom = kinds.iter().all(|kind| !kind.native);
    let info = match is_custom {
        true => json!({"title": "Kubernetes CRD Swagger", "version": "v0.1.0"}),
        false => json!({"title": "Kubernetes", "version": "v1.36.0"}),
    };
    json!({"openapi": "3.0.0", "info": info, "paths": paths, "components": {"schemas": schemas}})
}

fn operation(route: &Route) -> Value {
    let parameters: Vec<Value> = route
        .query
        .iter()
        .map(|(name, of)| json!({"name": name, "in": "query", "schema": {"type": of, "uniqueItems": true}}))
        .collect();
    let content = |media: &[&str], name: &str| -> Map<String, Value> {
        let schema = json!({"schema": Edition::V3.reference(name)});
        media.iter().map(|media| ((*media).to_owned(), schema.clone())).collect()
    };
    let mut responses: Map<String, Value> = route
        .codes
        .iter()
        .map(|(code, description)| {
            let answer = json!({"description": description, "content": content(&ANSWERS, &route.answer)});
            ((*code).to_owned(), answer)
        })
        .collect();
    responses.insert("401".to_owned(), json!({"description": "Unauthorized"}));
    let mut operation = json!({"description": route.description, "operationId": route.operation_id, "tags": [route.tag],
        "responses": responses, "x-kubernetes-action": route.action, "x-kubernetes-group-version-kind": of_kind(route)});
    if !parameters.is_empty() {
        operation["parameters"] = json!(parameters);
    }
    if let Some((name, is_required)) = &route.body {
        operation["requestBody"] = json!({"content": content(route.consumes, name)});
        if *is_required {
            operation["requestBody"]["required"] = json!(true);
        }
    }
    operation
}
