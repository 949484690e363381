//! Recognizes documents of kustomize next to CustomResourceDefinitions: patches, and its own files. In: a
//! document. Out: the sort of kustomize document, if it is one.
//!
//! **A patch has no field that identifies a resource** (group, names, scope, versions), and changes a field
//! that patches usually change: the conversion, secondary names, `preserveUnknownFields`, or metadata other
//! than the name. Every other document of the kind CustomResourceDefinition is read as a definition, and its
//! mistakes are errors: one with a key that is not in these lists, or with nothing to change.

use crdc_source::{Node, Value};

/// The fields that patches change in a `spec`.
const SPEC: [&str; 3] = ["conversion", "names", "preserveUnknownFields"];
/// Names that do not identify a resource.
const NAMES: [&str; 4] = ["singular", "listKind", "shortNames", "categories"];
/// The fields that patches change in metadata.
const METADATA: [&str; 4] = ["annotations", "labels", "finalizers", "ownerReferences"];
/// Lists of a `kustomization.yaml`, which needs no kind.
const KUSTOMIZATION: [&str; 9] = [
    "resources",
    "bases",
    "components",
    "patches",
    "patchesStrategicMerge",
    "patchesJson6902",
    "configurations",
    "transformers",
    "generators",
];
/// Lists of a file that `configurations` names.
const CONFIGURATION: [&str; 2] = ["nameReference", "varReference"];
/// The operations of JSON patches.
const OPERATIONS: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

/// A document of kustomize.
pub(crate) struct Kustomize {
    /// The sort of the document: `a JSON patch`.
    pub(crate) what: String,
    /// The help: a way to have the effect of the document checked.
    pub(crate) help: String,
}

