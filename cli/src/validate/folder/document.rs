//! A document by what is in it. In: a document, and whether its file was named on the command line. Out: its sort, or none if it is
//! an object, or was meant to be one.
//!
//! Easy to break: a manifest that lost its kind is an error, so only what looks like no object at all is no manifest.

use super::{Sort, kind};
use crate::validate::manifest::Manifest;
use crdc_codegen::schema::{has_patch_directive, is_json_patch};
use crdc_codegen::source::{Node, Value};

/// What a document is, unless it is an object. `may_have_patches`: whether the text has a directive of one.
pub(crate) fn sort(manifest: &Manifest, is_named: bool, may_have_patches: bool) -> Option<Sort> {
    let node = &manifest.node;
    if is_json_patch(node) {
        return Some(Sort::Patch);
    }
    let identity = manifest.identity();
    if let Some(sort) = kind::sort(&identity) {
        return Some(sort);
    }
    if may_have_patches && has_patch_directive(node) && identity.kind != "CustomResourceDefinition" {
        return Some(Sort::Patch);
    }
    (!is_named && !manifest.is_item && !is_meant(node)).then_some(Sort::NoManifest)
}

/// Whether a text may have directives of patches.
pub(crate) fn may_have_patches(text: &str) -> bool {
    ["$patch", "$retainKeys", "$setElementOrder", "$deleteFromPrimitiveList"]
        .iter()
        .any(|key| text.contains(key))
}

/// Whether a document is meant to be an object: it has a kind, or what only objects have.
fn is_meant(node: &Node) -> bool {
    let is_text = |key: &str| node.get(key).and_then(Node::as_str).is_some_and(|text| !text.is_empty());
    let has = |keys: &[&str]| keys.iter().any(|key| node.get(key).is_some());
    let is_object = |key: &str| matches!(node.get(key).map(|node| &node.value), Some(Value::Object(_)));
    match (is_text("apiVersion"), is_text("kind")) {
        (true, true) => true,
        (false, false) => {
            let is_named = node.get("metadata").is_some_and(|metadata| metadata.get("name").is_some());
            is_named
                && has(&[
                    "data",
                    "spec",
                    "stringData",
                    "rules",
                    "webhooks",
                    "subjects",
                    "roleRef",
                    "kind",
                    "apiVersion",
                ])
        }
        _ => is_object("metadata") || is_object("spec") || has(&["items"]),
    }
}

/// Whether a text that cannot be read has no word of an object.
pub(crate) fn has_no_object(text: &str) -> bool {
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
    use crate::validate::manifest::read;
    use crdc_codegen::source::Source;

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
        ] {
            let manifests = read(&Source::new("a.yaml", text)).0;
            assert_eq!(sort(&manifests[0], false, text.contains("$patch")), expected, "{text}");
        }
        let named = read(&Source::new("a.yaml", "{a: 1}")).0;
        assert_eq!(sort(&named[0], true, false), None);
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
        ] {
            assert_eq!(has_no_object(text), expected, "{text}");
        }
    }
}
