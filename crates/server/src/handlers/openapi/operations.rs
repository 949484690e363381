//! The requests that a kind answers, as OpenAPI documents list them. In: a kind. Out: its routes.
// apiserver: pkg/endpoints/installer.go registerResourceHandlers, pkg/endpoints/openapi/openapi.go
// GetOperationIDAndTags; apiextensions-apiserver: pkg/controller/openapi/builder/builder.go generateBuilder

use std::fmt::Write as _;

use crate::handlers::actions::actions;
use crate::kinds::{Kind, api_version};

/// The names of schemas that operations refer to.
pub(super) const STATUS: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.Status";
pub(super) const PATCH: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.Patch";
pub(super) const DELETE_OPTIONS: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions";

/// A query parameter: its name and its type.
pub(super) type Parameter = (&'static str, &'static str);

const WRITE: [Parameter; 3] =
    [("dryRun", "string"), ("fieldManager", "string"), ("fieldValidation", "string")];
const APPLY: [Parameter; 4] =
    [("dryRun", "string"), ("fieldManager", "string"), ("fieldValidation", "string"), ("force", "boolean")];
const DELETE: [Parameter; 5] = [
    ("dryRun", "string"),
    ("gracePeriodSeconds", "integer"),
    ("ignoreStoreReadErrorWithClusterBreakingPotential", "boolean"),
    ("orphanDependents", "boolean"),
    ("propagationPolicy", "string"),
];
const READ: [Parameter; 1] = [("resourceVersion", "string")];
const LIST: [Parameter; 10] = [
    ("allowWatchBookmarks", "boolean"),
    ("continue", "string"),
    ("fieldSelector", "string"),
    ("labelSelector", "string"),
    ("limit", "integer"),
    ("resourceVersion", "string"),
    ("resourceVersionMatch", "string"),
    ("sendInitialEvents", "boolean"),
    ("timeoutSeconds", "integer"),
    ("watch", "boolean"),
];

/// The media types of patches.
const PATCHES: [&str; 4] = [
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/apply-patch+yaml",
    "application/strategic-merge-patch+json",
];
const BODIES: [&str; 2] = ["application/json", "application/yaml"];

/// The verbs of subresources, and the names of their operations.
const OF_SUBRESOURCES: [(&str, &str); 3] = [("get", "read"), ("update", "replace"), ("patch", "patch")];

/// A request that a kind answers.
pub(super) struct Route {
    pub(super) path: String,
    /// The method, in lower case.
    pub(super) method: &'static str,
    /// The verb as `x-kubernetes-action` has it.
    pub(super) action: &'static str,
    pub(super) operation_id: String,
    pub(super) tag: String,
    pub(super) description: String,
    /// The names in braces in the path.
    pub(super) places: Vec<&'static str>,
    pub(super) query: &'static [Parameter],
    /// The schema of the body, and whether the request needs a body.
    pub(super) body: Option<(String, bool)>,
    /// The media types of the body.
    pub(super) consumes: &'static [&'static str],
    /// The schema of the answer.
    pub(super) answer: String,
    /// The codes of answers with their descriptions.
    pub(super) codes: &'static [(&'static str, &'static str)],
    /// Group, version and kind of the object in the request.
    pub(super) kind: [String; 3],
}

/// The schemas of a kind by their names, for routes.
pub(super) struct Schemas {
    pub(super) object: String,
    pub(super) list: String,
}

/// The name of the schema of a custom resource.
pub(super) fn model_name(group: &str, version: &str, kind: &str) -> String {
    let group: Vec<&str> = group.split('.').rev().collect();
    format!("{}.{version}.{kind}", group.join("."))
}

/// All requests that a kind answers. `named` gives the name of the schema of one of Kubernetes' own kinds.
pub(super) fn routes(
    kind: &Kind,
    schemas: &Schemas,
    named: &dyn Fn(&str, &str) -> Option<String>,
) -> Vec<Route> {
    let version = kind.api_version();
    let base = if kind.group.is_empty() { format!("/api/{version}") } else { format!("/apis/{version}") };
    let everywhere = format!("{base}/{}", kind.names.plural);
    let root = if kind.namespaced {
        format!("{base}/namespaces/{{namespace}}/{}", kind.names.plural)
    } else {
        everywhere.clone()
    };
    let object = format!("{root}/{{name}}");
    let routes = Routes { kind, root: &root };
    let (own, list) = (&*schemas.object, &*schemas.list);
    if kind.is_review() {
        return vec![routes.of(&root, "create", None, own, None)];
    }
    let mut all = Vec::new();
    if kind.namespaced {
        let mut route = routes.of(&root, "list", None, list, None);
        route.operation_id = routes.id("list", "", "ForAllNamespaces");
        route.path = everywhere;
        route.places.clear();
        all.push(route);
    }
    all.push(routes.of(&root, "list", None, list, None));
    all.push(routes.of(&root, "create", None, own, None));
    if kind.has_collection_deletes() {
        all.push(routes.of(&root, "deletecollection", None, STATUS, None));
    }
    all.extend([
        routes.of(&object, "read", None, own, None),
        routes.of(&object, "replace", None, own, None),
        routes.of(&object, "delete", None, STATUS, None),
        routes.of(&object, "patch", None, own, None),
    ]);
    for part in kind.of_status().chain(kind.parts()) {
        let verbs = kind.subresource_verbs(part);
        let served = OF_SUBRESOURCES.iter().filter(|(verb, _)| verbs.contains(verb));
        all.extend(served.map(|(_, operation)| routes.of(&object, operation, Some(part), own, None)));
    }
    if kind.scale.is_some() {
        let scale = named("autoscaling/v1", "Scale").unwrap_or_default();
        let of = ["autoscaling", "v1", "Scale"];
        let of = if kind.native { of.map(str::to_owned) } else { routes.own() };
        all.extend(
            OF_SUBRESOURCES
                .map(|(_, verb)| routes.of(&object, verb, Some("scale"), &scale, Some(of.clone()))),
        );
    }
    for action in actions(kind) {
        let name = named(&api_version(action.group, action.version), action.kind).unwrap_or_default();
        let of = [action.group, action.version, action.kind].map(str::to_owned);
        all.push(routes.of(&object, "create", Some(action.name), &name, Some(of)));
    }
    all
}

