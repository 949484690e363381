//! The document to be published: the single CustomResourceDefinition of a text, and the positions of its
//! versions' schemas.

use super::problem::{Problem, Step};
use super::{in_rust, tree};
use crdc_source::diag::{Code, Diagnostic, has_errors};
use crdc_source::{Node, Source, Span, Value, parse};

/// The CRD of a text, or the error.
pub(super) fn read(source: &Source) -> Result<Node, Vec<Diagnostic>> {
    let (documents, problems) = parse(source);
    if has_errors(&problems) {
        return Err(problems);
    }
    let is = |node: &Node, key: &str, text: &str| node.get(key).and_then(Node::as_str) == Some(text);
    let mut crds = documents.into_iter().filter(|node| {
        is(node, "kind", "CustomResourceDefinition") && is(node, "apiVersion", "apiextensions.k8s.io/v1")
    });
    match (crds.next(), crds.next()) {
        (Some(crd), None) => Ok(crd),
        (first, _) => {
            let message = match first {
                None => "found no CustomResourceDefinition of apiextensions.k8s.io/v1",
                Some(_) => "found several CustomResourceDefinitions",
            };
            let help = "pass the text of `serde_json::to_string(&T::crd())`";
            Err(vec![Diagnostic::new(Code::PublishDocument, Span::default(), message).help(help)])
        }
    }
}

/// The paths to the schemas of a version; of all versions if none is named.
pub(super) fn schemas(crd: &Node, version: Option<&str>) -> Vec<Vec<Step>> {
    let versions = crd.get("spec").and_then(|spec| spec.get("versions")).map(tree::items).unwrap_or_default();
    let wanted =
        |node: &Node| version.is_none_or(|version| node.get("name").and_then(Node::as_str) == Some(version));
    let found = versions.iter().enumerate().filter(|(_, node)| wanted(node));
    found
        .map(|(index, _)| {
            let keys = ["spec", "versions"].map(|key| Step::Key(key.to_owned()));
            let below = ["schema", "openAPIV3Schema"].map(|key| Step::Key(key.to_owned()));
            keys.into_iter().chain([Step::Index(index)]).chain(below).collect()
        })
        .collect()
}

/// Extends the path of a schema to that of a field: `spec.storage`; the schema itself if the path is empty.
pub(super) fn field(mut steps: Vec<Step>, path: &str) -> Vec<Step> {
    for name in path.split('.').filter(|name| !name.is_empty()) {
        steps.extend(["properties", name].map(|key| Step::Key(key.to_owned())));
    }
    steps
}

/// The node at a path.
pub(super) fn at<'n>(node: &'n Node, steps: &[Step]) -> Option<&'n Node> {
    steps.iter().try_fold(node, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Index(index) => tree::items(node).get(*index),
    })
}

/// The node at a path, mutable.
pub(super) fn at_mut<'n>(node: &'n mut Node, steps: &[Step]) -> Option<&'n mut Node> {
    steps.iter().try_fold(node, |node, step| match step {
        Step::Key(key) => tree::get_mut(node, key),
        Step::Index(index) => tree::items_mut(node).get_mut(*index),
    })
}

/// The schema that rules apply to; reports a problem if it does not exist.
pub(super) fn place<'n>(
    crd: &'n mut Node,
    steps: &[Step],
    path: &str,
    problems: &mut Vec<Problem>,
) -> Option<&'n mut Node> {
    let found = at(crd, steps).is_some_and(|node| matches!(node.value, Value::Object(_)));
    if !found {
        let message = format!("the document has no field `{path}` to add rules to");
        let schema = steps.iter().position(|step| *step == Step::Key("openAPIV3Schema".to_owned()));
        let has_schema = schema.and_then(|last| at(crd, steps.get(..=last)?)).is_some();
        let help = if has_schema {
            "write the path of a field, such as `spec`; `#[kube(status = \"…\")]` makes a `status`"
        } else {
            in_rust::NO_SCHEMA
        };
        problems.push(Problem::new(Code::PublishPath, steps, message).help(help));
        return None;
    }
    at_mut(crd, steps)
}

/// Adds the schema of a field to all versions that have none, as kube would: the object itself with a
/// required `spec` and a nullable `status`.
pub(super) fn give(crd: &mut Node, steps: &[Step], path: &str, schema: &Node) {
    let Some((Step::Key(last), above)) = steps.split_last() else { return };
    if path.is_empty() {
        if let Some(version) = at_mut(crd, above) {
            tree::set(version, last, schema.clone());
        }
        return;
    }
    let mut root = crd;
    for step in steps {
        let next = match step {
            Step::Key(key) => tree::member_or_object(root, key),
            Step::Index(index) => tree::items_mut(root).get_mut(*index),
        };
        let Some(next) = next else { return };
        root = next;
    }
    if root.get("type").is_none() {
        tree::set(root, "type", tree::text("object"));
    }
    let mut schema = schema.clone();
    if path == "spec" {
        if root.get("required").is_none() {
            tree::set(root, "required", tree::list(Vec::new()));
        }
        if let Some(names) = tree::get_mut(root, "required") {
            tree::add_name(names, path);
        }
    } else {
        tree::set(&mut schema, "nullable", tree::node(Value::Bool(true)));
    }
    if let Some(all) = tree::member_or_object(root, "properties") {
        tree::set(all, path, schema);
    }
}
