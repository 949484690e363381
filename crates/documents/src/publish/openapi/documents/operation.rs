//! Operations. In: a route and its action. Out: the operation as it is in a document of either form.
//
// apiextensions-apiserver: pkg/controller/openapi/builder/builder.go buildRoute, descriptionFor; apiserver:
// pkg/endpoints/openapi/openapi.go GetOperationIDAndTags; kube-openapi: pkg/builder, pkg/builder3

use super::super::meta::path;
use super::super::options::OpenApi;
use super::meta_types::{SCALE, meta};
use super::parameters::Parameter;
use super::resource::Resource;
use super::routes::{Action, Route, Subject};
use crate::publish::tree;
use crdc_source::Node;

const FORMATS: &[&str] = &["application/json", "application/yaml"];
const PATCHES: &[&str] =
    &["application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json"];

/// The operation, with the parameters that its path does not have for all operations.
pub(super) fn operation(
    resource: &Resource<'_>,
    route: &Route,
    action: Action,
    parameters: &[Parameter],
    form: OpenApi,
) -> Node {
    let patch = action == Action::Patch;
    let consumed = if patch { PATCHES } else { FORMATS };
    let mut out = tree::with(&[
        ("tags", texts(&[&tag(resource)])),
        ("description", tree::text(&description(resource, route, action))),
        ("operationId", tree::text(&operation_id(resource, route, action))),
    ]);
    if form == OpenApi::V2 {
        tree::push(&mut out, "consumes", texts(consumed));
        tree::push(&mut out, "produces", texts(FORMATS));
        tree::push(&mut out, "schemes", texts(&["https"]));
    }
    let mut written: Vec<Node> =
        parameters.iter().map(|parameter| parameter.written(form, resource.kind)).collect();
    let body = body(resource, route, action);
    if let (OpenApi::V2, Some((name, required))) = (form, &body) {
        let mut parameter = tree::with(&[("name", tree::text("body")), ("in", tree::text("body"))]);
        if *required {
            tree::push(&mut parameter, "required", tree::flag(true));
        }
        tree::push(&mut parameter, "schema", reference(form, name));
        written.insert(0, parameter);
    }
    if !written.is_empty() {
        tree::push(&mut out, "parameters", tree::list(written));
    }
    if let (OpenApi::V3, Some((name, required))) = (form, &body) {
        let mut request = tree::with(&[("content", content(consumed, name))]);
        if *required {
            tree::push(&mut request, "required", tree::flag(true));
        }
        tree::push(&mut out, "requestBody", request);
    }
    tree::push(&mut out, "responses", responses(resource, route, action, form));
    tree::push(&mut out, "x-kubernetes-action", tree::text(action.name()));
    let parts = [("group", resource.group), ("kind", resource.kind), ("version", resource.version)];
    let parts = parts.map(|(key, value)| (key, tree::text(value)));
    tree::push(&mut out, "x-kubernetes-group-version-kind", tree::with(&parts));
    out
}

/// The type of the body, and whether there must be one.
fn body(resource: &Resource<'_>, route: &Route, action: Action) -> Option<(String, bool)> {
    match action {
        Action::Post | Action::Put if route.subject == Subject::Scale => Some((SCALE.to_owned(), true)),
        Action::Post | Action::Put => Some((resource.name.to_owned(), true)),
        Action::Patch => Some((meta("Patch"), true)),
        Action::Delete => Some((meta("DeleteOptions"), false)),
        Action::List | Action::Get | Action::DeleteCollection => None,
    }
}

