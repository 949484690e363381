//! Determines the sort of documents by their content. In: a document, and whether its file was named on the
//! command line. Out: its sort, or `None` if it is an object, or was meant to be an object.
//!
//! Easy to break: a manifest without its kind is an error, so only a document that has nothing of an object
//! is no manifest.

use super::{Sort, kind};
use crate::identity::Identity;
use crate::validate::manifests::manifest::Manifest;
use crdc_schema::{has_outer_directive, has_patch_directive, is_json_patch};
use crdc_source::{Node, Value};

/// Whether a document may be an object of a server: its kind is not one that only other programs read.
pub(crate) fn is_of_servers(manifest: &Manifest) -> bool {
    kind::sort(&manifest.identity(), manifest.node.get("metadata").is_some()).is_none()
}

/// The sort of a document, unless it is an object. `may_have_patches` is whether the text contains a
/// directive of patches. `has_schema` is whether a kind is a known kind of custom resources.
pub(crate) fn sort(
    manifest: &Manifest,
    is_named: bool,
    may_have_patches: bool,
    has_schema: impl Fn(&Identity) -> bool,
) -> Option<Sort> {
    let node = &manifest.node;
    if is_json_patch(node) {
        return Some(Sort::Patch);
    }
    let identity = manifest.identity();
    // Tools publish definitions of the kinds of their tests, which are not applied to a server.
    if let Some(sort) = kind::sort(&identity, node.get("metadata").is_some())
        && (sort != Sort::Configuration || !has_schema(&identity))
    {
        return Some(sort);
    }
    // A custom resource may contain a patch for another object.
    let is_patch = || match has_schema(&identity) {
        true => has_outer_directive(node),
        false => has_patch_directive(node),
    };
    if may_have_patches && identity.kind != "CustomResourceDefinition" && is_patch() {
        return Some(Sort::Patch);
    }
    (!is_named && !manifest.is_item && !is_meant(node)).then_some(Sort::NoManifest)
}

/// The sort of a document whose content and neighbouring files must not leave out an object: it has a sort
/// only if a server could not accept it.
pub(crate) fn certain_sort(manifest: &Manifest, is_named: bool) -> Option<Sort> {
    let is_kustomization = manifest.identity().group() == kind::KUSTOMIZE;
    if is_kustomization {
        return Some(Sort::Kustomization);
    }
    (!is_named && !manifest.is_item && !is_meant(&manifest.node)).then_some(Sort::NoManifest)
}

/// Whether a text may contain directives of patches.
pub(crate) fn may_have_patches(text: &str) -> bool {
    ["$patch", "$retainKeys", "$setElementOrder", "$deleteFromPrimitiveList"]
        .iter()
        .any(|key| text.contains(key))
}

/// The keys that only objects have.
const CONTENT: [&str; 7] = ["data", "spec", "stringData", "rules", "webhooks", "subjects", "roleRef"];

/// Whether a document is meant to be an object or a list of objects: it has a kind, or a key that only
/// objects have.
fn is_meant(node: &Node) -> bool {
    if let Value::Array(items) = &node.value {
        return items.iter().any(has_type);
    }
    let has = |keys: &[&str]| keys.iter().any(|key| node.get(key).is_some());
    let is_object = |key: &str| matches!(node.get(key).map(|node| &node.value), Some(Value::Object(_)));
    match (text(node, "apiVersion"), text(node, "kind")) {
        (Some(_), Some(_)) => true,
        (None, None) => {
            let is_named =
                |metadata: &Node| ["name", "generateName"].iter().any(|key| metadata.get(key).is_some());
            node.get("metadata").is_some_and(is_named) && (has(&CONTENT) || has(&["kind", "apiVersion"]))
        }
        (api_version, kind) => {
            // Kinds of other programs begin with a small letter, and have other content.
            let is_kind = kind.is_some_and(|kind| kind.starts_with(|c: char| c.is_ascii_uppercase()));
            is_object("metadata")
                || is_object("spec")
                || has(&["items"])
                || api_version.is_some_and(has_group)
                || (is_kind && has(&CONTENT))
                || has_in_other_case(node)
        }
    }
}

fn has_type(node: &Node) -> bool {
    text(node, "apiVersion").is_some() && text(node, "kind").is_some()
}

fn text<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get(key).and_then(Node::as_str).filter(|text| !text.is_empty())
}

/// Whether an API version has a group, such as `apps/v1`: only objects have such a value.
fn has_group(api_version: &str) -> bool {
    let version = api_version.split_once('/').and_then(|(_, version)| version.strip_prefix('v'));
    version.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a document has the type or the metadata of an object in another case, such as `Kind`.
fn has_in_other_case(node: &Node) -> bool {
    let Value::Object(members) = &node.value else { return false };
    let is_other = |key: &str| {
        ["apiVersion", "kind", "metadata"]
            .iter()
            .any(|known| key != *known && key.eq_ignore_ascii_case(known))
    };
    members.iter().any(|member| is_other(&member.key))
}

/// Whether an unreadable text contains no word of an object. A text in another encoding may contain such
/// words, with NUL between the letters.
pub(crate) fn has_no_object(text: &str) -> bool {
    if text.contains('\0') {
        return false;
    }
    let names_kind = |line: &str| {
        let key = line.trim_start().trim_start_matches("- ").trim_start_matches(['"', '\'', '{']);
        key.strip_prefix("kind")
            .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':'))
    };
    !text.contains("apiVersion") && !text.lines().any(names_kind)
}

