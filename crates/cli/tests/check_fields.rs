//! `crdc check` and `crdc validate` say the same of unknown fields and duplicate keys in CRDs: what a server
//! answers to kubectl, which asks for strict field validation.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: stores.example.com}
spec:
  scope: Namespaced
  group: example.com
  names: {plural: stores, singular: store, kind: Store, listKind: StoreList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              s: {type: string, maxLength: 5}
";

/// What is replaced, by what, and the code.
const FIELDS: [(&str, &str, &str); 9] = [
    ("maxLength: 5", "patern: a", "schema-unknown-keyword"),
    ("maxLength: 5", "maxlength: 5", "schema-unknown-keyword"),
    ("singular: store,", "singular: store, shortnames: [s],", "crd-unknown-key"),
    ("  scope:", "  foo: 1\n  scope:", "crd-unknown-key"),
    ("{name: stores", "{foo: 1, name: stores", "crd-unknown-key"),
    ("    served:", "    Deprecated: true\n    served:", "crd-unknown-key"),
    ("spec:\n", "spec:\n  conversion: {strategy: None, webhooks: {}}\n", "crd-unknown-key"),
    ("maxLength: 5", "maxLength: 5, maxLength: 6", "yaml-duplicate-key"),
    ("  scope:", "  scope: Cluster\n  scope:", "yaml-duplicate-key"),
];

#[test]
fn both_commands_say_the_same_of_fields() {
    let folder = Folder::new("check-fields", &[]);
    for (from, to, code) in FIELDS {
        folder.write("crd.yaml", CRD.replacen(from, to, 1).as_bytes());
        for command in ["check", "validate"] {
            let (exit, text) = folder.said(&[command, "crd.yaml"]);
            assert!(exit == 1 && text.contains(&format!("error[{code}]")), "{command} {to}: {text}");
            let (exit, text) = folder.said(&[command, "crd.yaml", "--field-validation", "warn"]);
            assert!(exit == 0 && text.contains(&format!("warning[{code}]")), "{command} {to}: {text}");
            let (exit, text) = folder.said(&[command, "crd.yaml", "--field-validation", "Ignore"]);
            assert!(exit == 0 && !text.contains(code), "{command} {to}: {text}");
        }
        // No warning any more, so it cannot be allowed among them.
        let (exit, text) = folder.said(&["check", "crd.yaml", "--allow", "lints"]);
        assert!(exit == 1 && text.contains(code), "{to}: {text}");
        // Code is generated all the same: the server that has the CRD dropped the field.
        let (exit, text) = folder.said(&["generate", "crd.yaml", "-o", "out"]);
        assert!(exit == 0 && text.contains(&format!("warning[{code}]")), "{to}: {text}");
    }
}

/// Types that decode themselves drop fields in any mode.
#[test]
fn what_no_server_refuses_stays_a_warning() {
    let items = "{type: array, items: {type: string, maxlength: 5}}";
    let crd = CRD.replace("{type: string, maxLength: 5}", items);
    let folder = Folder::new("check-fields-dropped", &[("crd.yaml", &crd)]);
    for command in ["check", "validate"] {
        let (exit, text) = folder.said(&[command, "crd.yaml"]);
        assert!(exit == 0 && text.contains("warning[schema-unknown-keyword]"), "{command}: {text}");
    }
}

/// Documents that nobody applies: what a server publishes, and what it has already.
#[test]
fn only_documents_that_are_applied_are_refused() {
    let old = CRD.replace("maxLength: 5", "patern: a");
    let folder = Folder::new("check-fields-old", &[("crd.yaml", CRD), ("old.yaml", &old)]);
    let (exit, text) = folder.said(&["check", "crd.yaml", "--old", "old.yaml"]);
    assert_eq!(exit, 0, "{text}");
}

/// Nothing ignores an error; for servers that only warn there is the option.
#[test]
fn entries_ignore_them_where_they_are_warnings() {
    let crd = CRD.replace("maxLength: 5", "patern: a");
    let config = "ignore: [{id: schema-unknown-keyword, reason: the generator writes it}]\n";
    let folder = Folder::new("check-fields-ignored", &[("crd.yaml", &crd), ("c.yaml", config)]);
    for command in ["check", "validate"] {
        assert_eq!(folder.said(&[command, "crd.yaml", "--config", "c.yaml"]).0, 1, "{command}");
    }
    let warned = ["check", "crd.yaml", "--config", "c.yaml", "--field-validation", "warn"];
    assert_eq!(folder.said(&warned), (0, "checked 1 document: no errors\n".to_owned()));
}
