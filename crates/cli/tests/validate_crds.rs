//! `crdc validate` of CustomResourceDefinitions among the manifests: they are objects too, as strict as
//! others, and updates of those of `--old`.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionUpdate
#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use support::{Folder, Ran};

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: stores.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: stores, singular: store, kind: Store, listKind: StoreList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {s: {type: string, maxLength: 5}}}}
";

fn validate(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&["validate"], arguments].concat())
}

#[test]
fn crds_are_updates_of_those_of_old() {
    let folder = Folder::new("validate-crds-old", &[]);
    fs::write(folder.join("old.yaml"), CRD).unwrap();
    // The change, and the server's words.
    for (from, to, said) in [
        ("", "", None),
        ("maxLength: 5", "maxLength: 3", None),
        ("Namespaced", "Cluster", Some("spec.scope: Invalid value: \"Cluster\": field is immutable")),
        ("kind: Store,", "kind: Shop,", Some("spec.names.kind: Invalid value: \"Shop\": field is immutable")),
        ("- name: v1", "- name: v2", Some("status.storedVersions[0]: Invalid value: \"v1\"")),
        // Another one, which is created.
        (
            "metadata: {name: stores.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: stores,",
            "metadata: {name: shops.example.com}\nspec:\n  group: example.com\n  scope: Cluster\n  names: {plural: shops,",
            None,
        ),
        ("{name: stores.example.com}", "{name: stores.example.com, resourceVersion: \"7\"}", None),
    ] {
        fs::write(folder.join("new.yaml"), CRD.replace(from, to)).unwrap();
        let output = validate(&folder, &["new.yaml", "--old", "old.yaml"]);
        let text = output.text();
        assert_eq!(output.code, i32::from(said.is_some()), "{to}: {text}");
        assert!(said.is_none_or(|said| text.contains(said)), "{to}: {text}");
        // All of them may be created, but for the version of storage.
        let code = i32::from(to.contains("resourceVersion"));
        assert_eq!(validate(&folder, &["new.yaml", "--server-side"]).code, code, "{to}");
        assert_eq!(validate(&folder, &["new.yaml"]).code, 0, "{to}");
    }
    // Of several old ones the last is stored, and what a folder has besides is none.
    fs::create_dir(folder.join("old")).unwrap();
    fs::write(folder.join("old/a.yaml"), CRD.replace("Namespaced", "Cluster")).unwrap();
    fs::write(folder.join("old/b.yaml"), CRD).unwrap();
    fs::write(folder.join("new.yaml"), CRD).unwrap();
    let output = validate(&folder, &["new.yaml", "--old", "old"]);
    assert_eq!(output.code, 0, "{}", output.text());
}

#[test]
fn fields_that_crds_do_not_have_are_errors() {
    let folder = Folder::new("validate-crds-fields", &[]);
    for (from, to, path) in [
        (
            "maxLength: 5",
            "maxlength: 5",
            "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.s.maxlength",
        ),
        ("  scope:", "  foo: 1\n  scope:", "spec.foo"),
        ("{name: stores", "{foo: 1, name: stores", "metadata.foo"),
        ("    served:", "    Deprecated: true\n    served:", "spec.versions[0].Deprecated"),
        ("singular: store,", "singular: store, short: [s],", "spec.names.short"),
        ("spec:\n", "spec:\n  conversion: {strategy: None, webhooks: {}}\n", "spec.conversion.webhooks"),
    ] {
        fs::write(folder.join("crd.yaml"), CRD.replacen(from, to, 1)).unwrap();
        for (how, code, is_said) in [("strict", 1, true), ("warn", 0, true), ("ignore", 0, false)] {
            let output = validate(&folder, &["crd.yaml", "--field-validation", how]);
            let text = output.text();
            assert_eq!(output.code, code, "{to} {how}: {text}");
            assert_eq!(text.contains(&format!("unknown field \"{path}\"")), is_said, "{to} {how}: {text}");
        }
    }
    // Types that decode themselves drop them in any mode.
    let items =
        CRD.replace("{type: string, maxLength: 5}", "{type: array, items: {type: string, maxlength: 5}}");
    fs::write(folder.join("crd.yaml"), items).unwrap();
    let output = validate(&folder, &["crd.yaml"]);
    assert_eq!(output.code, 0, "{}", output.text());
}

