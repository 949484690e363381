//! `crdc validate`: what `kubectl apply` does before a server sees an object, and with `--server-side` does
//! not. In: objects, and stored ones. Out: exit codes, and words of the report.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

const TOO_LONG: &str = "metadata.annotations: Too long: may not be more than 262144 bytes";

fn crd(api_version: &str, spec: &str, schema: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/{api_version}
kind: CustomResourceDefinition
metadata: {{name: stores.x.example.com}}
spec:
  group: x.example.com
  scope: Namespaced
  {spec}
  names: {{plural: stores, singular: store, kind: Store, listKind: StoreList}}
  versions:
  - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {schema}}}}}}}}}
"
    )
}

const SCHEMA: &str = "{type: object, properties: {a: {type: string}, b: {type: integer, maximum: 3}, c: {type: object, properties: {d: {type: string}}}}, \
     x-kubernetes-validations: [{rule: '!has(self.b) || has(self.a)'}]}";

/// An object that fits, but not into its own annotation.
#[test]
fn a_large_object_is_not_applied_by_the_client() {
    let large = "x".repeat(300_000);
    let escaped = "<".repeat(50_000);
    let small = "x".repeat(200_000);
    let map = |text: &str| {
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata: {{a: \"{text}\"}}\n")
    };
    let store = |text: &str| {
        format!("apiVersion: x.example.com/v1\nkind: Store\nmetadata:\n  name: a\nspec:\n  a: {text}\n")
    };
    let described = |text: &str| crd("v1", "", &format!("{{type: object, description: \"{text}\"}}"));
    let item =
        |text: &str| format!("apiVersion: v1\nkind: List\nitems:\n- {}", map(text).replace('\n', "\n  "));
    let folder = Folder::new("large", &[("crds/crd.yaml", &crd("v1", "", SCHEMA))]);
    for (name, text, is_told) in [
        ("map", map(&large), true),
        ("map-escaped", map(&escaped), true),
        ("map-small", map(&small), false),
        ("store", store(&large), true),
        ("store-escaped", store(&escaped), true),
        ("store-small", store(&small), false),
        ("list", item(&large), true),
        ("crd", described(&large), true),
        ("crd-small", described(&small), false),
    ] {
        folder.write("a.yaml", &text);
        let crds: &[&str] = if name.starts_with("crd") { &[] } else { &["--crd", "crds"] };
        let (code, said) = folder.said(&[&["validate", "a.yaml", "--format", "plain"], crds].concat());
        assert_eq!(code, 0, "{name}");
        assert_eq!(said.contains("warning[client-side-apply]") && said.contains(TOO_LONG), is_told, "{name}");
        let (code, said) =
            folder.said(&[&["validate", "a.yaml", "--server-side", "--format", "plain"], crds].concat());
        assert!(code == 0 && !said.contains(TOO_LONG), "{name}");
    }
}

/// Client-side apply changes the stored object, and keeps what it did not apply before.
#[test]
fn what_the_stored_object_has_is_kept() {
    let folder = Folder::new("kept", &[("crd.yaml", &crd("v1", "", SCHEMA))]);
    let object = |metadata: &str, spec: &str| {
        format!("apiVersion: x.example.com/v1\nkind: Store\nmetadata: {{name: a{metadata}}}\nspec: {spec}\n")
    };
    let applied = |spec: &str| {
        format!(
            ", uid: u, annotations: {{kubectl.kubernetes.io/last-applied-configuration: '{{\"spec\":{spec}}}'}}"
        )
    };
    for (index, (metadata, stored, new, code, server_side)) in [
        // A manifest was applied, so that what it lacks now is removed.
        (String::new(), "{a: x, b: 1}", "{b: 1}", 1, 1),
        // Somebody else wrote `a`, which the rule needs.
        (", uid: u".to_owned(), "{a: x, b: 1}", "{b: 1}", 0, 1),
        (applied("{}"), "{a: x, b: 1}", "{b: 1}", 0, 1),
        (applied("{\"a\":\"x\"}"), "{a: x, b: 1}", "{b: 1}", 1, 1),
        // Or `b`, which is wrong without `a`.
        (applied("{\"a\":\"x\"}"), "{a: x, b: 1}", "{}", 1, 0),
        (applied("{\"a\":\"x\",\"b\":1}"), "{a: x, b: 1}", "{}", 0, 0),
        (applied("{\"c\":{}}"), "{a: x, c: {d: y}}", "{c: {}, b: 2}", 0, 1),
    ]
    .into_iter()
    .enumerate()
    {
        folder.write("old.yaml", object(&metadata, stored));
        folder.write("new.yaml", object("", new));
        let arguments = ["validate", "new.yaml", "--crd", "crd.yaml", "--old", "old.yaml"];
        let (found, text) = folder.said(&arguments);
        assert_eq!(found, code, "{index}: {text}");
        let (found, text) = folder.said(&[&arguments[..], &["--server-side"]].concat());
        assert_eq!(found, server_side, "{index} --server-side: {text}");
    }
}

/// The trap of moving to v1: the old default stays, and forbids defaults.
#[test]
fn a_definition_keeps_what_an_old_version_set() {
    let folder = Folder::new("preserves", &[]);
    let with = "{type: object, properties: {a: {type: string, default: x}}}";
    let without = "{type: object, properties: {a: {type: string}}}";
    let said = "must be false in order to use defaults in the schema";
    let warning = "warning[client-side-apply]";
    for (index, (old, new, words)) in [
        (crd("v1beta1", "", without), crd("v1", "", with), Some("error[preserve-unknown-fields]")),
        (crd("v1beta1", "preserveUnknownFields: false", without), crd("v1", "", with), None),
        (crd("v1beta1", "", without), crd("v1", "preserveUnknownFields: false", with), None),
        (crd("v1beta1", "", without), crd("v1", "", without), None),
        (crd("v1beta1", "preserveUnknownFields: true", without), crd("v1", "", with), Some(warning)),
        (crd("v1", "preserveUnknownFields: true", without), crd("v1", "", with), Some(warning)),
        (
            crd("v1", "preserveUnknownFields: true", without).replace("metadata: {", "metadata: {uid: u, "),
            crd("v1", "", with),
            Some("error[preserve-unknown-fields]"),
        ),
        (crd("v1", "", without), crd("v1", "", with), None),
    ]
    .into_iter()
    .enumerate()
    {
        folder.write("old.yaml", old);
        folder.write("new.yaml", new);
        let (code, text) = folder.said(&["validate", "new.yaml", "--old", "old.yaml"]);
        assert_eq!(code, i32::from(words.is_some_and(|words| words.starts_with("error"))), "{index}: {text}");
        assert_eq!(text.contains(said), words.is_some(), "{index}: {text}");
        assert!(words.is_none_or(|words| text.contains(words)), "{index}: {text}");
        let (code, text) = folder.said(&["validate", "new.yaml", "--old", "old.yaml", "--server-side"]);
        assert!(code == 0 && !text.contains(said), "{index}: {text}");
    }
}