fn responses(resource: &Resource<'_>, route: &Route, action: Action, form: OpenApi) -> Node {
    let answer = match action {
        Action::List => resource.list_name.to_owned(),
        Action::Delete | Action::DeleteCollection => meta("Status"),
        _ if route.subject == Subject::Scale => SCALE.to_owned(),
        _ => resource.name.to_owned(),
    };
    let codes: &[(&str, &str)] = match action {
        Action::Post => &[("200", "OK"), ("201", "Created"), ("202", "Accepted")],
        Action::Put => &[("200", "OK"), ("201", "Created")],
        Action::Delete => &[("200", "OK"), ("202", "Accepted")],
        _ => &[("200", "OK")],
    };
    let mut out = tree::object();
    for (code, description) in codes {
        let mut response = tree::with(&[("description", tree::text(description))]);
        match form {
            OpenApi::V2 => tree::push(&mut response, "schema", reference(form, &answer)),
            OpenApi::V3 => tree::push(&mut response, "content", content(FORMATS, &answer)),
        }
        tree::push(&mut out, code, response);
    }
    tree::push(&mut out, "401", tree::with(&[("description", tree::text("Unauthorized"))]));
    out
}

fn content(formats: &[&str], name: &str) -> Node {
    let one = tree::with(&[("schema", reference(OpenApi::V3, name))]);
    tree::with(&formats.iter().map(|format| (*format, one.clone())).collect::<Vec<_>>())
}

fn reference(form: OpenApi, name: &str) -> Node {
    tree::with(&[("$ref", tree::text(&path(form, name)))])
}

fn texts(texts: &[&str]) -> Node {
    tree::list(texts.iter().map(|text| tree::text(text)).collect())
}

/// The verb at the beginning of an operation's name and description.
fn verb(action: Action) -> &'static str {
    match action {
        Action::List => "list",
        Action::Post => "create",
        Action::DeleteCollection => "delete",
        Action::Get => "read",
        Action::Put => "replace",
        Action::Delete => "delete",
        Action::Patch => "patch",
    }
}

fn description(resource: &Resource<'_>, route: &Route, action: Action) -> String {
    let kind = resource.kind;
    let of = route.subject.subresource().map_or_else(String::new, |name| format!(" {name} of"));
    let vowel = kind.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    let article = if vowel { "an" } else { "a" };
    match action {
        Action::List => format!("list objects of kind {kind}"),
        Action::Post | Action::Delete => format!("{} {article} {kind}", verb(action)),
        Action::DeleteCollection => format!("delete collection of {kind}"),
        Action::Get | Action::Put => format!("{}{of} the specified {kind}", verb(action)),
        Action::Patch => format!("partially update{of} the specified {kind}"),
    }
}

/// `listExampleComV1NamespacedBackup`
fn operation_id(resource: &Resource<'_>, route: &Route, action: Action) -> String {
    let Resource { group, version, kind, .. } = *resource;
    let mut out = verb(action).to_owned();
    out.push_str(&identifier(group_label(group), true));
    out.push_str(&identifier(version, true));
    if action == Action::DeleteCollection {
        out.push_str("Collection");
    }
    if route.in_namespace {
        out.push_str("Namespaced");
    }
    out.push_str(&identifier(kind, true));
    match route.subject {
        Subject::AllNamespaces => out.push_str("ForAllNamespaces"),
        Subject::Status => out.push_str("Status"),
        Subject::Scale => out.push_str("Scale"),
        Subject::Objects | Subject::Object => {}
    }
    out
}

/// `exampleCom_v1`
fn tag(resource: &Resource<'_>) -> String {
    format!("{}_{}", identifier(group_label(resource.group), false), identifier(resource.version, false))
}

fn group_label(group: &str) -> &str {
    group.strip_suffix(".k8s.io").unwrap_or(group)
}

/// The letters and digits of a text, with a capital after everything else.
fn identifier(text: &str, capital: bool) -> String {
    let mut out = String::new();
    let mut capital = capital;
    for (index, char) in text.chars().enumerate() {
        if char.is_alphabetic() || char == '_' || (index != 0 && char.is_numeric()) {
            if capital {
                out.extend(char.to_uppercase());
            } else {
                out.push(char);
            }
            capital = false;
        } else {
            capital = true;
        }
    }
    out
}