#[test]
fn metadata_of_crds_is_checked() {
    let folder = Folder::new("validate-crds-metadata", &[]);
    let owner = "apiVersion: v1, kind: A, name: a, uid: u";
    for (metadata, said) in [
        ("resourceVersion: \"5\"", Some("resourceVersion should not be set on objects to be created")),
        (
            "ownerReferences: [{}]",
            Some("metadata.ownerReferences.uid: Invalid value: \"\": must not be empty"),
        ),
        (
            "ownerReferences: [{apiVersion: a/b/c, kind: A, name: a, uid: u}]",
            Some("metadata.ownerReferences.apiVersion: Invalid value: \"a/b/c\": version must not be empty"),
        ),
        (
            &format!("ownerReferences: [{{{owner}, controller: true}}, {{{owner}, controller: true}}]"),
            Some("two owners"),
        ),
        (&format!("ownerReferences: [{{{owner}, controller: true}}, {{{owner}}}]"), None),
        ("managedFields: []", Some("metadata.managedFields must be nil")),
    ] {
        fs::write(
            folder.join("crd.yaml"),
            CRD.replace("{name: stores.example.com}", &format!("{{name: stores.example.com, {metadata}}}")),
        )
        .unwrap();
        let output = validate(&folder, &["crd.yaml", "--server-side"]);
        let text = output.text();
        assert_eq!(output.code, i32::from(said.is_some()), "{metadata}: {text}");
        assert!(said.is_none_or(|said| text.contains(said)), "{metadata}: {text}");
    }
    // A conflict.
    let with = |version: &str| {
        CRD.replace("{name: stores", &format!("{{resourceVersion: \"{version}\", name: stores"))
    };
    fs::write(folder.join("old.yaml"), with("7")).unwrap();
    fs::write(folder.join("crd.yaml"), with("8")).unwrap();
    let text = validate(&folder, &["crd.yaml", "--old", "old.yaml"]).text();
    assert!(text.contains("customresourcedefinitions.apiextensions.k8s.io \"stores.example.com\": the object has been modified"), "{text}");
}

#[test]
fn numbers_of_json_are_those_that_clients_send() {
    let folder = Folder::new("validate-crds-json", &[]);
    let crd = |limit: &str| {
        format!(
            r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {{"name": "as.x.y"}},
            "spec": {{"group": "x.y", "scope": "Cluster", "names": {{"plural": "as", "singular": "a", "kind": "A", "listKind": "AList"}},
            "versions": [{{"name": "v1", "served": true, "storage": true, "schema": {{"openAPIV3Schema": {{"type": "object",
            "properties": {{"spec": {{"type": "string", "maxLength": {limit}}}}}}}}}}}]}}}}"#
        )
    };
    for (limit, code) in [("1", 0), ("1.0", 0), ("1e1", 0), ("10E-1", 0), ("1.5", 1), ("1e30", 1)] {
        fs::write(folder.join("crd.json"), crd(limit)).unwrap();
        let output = validate(&folder, &["crd.json"]);
        assert_eq!(output.code, code, "{limit}: {}", output.text());
    }
}

#[test]
fn lists_of_unknown_kinds_are_no_objects_that_were_validated() {
    let folder = Folder::new("validate-lists", &[]);
    fs::write(folder.join("crd.yaml"), CRD).unwrap();
    let map = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}";
    for (text, code) in [
        ("{apiVersion: v1, kind: List, items: []}", 0),
        ("{apiVersion: apps/v1, kind: List, items: []}", 0),
        ("{apiVersion: example.com/v1, kind: List, items: []}", 0),
        ("{apiVersion: v1, kind: ConfigMapList, items: []}", 0),
        ("{apiVersion: example.com/v1, kind: StoreList, items: []}", 0),
        (&format!("{{apiVersion: v1, kind: List, items: [{map}]}}"), 0),
        ("{apiVersion: nope/v1, kind: NopeList, items: []}", 1),
        ("{apiVersion: v2, kind: List, items: []}", 1),
        ("{apiVersion: nope.example/v1, kind: List, items: null}", 1),
        ("{apiVersion: example.com/v2, kind: StoreList, items: []}", 1),
        ("{apiVersion: v1, kind: ConfigMpList, items: []}", 1),
        (&format!("{{apiVersion: nope/v1, kind: NopeList, items: [{map}]}}"), 1),
        (
            &format!(
                "{{apiVersion: v1, kind: List, items: [{{apiVersion: nope/v1, kind: NopeList, items: [{map}]}}]}}"
            ),
            1,
        ),
    ] {
        fs::write(folder.join("list.yaml"), text).unwrap();
        let output = validate(&folder, &["list.yaml", "--crd", "crd.yaml", "--require-schemas"]);
        assert_eq!(output.code, code, "{text}: {}", output.text());
    }
}