/// The kind of a kustomize document, unless it is an object.
pub(crate) fn kustomize(document: &Node) -> Option<Kustomize> {
    const BUILD: &str = "check what it becomes a part of: `kustomize build DIR | crdc check -`";
    let what = match &document.value {
        Value::Array(_) => is_json_patch(document).then_some("a JSON patch")?,
        Value::Object(_) => match text(document, "kind") {
            Some("CustomResourceDefinition")
                if text(document, "apiVersion").is_some_and(|of| of.starts_with("apiextensions.k8s.io/")) =>
            {
                return is_patch(document).then(|| Kustomize {
                    what: match document.get("metadata").and_then(|metadata| text(metadata, "name")) {
                        Some(name) => format!("a patch of the CustomResourceDefinition `{name}`"),
                        None => "a patch of CustomResourceDefinitions".to_owned(),
                    },
                    help: format!(
                        "{BUILD}; a whole definition has `spec.group`, `spec.names`, `spec.scope` and `spec.versions`"
                    ),
                });
            }
            Some("Kustomization" | "Component")
                if text(document, "apiVersion")
                    .is_none_or(|of| of.starts_with("kustomize.config.k8s.io/")) =>
            {
                "a kustomization"
            }
            None if text(document, "apiVersion").is_none() => {
                let has_list = |keys: &[&str]| keys.iter().any(|key| is_list(document, key));
                if has_list(&KUSTOMIZATION) {
                    "a kustomization"
                } else if has_list(&CONFIGURATION) {
                    "a configuration of kustomize"
                } else {
                    return None;
                }
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Kustomize { what: what.to_owned(), help: BUILD.to_owned() })
}

/// Returns whether a document of the kind CustomResourceDefinition is a patch of one, and not a whole one.
///
/// ```
/// use crdc_schema::is_patch;
/// use crdc_source::{Source, parse_json};
/// let of = |text: &str| is_patch(&parse_json(&Source::new("crd.json", text)).0[0]);
/// assert!(of(r#"{"kind": "CustomResourceDefinition", "spec": {"conversion": {"strategy": "None"}}}"#));
/// assert!(!of(r#"{"kind": "CustomResourceDefinition", "spec": {"group": "example.com"}}"#));
/// ```
#[must_use]
pub fn is_patch(document: &Node) -> bool {
    if has_outer_directive(document) {
        return true;
    }
    let only = |node: &Node, known: &[&str]| match &node.value {
        Value::Object(members) => members.iter().all(|member| known.contains(&member.key.as_str())),
        _ => false,
    };
    let is_set = |node: &Node| match &node.value {
        Value::Null => false,
        Value::Object(members) => !members.is_empty(),
        _ => true,
    };
    let changes = |node: &Node, keys: &[&str]| keys.iter().any(|key| node.get(key).is_some_and(is_set));
    if !only(document, &["apiVersion", "kind", "metadata", "spec"]) {
        return false;
    }
    match document.get("spec") {
        Some(spec) => {
            let secondary = spec.get("names").is_none_or(|names| only(names, &NAMES));
            only(spec, &SPEC) && secondary && changes(spec, &SPEC)
        }
        None => document.get("metadata").is_some_and(|metadata| changes(metadata, &METADATA)),
    }
}

/// Returns whether a document has a directive of strategic merge patches where no field of an object has such
/// a name: at its root, in its metadata or its `spec`, or in a version of a definition. Deeper it may be a
/// value, such as the patch that a policy applies.
///
/// ```
/// use crdc_schema::has_outer_directive;
/// use crdc_source::{Source, parse_json};
/// let of = |text: &str| has_outer_directive(&parse_json(&Source::new("patch.json", text)).0[0]);
/// assert!(of(r#"{"spec": {"$patch": "replace"}}"#));
/// assert!(!of(r#"{"spec": {"mutate": {"$patch": "delete"}}}"#));
/// ```
#[must_use]
pub fn has_outer_directive(document: &Node) -> bool {
    let versions = document.get("spec").and_then(|spec| spec.get("versions")).map(|versions| &versions.value);
    let versions = if let Some(Value::Array(versions)) = versions { versions.as_slice() } else { &[] };
    let parts = [Some(document), document.get("metadata"), document.get("spec")].into_iter().flatten();
    // Not in schemas, where it would be the name of a field.
    parts.chain(versions).any(has_directive)
}

/// Returns whether a document is a JSON patch (RFC 6902): a list of operations.
///
/// ```
/// use crdc_schema::is_json_patch;
/// use crdc_source::{Source, parse_json};
/// let of = |text: &str| is_json_patch(&parse_json(&Source::new("patch.json", text)).0[0]);
/// assert!(of(r#"[{"op": "remove", "path": "/spec"}]"#));
/// assert!(!of(r#"[{"path": "/spec"}]"#));
/// ```
#[must_use]
pub fn is_json_patch(document: &Node) -> bool {
    matches!(&document.value, Value::Array(list) if !list.is_empty() && list.iter().all(is_operation))
}

/// Returns whether a document has a directive of strategic merge patches anywhere, such as `$patch: delete`.
///
/// ```
/// use crdc_schema::has_patch_directive;
/// use crdc_source::{Source, parse_json};
/// let of = |text: &str| has_patch_directive(&parse_json(&Source::new("patch.json", text)).0[0]);
/// assert!(of(r#"{"spec": {"containers": [{"name": "a", "$patch": "delete"}]}}"#));
/// assert!(!of(r#"{"spec": {"patch": "$patch"}}"#));
/// ```
#[must_use]
pub fn has_patch_directive(document: &Node) -> bool {
    match &document.value {
        Value::Array(items) => items.iter().any(has_patch_directive),
        Value::Object(members) => {
            has_directive(document) || members.iter().any(|member| has_patch_directive(&member.value))
        }
        _ => false,
    }
}

/// Whether an object has a directive of strategic merge patches, such as `$patch: delete`.
fn has_directive(node: &Node) -> bool {
    let is_directive = |key: &str| {
        ["$patch", "$retainKeys"].contains(&key)
            || ["$setElementOrder/", "$deleteFromPrimitiveList/"].iter().any(|start| key.starts_with(start))
    };
    matches!(&node.value, Value::Object(members) if members.iter().any(|member| is_directive(&member.key)))
}

fn is_operation(node: &Node) -> bool {
    text(node, "op").is_some_and(|op| OPERATIONS.contains(&op)) && text(node, "path").is_some()
}

fn is_list(node: &Node, key: &str) -> bool {
    matches!(node.get(key).map(|node| &node.value), Some(Value::Array(_)))
}

fn text<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get(key).and_then(Node::as_str).filter(|text| !text.is_empty())
}
