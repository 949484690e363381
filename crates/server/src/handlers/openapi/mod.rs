//! OpenAPI documents: schemas for `kubectl explain` and for generators of clients, and the requests of each
//! kind, without which `kubectl apply` sends no request.
//!
//! `operations` lists the requests of a kind, `custom` and `native` make schemas; `v2` makes the older
//! document of these, and `gnostic` writes it as protobuf.
// kubectl: pkg/cmd/util, pkg/validation; kube-openapi: pkg/handler3, pkg/handler

mod custom;
mod gnostic;
mod native;
mod operations;
mod v2;

use std::collections::BTreeMap;
use std::sync::Arc;

use crdc_kubernetes::Kinds;
use serde_json::{Map, Value, json};

use crate::handlers::request::call::Call;
use crate::kinds::Kind;
use crate::response::reply::Reply;
use custom::{Edition, LIST_META, OBJECT_META};
use operations::{DELETE_OPTIONS, PATCH, Route, STATUS, Schemas, model_name, routes};

/// The media types of answers.
const ANSWERS: [&str; 2] = ["application/json", "application/yaml"];

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

/// The schemas and the requests of kinds.
#[derive(Default)]
struct Contents {
    schemas: Map<String, Value>,
    routes: Vec<Route>,
}

impl Contents {
    /// Reads kinds. `types` are Kubernetes' own types.
    fn of<'k>(
        kinds: impl IntoIterator<Item = &'k Arc<Kind>>,
        types: Option<&Kinds>,
        edition: Edition,
    ) -> Contents {
        let mut contents = Contents::default();
        for name in [STATUS, DELETE_OPTIONS, OBJECT_META, LIST_META, PATCH] {
            contents.named(name, types);
        }
        for kind in kinds {
            contents.add(kind, types, edition);
        }
        contents
    }

    /// Adds a schema of Kubernetes' own types, and all that it refers to.
    fn named(&mut self, name: &str, types: Option<&Kinds>) {
        match types.and_then(|types| Some((types, types.named(name)?))) {
            Some((types, definition)) => native::add(types, definition, &mut self.schemas),
            None => {
                self.schemas.entry(name.to_owned()).or_insert_with(|| json!({"type": "object"}));
            }
        }
    }

    fn add(&mut self, kind: &Kind, types: Option<&Kinds>, edition: Edition) {
        let (version, names) = (kind.api_version(), &kind.names);
        let schema_of = |version: &str, kind: &str| {
            types.and_then(|types| types.find(version, kind)).map(|definition| definition.name.clone())
        };
        let mut schemas = Schemas {
            object: model_name(&kind.group, &kind.version, &names.kind),
            list: model_name(&kind.group, &kind.version, &names.list_kind),
        };
        if kind.native {
            for (name, kind_name) in
                [(&mut schemas.object, &names.kind), (&mut schemas.list, &names.list_kind)]
            {
                if let Some(found) = schema_of(&version, kind_name) {
                    *name = found;
                }
                if kind.is_review() && kind_name == &names.list_kind {
                    continue;
                }
                self.named(name, types);
                self.schemas[&**name]["x-kubernetes-group-version-kind"] =
                    json!([{"group": kind.group, "version": kind.version, "kind": kind_name}]);
            }
        } else {
            let list = custom::list(kind, &schemas.object, edition);
            self.schemas.insert(schemas.object.clone(), custom::schema(kind, edition));
            self.schemas.insert(schemas.list.clone(), list);
        }
        for route in routes(kind, &schemas, &schema_of) {
            let used = [Some(&route.answer), route.body.as_ref().map(|(name, _)| name)];
            for name in used
                .into_iter()
                .flatten()
                .filter(|name| !self.schemas.contains_key(*name))
                .cloned()
                .collect::<Vec<_>>()
            {
                self.named(&name, types);
            }
            self.routes.push(route);
        }
    }
}

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

fn of_kind(route: &Route) -> Value {
    let [group, version, kind] = &route.kind;
    json!({"group": group, "version": version, "kind": kind})
}

/// The media types by which clients ask for the older document in protobuf. kubectl asks for the second, but
/// Go's parser of media types refuses it in an answer, which therefore has the first.
// kube-openapi: pkg/handler/handler.go
const PROTOBUF: [&str; 2] = [
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
];

/// The older document of all kinds, in the format that the client accepts.
pub(crate) fn older<'k>(
    kinds: impl IntoIterator<Item = &'k Arc<Kind>>,
    types: Option<&Kinds>,
    call: &Call<'_>,
) -> Reply {
    let made = || v2::document(&Contents::of(kinds, types, Edition::V2));
    if call.accept.trim().is_empty() {
        return Reply::document(made().to_string());
    }
    for clause in call.accept.split(',') {
        let media = clause.split(';').next().unwrap_or_default().trim();
        if matches!(media, "application/json" | "application/*" | "*/*" | "*") {
            return Reply::document(made().to_string());
        }
        if PROTOBUF.contains(&media) {
            return Reply::document(gnostic::document(&made())).media(PROTOBUF[0]);
        }
    }
    Reply::document("").with_code(406)
}