/// A report for machines has what makes the exit code 1.
#[test]
fn errors_of_other_crds_are_in_every_report() {
    let folder = Folder::new("validate-crds-broken", &[]);
    // CRDs whose kinds no object has are not loaded.
    let met = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: example.com/v1\nkind: Store\nmetadata: {name: a}\n";
    fs::write(folder.join("good.yaml"), met).unwrap();
    fs::write(folder.join("stores.yaml"), CRD).unwrap();
    for (name, text) in [
        ("type.yaml", CRD.replace("type: string", "type: strin")),
        ("scope.yaml", CRD.replace("Namespaced", "Global")),
        ("syntax.yaml", CRD.replace("{type: object, ", "{type: object, {")),
        ("latin.yaml", CRD.to_owned()),
    ] {
        let bytes = text.into_bytes();
        let bytes = if name == "latin.yaml" { [b"# \xe9\n", bytes.as_slice()].concat() } else { bytes };
        fs::write(folder.join(name), bytes).unwrap();
        for (format, words) in [
            ("junit", "<failure"),
            ("tap", "not ok 1 - "),
            ("github", "::error file="),
            ("sarif", "\"level\": \"error\""),
            ("json", "\"level\":\"error\""),
            ("text", "validated 1 of 2 objects in 1 file against Kubernetes 1.36: "),
        ] {
            let output = validate(
                &folder,
                &["good.yaml", "--skip", "Store", "--crd", "stores.yaml", "--crd", name, "--format", format],
            );
            let text = output.out.clone();
            assert_eq!(output.code, 1, "{name} {format}: {}", output.text());
            assert!(text.contains(words) && !text.contains("no errors"), "{name} {format}: {text}");
            assert!(format == "text" || text.contains(name), "{name} {format}: {text}");
        }
        // The objects are validated all the same.
        let arguments =
            ["good.yaml", "--skip", "Store", "--crd", name, "--exit-on-error", "--format", "json"];
        let text = validate(&folder, &arguments).text();
        assert!(text.contains("\"files\":1,\"objects\":2,\"valid\":1"), "{text}");
    }
}

/// What to do about a kind without a schema, if something is known of its group.
#[test]
fn kinds_without_a_schema_are_not_taken_for_those_of_other_products() {
    let folder = Folder::new("validate-crds-advice", &[]);
    fs::write(folder.join("crd.yaml"), CRD).unwrap();
    let skip = "give its CRD with --crd FILE, or leave such objects out with --skip";
    for (api_version, kind, expected) in [
        ("example.com/v1", "Shelf", format!("{skip} KIND; known of example.com/v1: Store")),
        ("example.com/v1", "Stores", format!("did you mean `Store`? If not, {skip} Stores")),
        ("example.com/v2", "Shelf", format!("{skip} KIND")),
        ("example.com/v2", "Store", "write `apiVersion: example.com/v1`".to_owned()),
        ("exmaple.com/v1", "Store", "did you mean `apiVersion: example.com/v1`?".to_owned()),
        (
            "other.product.io/v1",
            "Store",
            "or only count such objects with --ignore-missing-schemas".to_owned(),
        ),
        ("generators.example.com/v1", "Store", "--ignore-missing-schemas".to_owned()),
    ] {
        let object = format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n");
        fs::write(folder.join("a.yaml"), object).unwrap();
        let output = validate(&folder, &["a.yaml", "--crd", "crd.yaml"]);
        let text = output.text();
        let help = text.lines().find_map(|line| line.trim().strip_prefix("= help: ")).unwrap();
        assert!(help.ends_with(&expected), "{api_version} {kind}: {help}");
        assert!(expected.contains("apiVersion") || !help.contains("apiVersion"), "{help}");
        // It is the way out.
        assert_eq!(validate(&folder, &["a.yaml", "--crd", "crd.yaml", "-skip", kind]).code, 0);
    }
}