#[cfg(test)]
mod tests {
    use super::{Sort, has_no_object, sort};
    use crate::validate::manifests::manifest::read;
    use crdc_source::Source;

    #[test]
    fn documents_by_what_is_in_them() {
        for (text, expected) in [
            ("{name: ci, on: push, jobs: {}}", Some(Sort::NoManifest)),
            ("{compilerOptions: {}}", Some(Sort::NoManifest)),
            ("{services: {a: {image: b}}, version: '3'}", Some(Sort::NoManifest)),
            ("[{hosts: all, tasks: []}]", Some(Sort::NoManifest)),
            ("{kind: pipeline, type: docker, steps: []}", Some(Sort::NoManifest)),
            ("just words", Some(Sort::NoManifest)),
            ("[{op: replace, path: /spec/a, value: 1}]", Some(Sort::Patch)),
            (
                "{apiVersion: apps/v1, kind: A, spec: {containers: [{$patch: delete, name: a}]}}",
                Some(Sort::Patch),
            ),
            ("{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Component}", Some(Sort::Kustomization)),
            ("{apiVersion: v1, kind: A}", None),
            ("{kind: Database, metadata: {name: a}}", None),
            ("{apiVersion: v1, metadata: {name: a}, data: {}}", None),
            ("{metadata: {name: a}, spec: {}}", None),
            ("{kind: List, items: [{a: 1}]}", None),
            ("{apiVersion: rbac.authorization.k8s.io/v1, rules: []}", None),
            ("{apiVersion: example.com/v1alpha1, a: 1}", None),
            ("{kind: ConfigMap, data: {a: b}}", None),
            ("{kind: Role, rules: []}", None),
            ("{apiVersion: v1, Kind: Pod, Metadata: {name: a}}", None),
            ("{ApiVersion: v1, kind: Pod}", None),
            ("[{apiVersion: v1, kind: Pod, metadata: {name: a}}]", None),
            ("[1, {apiVersion: v1, kind: Pod}]", None),
            ("{metadata: {generateName: a-}, spec: {}}", None),
            ("{apiVersion: v2, name: a, version: 1.0.0}", Some(Sort::NoManifest)),
            ("{apiVersion: 1, datasources: []}", Some(Sort::NoManifest)),
            ("{apiVersion: a/b, c: 1}", Some(Sort::NoManifest)),
            ("{Kind: x, Metadata: {}}", Some(Sort::NoManifest)),
            ("[{apiVersion: v1}]", Some(Sort::NoManifest)),
        ] {
            assert_eq!(sort_of(text, false, false), expected, "{text}");
        }
        assert_eq!(sort_of("{a: 1}", true, false), None);
    }

    fn sort_of(text: &str, is_named: bool, has_schema: bool) -> Option<Sort> {
        let manifests = read(&Source::new("a.yaml", text)).0;
        sort(&manifests[0], is_named, text.contains("$patch"), |_| has_schema)
    }

    #[test]
    fn what_has_a_schema_is_an_object() {
        for (text, without, with) in [
            ("{apiVersion: config.example.com/v1, kind: Configuration}", Some(Sort::Configuration), None),
            ("{apiVersion: config.karmada.io/v1, kind: A}", Some(Sort::Configuration), None),
            ("{apiVersion: my.config.k8s.io/v1, kind: A}", Some(Sort::Configuration), None),
            ("{apiVersion: kuttl.dev/v1, kind: A}", Some(Sort::Test), Some(Sort::Test)),
            (
                "{apiVersion: x.y/v1, kind: A, spec: {free: {containers: [{$patch: delete, name: a}]}}}",
                Some(Sort::Patch),
                None,
            ),
            ("{apiVersion: x.y/v1, kind: A, spec: {a: {$patch: delete}}}", Some(Sort::Patch), None),
            ("{apiVersion: x.y/v1, kind: A, $patch: delete}", Some(Sort::Patch), Some(Sort::Patch)),
            ("{apiVersion: x.y/v1, kind: A, spec: {$patch: replace}}", Some(Sort::Patch), Some(Sort::Patch)),
        ] {
            for is_named in [false, true] {
                assert_eq!(sort_of(text, is_named, false), without, "{text}");
                assert_eq!(sort_of(text, is_named, true), with, "{text}");
            }
        }
    }

    #[test]
    fn texts_without_words_of_objects() {
        for (text, expected) in [
            ("{\n  // comment\n  \"compilerOptions\": {}\n}", true),
            ("mankind: x", true),
            ("a:\n  kind : x\n", false),
            ("{\"kind\": \"A\"", false),
            ("- kind: A", false),
            ("apiVersion: v1", false),
            ("a\0p\0i\0V\0e\0r\0s\0i\0o\0n\0", false),
        ] {
            assert_eq!(has_no_object(text), expected, "{text}");
        }
    }
}
