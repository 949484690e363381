//! The routes that a server has for a resource. In: its names and subresources. Out: paths with their
//! operations.
//
// apiextensions-apiserver: pkg/controller/openapi/builder/builder.go generateBuilder

use super::resource::Resource;

/// The action of an operation; its name is `x-kubernetes-action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    List,
    Post,
    DeleteCollection,
    Get,
    Put,
    Delete,
    Patch,
}

impl Action {
    pub(super) fn name(self) -> &'static str {
        match self {
            Action::List => "list",
            Action::Post => "post",
            Action::DeleteCollection => "deletecollection",
            Action::Get => "get",
            Action::Put => "put",
            Action::Delete => "delete",
            Action::Patch => "patch",
        }
    }

    /// The key of the operation in its path.
    pub(super) fn method(self) -> &'static str {
        match self {
            Action::List | Action::Get => "get",
            Action::DeleteCollection | Action::Delete => "delete",
            other => other.name(),
        }
    }
}

/// The subject of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// The objects of a namespace or of the cluster.
    Objects,
    /// The objects of all namespaces.
    AllNamespaces,
    /// One object.
    Object,
    /// The status.
    Status,
    /// The scale.
    Scale,
}

impl Subject {
    /// The name of the subresource.
    pub(super) fn subresource(self) -> Option<&'static str> {
        match self {
            Subject::Status => Some("status"),
            Subject::Scale => Some("scale"),
            _ => None,
        }
    }

    /// Whether the path has a name.
    pub(super) fn is_named(self) -> bool {
        matches!(self, Subject::Object | Subject::Status | Subject::Scale)
    }
}

/// A path and its operations, in the order of methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route {
    pub(super) path: String,
    /// Whether the path has a namespace.
    pub(super) in_namespace: bool,
    pub(super) subject: Subject,
    pub(super) actions: &'static [Action],
}

/// The routes of a resource.
pub(super) fn of(resource: &Resource<'_>) -> Vec<Route> {
    let Resource { group, version, plural, namespaced, status, scale, .. } = *resource;
    let base = format!("/apis/{group}/{version}");
    let mut routes = Vec::new();
    let root = if namespaced {
        routes.push(Route {
            path: format!("{base}/{plural}"),
            in_namespace: false,
            subject: Subject::AllNamespaces,
            actions: &[Action::List],
        });
        format!("{base}/namespaces/{{namespace}}/{plural}")
    } else {
        format!("{base}/{plural}")
    };
    let mut add = |below: &str, subject, actions| {
        routes.push(Route { path: format!("{root}{below}"), in_namespace: namespaced, subject, actions });
    };
    add("", Subject::Objects, &[Action::DeleteCollection, Action::List, Action::Post]);
    add("/{name}", Subject::Object, &[Action::Delete, Action::Get, Action::Patch, Action::Put]);
    let subresource = &[Action::Get, Action::Patch, Action::Put];
    if status {
        add("/{name}/status", Subject::Status, subresource);
    }
    if scale {
        add("/{name}/scale", Subject::Scale, subresource);
    }
    routes
}
