//! OpenAPI documents, as far as kubectl reads them: schemas for `kubectl explain`, and the information that
//! the server validates fields, without which `kubectl apply` sends no request.
// kubectl: pkg/cmd/util, pkg/validation; kube-openapi: pkg/handler3

mod native;

use std::collections::BTreeMap;
use std::sync::Arc;

use crdc_kubernetes::Kinds;
use serde_json::{Map, Value, json};

use crate::kinds::Kind;

/// The index of the documents: the path of the document of each API version.
pub(crate) fn index(versions: &BTreeMap<String, Vec<Arc<Kind>>>) -> Value {
    let paths: Map<String, Value> = versions
        .keys()
        .map(|version| {
            let path =
                if version.contains('/') { format!("apis/{version}") } else { format!("api/{version}") };
            (path.clone(), json!({"serverRelativeURL": format!("/openapi/v3/{path}")}))
        })
        .collect();
    json!({ "paths": paths })
}

/// The document of the kinds of an API version. `types` are Kubernetes' own types.
pub(crate) fn document(kinds: &[Arc<Kind>], types: Option<&Kinds>) -> Value {
    let (mut paths, mut schemas) = (Map::new(), Map::new());
    for kind in kinds {
        let (version, names) = (kind.api_version(), &kind.names);
        let gvk = json!({"group": kind.group, "version": kind.version, "kind": names.kind});
        let base = if kind.group.is_empty() { format!("/api/{version}") } else { format!("/apis/{version}") };
        let folder = if kind.namespaced { "/namespaces/{namespace}" } else { "" };
        let parameters: Vec<Value> = ["dryRun", "fieldManager", "fieldValidation", "force"]
            .iter()
            .map(|name| json!({"name": name, "in": "query", "schema": {"type": "string", "uniqueItems": true}}))
            .collect();
        let write = |action: &str| {
            json!({"parameters": parameters, "x-kubernetes-action": action, "x-kubernetes-group-version-kind": gvk,
                "responses": {"200": {"description": "OK"}}})
        };
        let read =
            json!({"x-kubernetes-action": "get", "x-kubernetes-group-version-kind": gvk, "responses": {}});
        let path = format!("{base}{folder}/{}", names.plural);
        paths.insert(
            format!("{path}/{{name}}"),
            json!({"get": read, "put": write("put"), "patch": write("patch")}),
        );
        paths.insert(path, json!({"get": read, "post": write("post")}));
        let own =
            types.filter(|_| kind.native).and_then(|types| Some((types, types.find(&version, &names.kind)?)));
        let name = match own {
            Some((types, definition)) => {
                native::add(types, definition, &mut schemas);
                definition.name.clone()
            }
            None => {
                let any = || json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
                let schema =
                    kind.types.schema(&version).cloned().filter(Value::is_object).unwrap_or_else(any);
                let group: Vec<&str> = kind.group.split('.').rev().collect();
                let name = format!("{}.{}.{}", group.join("."), kind.version, names.kind);
                schemas.insert(name.clone(), schema);
                name
            }
        };
        schemas[&name]["x-kubernetes-group-version-kind"] = json!([gvk]);
    }
    json!({"openapi": "3.0.0", "info": {"title": "Kubernetes", "version": "v1.36.0"}, "paths": paths,
        "components": {"schemas": schemas}})
}
