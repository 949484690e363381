//! The contents of OpenAPI documents. In: kinds. Out: their schemas and their requests.
// kube-openapi: pkg/builder3/openapi.go

use std::sync::Arc;

use crdc_kubernetes::Kinds;
use serde_json::{Map, Value, json};

use super::custom::{self, Edition, LIST_META, OBJECT_META};
use super::native;
use super::operations::{DELETE_OPTIONS, PATCH, Route, STATUS, Schemas, model_name, routes};
use crate::kinds::Kind;

/// The media types of answers.
pub(super) const ANSWERS: [&str; 2] = ["application/json", "application/yaml"];

/// The schemas and the requests of kinds.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) schemas: Map<String, Value>,
    pub(super) routes: Vec<Route>,
}

impl Contents {
    /// Reads kinds. `types` are Kubernetes' own types.
    pub(super) fn of<'k>(
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

/// Group, version and kind of the object in a request.
pub(super) fn of_kind(route: &Route) -> Value {
    let [group, version, kind] = &route.kind;
    json!({"group": group, "version": version, "kind": kind})
}