struct Routes<'k> {
    kind: &'k Kind,
    root: &'k str,
}

impl Routes<'_> {
    fn own(&self) -> [String; 3] {
        [&self.kind.group, &self.kind.version, &self.kind.names.kind].map(Clone::clone)
    }

    /// The request with this verb. `part` is a subresource, `answer` the schema of the answer, and `of` the
    /// kind of the object, if it is another than that of the resource.
    fn of(
        &self,
        path: &str,
        verb: &'static str,
        part: Option<&'static str>,
        answer: &str,
        of: Option<[String; 3]>,
    ) -> Route {
        type Row = (&'static str, &'static str, &'static [Parameter], Option<(String, bool)>);
        let is_native = self.kind.native;
        let (method, action, query, body): Row = match verb {
            "list" => ("get", "list", &LIST, None),
            "create" => ("post", "post", &WRITE, Some((answer.to_owned(), true))),
            "replace" => ("put", "put", &WRITE, Some((answer.to_owned(), true))),
            "patch" => ("patch", "patch", &APPLY, Some((PATCH.to_owned(), true))),
            "delete" => ("delete", "delete", &DELETE, Some((DELETE_OPTIONS.to_owned(), false))),
            "deletecollection" => {
                ("delete", "deletecollection", &LIST, is_native.then(|| (DELETE_OPTIONS.to_owned(), false)))
            }
            _ => ("get", "get", if is_native { &[] } else { &READ }, None),
        };
        let mut path = path.to_owned();
        if let Some(part) = part {
            let _ = write!(path, "/{part}");
        }
        let places = [("{namespace}", "namespace"), ("{name}", "name")];
        let consumes = match (action, is_native) {
            ("patch", false) => &PATCHES[..3],
            ("patch", true) => &PATCHES,
            _ => &BODIES,
        };
        let namespaced = if self.kind.namespaced { "Namespaced" } else { "" };
        Route {
            method,
            action,
            operation_id: self.id(verb, namespaced, &part.map(title).unwrap_or_default()),
            tag: tag(self.root),
            description: self.description(verb, part),
            places: places
                .into_iter()
                .filter(|(place, _)| path.contains(place))
                .map(|(_, name)| name)
                .collect(),
            path,
            query,
            body,
            consumes,
            answer: answer.to_owned(),
            codes: match action {
                "post" => &[("200", "OK"), ("201", "Created"), ("202", "Accepted")],
                "put" => &[("200", "OK"), ("201", "Created")],
                "patch" if is_native => &[("200", "OK"), ("201", "Created")],
                "delete" => &[("200", "OK"), ("202", "Accepted")],
                _ => &[("200", "OK")],
            },
            kind: of.unwrap_or_else(|| self.own()),
        }
    }

    /// The operation's id, such as `listCoreV1NamespacedPod`: its verb, the group, the version and the rest.
    fn id(&self, verb: &str, namespaced: &str, end: &str) -> String {
        let (verb, rest) = match verb {
            "deletecollection" => ("delete", "Collection"),
            verb => (verb, ""),
        };
        let [group, version] = place(self.root);
        let kind = &self.kind.names.kind;
        format!("{verb}{}{}{rest}{namespaced}{kind}{end}", joined(&group, true), joined(&version, true))
    }

    fn description(&self, verb: &str, part: Option<&str>) -> String {
        let kind = &self.kind.names.kind;
        let of = part.map(|part| format!(" {part} of")).unwrap_or_default();
        match verb {
            "list" => format!("list or watch objects of kind {kind}"),
            "patch" => format!("partially update{of} the specified {kind}"),
            "deletecollection" => format!("delete collection of {kind}"),
            "create" | "delete" => {
                let is_an = kind.starts_with(['A', 'E', 'I', 'O', 'U']);
                format!("{verb}{of} {} {kind}", if is_an { "an" } else { "a" })
            }
            _ => format!("{verb}{of} the specified {kind}"),
        }
    }
}

/// The group and the version in a path, as operations name them.
fn place(path: &str) -> [String; 2] {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    match (parts.next(), parts.next(), parts.next()) {
        (Some("api"), Some(version), _) => ["core".to_owned(), version.to_owned()],
        (_, Some(group), Some(version)) => {
            [group.strip_suffix(".k8s.io").unwrap_or(group).to_owned(), version.to_owned()]
        }
        _ => Default::default(),
    }
}

fn tag(path: &str) -> String {
    let [group, version] = place(path);
    format!("{}_{}", joined(&group, false), joined(&version, false))
}

/// Words without the marks between them; the letter after a mark is a capital.
fn joined(text: &str, mut is_capital: bool) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            letter if !letter.is_alphanumeric() && letter != '_' => is_capital = true,
            letter if is_capital => {
                out.extend(letter.to_uppercase());
                is_capital = false;
            }
            letter => out.push(letter),
        }
    }
    out
}

fn title(text: &'static str) -> String {
    joined(text, true)
}
