//! The parameters of operations. In: an operation's action. Out: its query parameters by name. `pretty`,
//! `name` and `namespace` come from the route.
//
// apiextensions-apiserver: pkg/controller/openapi/builder/builder.go buildRoute; apimachinery:
// pkg/apis/meta/v1/types.go

use super::super::options::OpenApi;
use super::routes::Action;
use crate::publish::tree;
use crdc_source::Node;

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    r#type: &'static str,
    description: &'static str,
    is_path: bool,
}

const PRETTY: Parameter = query("pretty", "string", "If 'true', then the output is pretty printed.");
const DRY_RUN: Parameter = query("dryRun", "string", "`All`: nothing is stored.");

const GET: &[Parameter] = &[RESOURCE_VERSION];
const WRITE: &[Parameter] = &[
    DRY_RUN,
    query("fieldManager", "string", "The name of who makes the changes."),
    query(
        "fieldValidation",
        "string",
        "What happens to unknown and duplicate fields: `Ignore`, `Warn` or `Strict`.",
    ),
];
const DELETE: &[Parameter] = &[
    DRY_RUN,
    query("gracePeriodSeconds", "integer", "Seconds before the object is deleted; 0 deletes it immediately."),
    query(
        "ignoreStoreReadErrorWithClusterBreakingPotential",
        "boolean",
        "Deletes an object that cannot be read from storage, without finalizers and preconditions.",
    ),
    query("orphanDependents", "boolean", "Deprecated: use propagationPolicy. Whether dependents are kept."),
    query(
        "propagationPolicy",
        "string",
        "What happens to dependents: `Orphan`, `Background` or `Foreground`.",
    ),
];
const LIST: &[Parameter] = &[
    query("allowWatchBookmarks", "boolean", "Whether a watch has events of type BOOKMARK."),
    query("continue", "string", "The token of the previous part of the list."),
    query("fieldSelector", "string", "Restricts the objects by their fields."),
    query("labelSelector", "string", "Restricts the objects by their labels."),
    query(
        "limit",
        "integer",
        "The maximum number of objects of the answer; the rest follows with `continue`.",
    ),
    RESOURCE_VERSION,
    query("resourceVersionMatch", "string", "How resourceVersion is applied: `Exact` or `NotOlderThan`."),
    query("sendInitialEvents", "boolean", "Whether a watch begins with events for the existing objects."),
    query("timeoutSeconds", "integer", "Limits the duration of the call."),
    query("watch", "boolean", "Watches for changes instead of returning a list."),
];
const RESOURCE_VERSION: Parameter = query("resourceVersion", "string", "Which version may be served.");

const fn query(name: &'static str, r#type: &'static str, description: &'static str) -> Parameter {
    Parameter { name, r#type, description, is_path: false }
}

/// The parameters of an operation, by name.
pub(super) fn of(action: Action, namespaced: bool, named: bool) -> Vec<Parameter> {
    let mut found = match action {
        Action::Get => GET,
        Action::List | Action::DeleteCollection => LIST,
        Action::Post | Action::Put | Action::Patch => WRITE,
        Action::Delete => DELETE,
    }
    .to_vec();
    found.push(PRETTY);
    let path = |name, description| Parameter { name, r#type: "string", description, is_path: true };
    found.extend(named.then(|| path("name", "name of the ")));
    found.extend(
        namespaced.then(|| path("namespace", "object name and auth scope, such as for teams and projects")),
    );
    found.sort_by_key(|parameter| parameter.name);
    found
}

impl Parameter {
    /// The parameter in a document. `kind` completes the description of a name.
    pub(super) fn written(&self, form: OpenApi, kind: &str) -> Node {
        let description = match self.name {
            "name" => format!("{}{kind}", self.description),
            _ => self.description.to_owned(),
        };
        let place = if self.is_path { "path" } else { "query" };
        let mut out = tree::with(&[
            ("name", tree::text(self.name)),
            ("in", tree::text(place)),
            ("description", tree::text(&description)),
        ]);
        if self.is_path {
            tree::push(&mut out, "required", tree::flag(true));
        }
        let schema = [("type", tree::text(self.r#type)), ("uniqueItems", tree::flag(true))];
        match form {
            OpenApi::V3 => tree::push(&mut out, "schema", tree::with(&schema)),
            OpenApi::V2 => schema.into_iter().for_each(|(key, value)| tree::push(&mut out, key, value)),
        }
        out
    }
}
